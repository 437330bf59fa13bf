"""Answers of batches: columns, one row per answer."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from typing_extensions import Self

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Columns:
    """Columns of one length. An index, slice, mask or list of rows takes those rows of every column."""

    @classmethod
    def names(cls) -> list[str]:
        """The names of the columns."""
        return [field.name for field in dataclasses.fields(cls)]

    def __len__(self) -> int:
        return len(getattr(self, self.names()[0]))

    def __getitem__(self, rows: Any) -> Self:
        return type(self)(*(getattr(self, name)[rows] for name in self.names()))

    def __iter__(self) -> Iterator[Self]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} rows of {', '.join(self.names())}>"

    def to_dict(self) -> dict[str, NDArray[Any]]:
        """The columns by name: `pandas.DataFrame` takes those of one dimension."""
        return {name: getattr(self, name) for name in self.names()}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes an NPZ file with one array per column."""
        arrays: dict[str, Any] = self.to_dict()
        with open(path, "wb") as file:
            np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Reads what `save` wrote."""
        with np.load(path) as arrays:
            missing = [name for name in cls.names() if name not in arrays]
            if missing:
                raise ValueError(f"{os.fspath(path)}: there is no array {missing[0]!r}")
            return cls(*(arrays[name] for name in cls.names()))


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class FirstContacts(Columns):
    """First contacts. Rows without contact have NaN for places, and -1 for numbers."""

    verdict: NDArray[np.uint8]
    """Numbers of `Verdict`."""
    lower: Floats
    """Proven apart up to and including this time; NaN if nothing was proven even at the start."""
    upper: Floats
    """They touch by this time, or come within the tolerance; infinite if no contact was found."""
    separation: Floats
    """(n, 2): intervals of the separation at `lower`; for overlaps, of minus the depth at the start."""
    point_a: Floats
    """(n, 3): the point of a."""
    point_b: Floats
    """(n, 3): the point of b."""
    normal: Floats
    """(n, 3): the unit direction from b to a."""
    triangles: Integers
    """(n, 2): the triangles of a and b; -1 for other shapes than meshes."""
    parts: Integers
    """(n, 2): the parts of compounds; 0 for other shapes."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Distances(Columns):
    """Separations of bodies at an instant."""

    lower: Floats
    """The separation is at least this; negative numbers are depths."""
    upper: Floats
    """The separation is at most this; negative numbers are depths."""
    intersecting: NDArray[np.bool_]
    """Whether the bodies certainly intersect."""
    point_a: Floats
    """(n, 3): the point of a."""
    point_b: Floats
    """(n, 3): the point of b."""
    normal: Floats
    """(n, 3): the unit direction from b to a along which the shortest move parts them; NaN for a separation."""
    triangles: Integers
    """(n, 2): the triangles of a and b; -1 for other shapes than meshes."""
    parts: Integers
    """(n, 2): the parts of compounds; 0 for other shapes."""


class Separations(Distances):
    """Answers of `separations`."""


class Penetrations(Distances):
    """Answers of `penetrations`."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class PieceContacts(Columns):
    """Pairs of pieces near each other."""

    query: Integers
    """Which pair of motions the row is about."""
    pieces: Integers
    """(n, 2): the pieces of a and b: hulls of a compound, triangles of a mesh."""
    lower: Floats
    """The separation is at least this; negative numbers are depths."""
    upper: Floats
    """The separation is at most this."""
    point_a: Floats
    """(n, 3): the point of a."""
    point_b: Floats
    """(n, 3): the point of b."""
    normal: Floats
    """(n, 3): the unit direction from b to a."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class PointContacts(Columns):
    """First contacts of features on straight lines. Free rows have NaN for places."""

    hit: NDArray[np.bool_]
    """Whether they touch, come within the clearance, or may do so."""
    lower: Floats
    """Apart up to and including this time; 0 if not at the start."""
    upper: Floats
    """They touch by this time; infinite if they do not."""
    weights: Floats
    """(n, 4): the weights of the four points; those of either feature add up to 1."""
    point: Floats
    """(n, 3): the place."""
    normal: Floats
    """(n, 3): the unit direction from the second feature to the first."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class DeformingContacts(Columns):
    """Contacts of a deforming mesh. `edges` has one row per edge of the mesh, not per contact."""

    kind: NDArray[np.uint8]
    """0: a vertex and a face; 1: two edges; 2: a vertex and an edge of no face."""
    features: Integers
    """(n, 2): their numbers; edges are rows of `edges`."""
    lower: Floats
    """Apart up to and including this time; 0 if not at the start."""
    upper: Floats
    """They touch by this time."""
    weights: Floats
    """(n, 4): the weights of the points of both features."""
    point: Floats
    """(n, 3): the place."""
    normal: Floats
    """(n, 3): the unit direction from the second feature to the first."""
    edges: Integers
    """(k, 2): the edges of the mesh by their vertices."""

    def __getitem__(self, rows: Any) -> Self:
        taken = {name: getattr(self, name)[rows] for name in self.names()[:-1]}
        return type(self)(**taken, edges=self.edges)


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class RobotContacts(Columns):
    """First contacts of a robot along edges. Rows without contact have NaN for places, and empty names."""

    verdict: NDArray[np.uint8]
    """Numbers of `Verdict`."""
    lower: Floats
    """Proven free up to and including this time of the edge; NaN if nothing was proven even at the start."""
    upper: Floats
    """Something touches by this time, or comes within the tolerance; infinite if no contact was found."""
    a: NDArray[np.str_]
    """A link, or an obstacle that is held."""
    b: NDArray[np.str_]
    """Another link, or an obstacle."""
    point: Floats
    """(n, 3): the point on a."""
    normal: Floats
    """(n, 3): the unit direction from b to a."""
    configuration: Floats
    """(n, width): the configuration at `lower`."""

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            object.__setattr__(self, name, np.asarray(getattr(self, name), dtype=np.str_))


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class GasEvents(Columns):
    """Events of a gas, in their order."""

    time: Floats
    """The time, from the start."""
    body: Integers
    """Which body."""
    kind: NDArray[np.uint8]
    """0: with another body; 1: with a wall; 2: with an end of the box."""
    partner: Integers
    """The number of the body or wall; for an end of the box, twice its axis, plus 1 for the upper end."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class WorldContacts(Columns):
    """Points where bodies of a world touch, or nearly do."""

    a: Integers
    """One body, as a row of the world's arrays."""
    b: Integers
    """The other."""
    point: Floats
    """(n, 3): where."""
    normal: Floats
    """(n, 3): the unit direction from b to a."""
    gap: Floats
    """Their separation there."""
    impulse: Floats
    """The impulse between them there during the last step."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class WorldEvents(Columns):
    """Contacts of a world that began or ended, and hits, in order. Columns that only hits have are NaN in other rows."""

    kind: NDArray[np.uint8]
    """0: two bodies began to touch, or to overlap a sensor; 1: they no longer do; 2: they hit each other."""
    a: Integers
    """One body, as a row of the world's arrays; -1 if it was removed."""
    b: Integers
    """The other."""
    time: Floats
    """The time of the hit; else the end of the step."""
    point: Floats
    """(n, 3): the point of the hit."""
    normal: Floats
    """(n, 3): the unit direction from b to a."""
    impulse: Floats
    """The impulse along the normal."""


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class WorldHits(Columns):
    """What many rays met first in a world. Rows without a hit have NaN for places."""

    body: Integers
    """The body, as a row of the world's arrays; -1 if the ray met nothing."""
    share: Floats
    """The share of the way that is proven free; 1 if the ray met nothing."""
    point: Floats
    """(n, 3): the point on the body."""
    normal: Floats
    """(n, 3): the normal of its surface there."""
