"""What queries of a world find."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._osculate import Handle
    from ._verdict import Verdict


@dataclasses.dataclass(frozen=True, eq=False)
class WorldHit:
    """The first body that a ray or a shape meets on its way."""

    body: Handle
    """The body."""
    share: float
    """The share of the way, inclusive, that is proven free of all bodies."""
    verdict: Verdict
    """What is known: a contact, that the way begins inside the body, or that no more could be proven."""
    point: NDArray[np.float64] | None
    """The point on the body, if known."""
    normal: NDArray[np.float64] | None
    """The normal of its surface there, out of the body."""


@dataclasses.dataclass(frozen=True, eq=False)
class NearestBody:
    """The body that is nearest to a point."""

    body: Handle
    """The body."""
    distance: float
    """The distance of its surface from the point, rounded up; 0 if the point is inside."""
    point: NDArray[np.float64]
    """The point of the body that is nearest."""
