"""What is compiled of Osculate."""

import os
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from ._columns import (
    DeformingContacts,
    FirstContacts,
    Penetrations,
    PieceContacts,
    PointContacts,
    Separations,
)
from ._verdict import Verdict

__version__: str

_Floats = NDArray[np.float64]
_Float = SupportsFloat | SupportsIndex
_Feature = tuple[str] | tuple[str, int] | tuple[str, int, int] | tuple[str, int, int, int]
_Method = Literal[
    "auto",
    "best_first",
    "hca",
    "c2a",
    "d2m",
    "capoeira",
    "attached_axes",
    "conservative_advancement",
]

class _HasTriangles(Protocol):
    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...

@disjoint_base
class Shape:
    @property
    def bounding_ball(self) -> tuple[_Floats, float]: ...
    def __copy__(self) -> Shape: ...
    def __deepcopy__(self, _memo: Any, /) -> Shape: ...

@final
class Mesh(Shape):
    def __new__(cls, vertices: ArrayLike, faces: ArrayLike) -> Mesh: ...
    @staticmethod
    def load(path: str | os.PathLike[str]) -> Mesh: ...
    @staticmethod
    def from_trimesh(mesh: _HasTriangles) -> Mesh: ...
    @property
    def vertices(self) -> _Floats: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...

@final
class Hull(Shape):
    @staticmethod
    def box(half_extents: ArrayLike) -> Hull: ...
    @staticmethod
    def ball(radius: _Float) -> Hull: ...
    @staticmethod
    def capsule(half_length: _Float, radius: _Float) -> Hull: ...
    @staticmethod
    def cylinder(radius: _Float, half_height: _Float) -> Hull: ...
    @staticmethod
    def cone(radius: _Float, half_height: _Float) -> Hull: ...
    @staticmethod
    def ellipsoid(radii: ArrayLike) -> Hull: ...
    @staticmethod
    def points(points: ArrayLike) -> Hull: ...
    def rounded(self, margin: _Float) -> Hull: ...
    def placed(self, position: ArrayLike, rotation: ArrayLike | None = None) -> Hull: ...
    @property
    def margin(self) -> float: ...
    def support(self, direction: ArrayLike) -> _Floats: ...
    @staticmethod
    def _restore(core: str, numbers: list[float], placed: list[float]) -> Hull: ...

@final
class Compound(Shape):
    def __new__(cls, parts: list[Hull] | tuple[Hull, ...]) -> Compound: ...
    @property
    def parts(self) -> list[Hull]: ...

@final
class HalfSpace(Shape):
    def __new__(cls, normal: ArrayLike, offset: _Float = 0.0) -> HalfSpace: ...
    @property
    def normal(self) -> _Floats: ...
    @property
    def offset(self) -> float: ...
    @staticmethod
    def _restore(normal: list[float], offset: float) -> HalfSpace: ...

@final
class Motion:
    def __new__(
        cls,
        start: ArrayLike | None = None,
        end: ArrayLike | None = None,
        *,
        position: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        linear: ArrayLike | None = None,
        angular: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
    ) -> Motion: ...
    def placement(self, time: _Float) -> _Floats: ...
    @property
    def linear(self) -> _Floats: ...
    @property
    def angular(self) -> _Floats: ...
    @property
    def acceleration(self) -> _Floats: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Motion: ...
    def __deepcopy__(self, _memo: Any, /) -> Motion: ...
    @staticmethod
    def _restore(numbers: list[float]) -> Motion: ...

@final
class Motions:
    def __new__(
        cls,
        start: ArrayLike | None = None,
        end: ArrayLike | None = None,
        *,
        position: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        linear: ArrayLike | None = None,
        angular: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
    ) -> Motions: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Motion: ...
    def __copy__(self) -> Motions: ...
    def __deepcopy__(self, _memo: Any, /) -> Motions: ...
    @staticmethod
    def _restore(rows: ArrayLike) -> Motions: ...

@final
class FirstContact:
    @property
    def verdict(self) -> Verdict: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def evidence(self) -> Literal["crossing", "near"] | None: ...
    @property
    def point_a(self) -> _Floats | None: ...
    @property
    def point_b(self) -> _Floats | None: ...
    @property
    def normal(self) -> _Floats | None: ...
    @property
    def separation(self) -> tuple[float, float] | None: ...
    @property
    def features(self) -> tuple[_Feature, _Feature] | None: ...
    @property
    def parts(self) -> tuple[int, int] | None: ...
    @property
    def then(self) -> Literal["parts", "stays", "deepens", "unknown"] | None: ...
    @property
    def blocks(self) -> bool: ...
    @property
    def reason(self) -> Literal["budget", "resolution"] | None: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def clearance(self) -> float: ...
    @property
    def steps(self) -> int: ...
    def __bool__(self) -> bool: ...
    @staticmethod
    def _restore(kind: Any, numbers: Any, place: Any) -> FirstContact: ...

@final
class Distance:
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def intersecting(self) -> bool: ...
    @property
    def point_a(self) -> _Floats: ...
    @property
    def point_b(self) -> _Floats: ...
    @property
    def normal(self) -> _Floats | None: ...
    @property
    def features(self) -> tuple[_Feature, _Feature]: ...
    @property
    def parts(self) -> tuple[int, int]: ...
    @staticmethod
    def _restore(intersecting: bool, place: Any) -> Distance: ...

@final
class PointContact:
    @property
    def hit(self) -> bool: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def weights(self) -> _Floats: ...
    @property
    def point(self) -> _Floats: ...
    @property
    def normal(self) -> _Floats: ...
    def __bool__(self) -> bool: ...
    @staticmethod
    def _restore(hit: bool, numbers: list[float]) -> PointContact: ...

_OneMotion = Motion | ArrayLike | None
_ManyMotions = Motions | _OneMotion

def first_contact(
    a: Shape,
    motion_a: _OneMotion,
    b: Shape,
    motion_b: _OneMotion,
    *,
    tolerance: _Float | None = None,
    clearance: _Float = 0.0,
    skin: _Float = 0.0,
    budget: int | None = None,
    span: tuple[_Float, _Float] = (0.0, 1.0),
    method: _Method = "auto",
) -> FirstContact: ...
def first_contacts(
    a: Shape,
    motions_a: _ManyMotions,
    b: Shape,
    motions_b: _ManyMotions,
    *,
    tolerance: _Float | None = None,
    clearance: _Float = 0.0,
    skin: _Float = 0.0,
    budget: int | None = None,
    span: tuple[_Float, _Float] = (0.0, 1.0),
    method: _Method = "auto",
) -> FirstContacts: ...
def separation(
    a: Shape, motion_a: _OneMotion, b: Shape, motion_b: _OneMotion, *, time: _Float = 0.0
) -> Distance: ...
def separations(
    a: Shape, motions_a: _ManyMotions, b: Shape, motions_b: _ManyMotions, *, time: _Float = 0.0
) -> Separations: ...
def penetration(
    a: Shape, motion_a: _OneMotion, b: Shape, motion_b: _OneMotion, *, time: _Float = 0.0
) -> Distance: ...
def penetrations(
    a: Shape, motions_a: _ManyMotions, b: Shape, motions_b: _ManyMotions, *, time: _Float = 0.0
) -> Penetrations: ...
def contacts(
    a: Shape,
    motions_a: _ManyMotions,
    b: Shape,
    motions_b: _ManyMotions,
    *,
    within: _Float = 0.0,
    time: _Float = 0.0,
) -> PieceContacts: ...
def ray_cast(
    origin: ArrayLike,
    direction: ArrayLike,
    body: Shape,
    placement: _OneMotion = None,
    *,
    tolerance: _Float | None = None,
    clearance: _Float = 0.0,
    budget: int | None = None,
) -> FirstContact: ...
def ray_casts(
    origins: ArrayLike,
    directions: ArrayLike,
    body: Shape,
    placement: _OneMotion = None,
    *,
    tolerance: _Float | None = None,
    clearance: _Float = 0.0,
    budget: int | None = None,
) -> FirstContacts: ...
def vertex_face(
    start: ArrayLike,
    end: ArrayLike,
    *,
    clearance: _Float = 0.0,
    tolerance: _Float | None = None,
    budget: int | None = None,
) -> PointContact | PointContacts: ...
def edge_edge(
    start: ArrayLike,
    end: ArrayLike,
    *,
    clearance: _Float = 0.0,
    tolerance: _Float | None = None,
    budget: int | None = None,
) -> PointContact | PointContacts: ...
def free_step(
    faces: ArrayLike,
    x0: ArrayLike,
    x1: ArrayLike,
    edges: ArrayLike | None = None,
    *,
    clearance: _Float = 0.0,
    tolerance: _Float | None = None,
    budget: int | None = None,
) -> float: ...
def free_fractions(
    faces: ArrayLike,
    x0: ArrayLike,
    x1: ArrayLike,
    edges: ArrayLike | None = None,
    *,
    clearance: _Float = 0.0,
    tolerance: _Float | None = None,
    budget: int | None = None,
) -> _Floats: ...
def deforming_contacts(
    faces: ArrayLike,
    x0: ArrayLike,
    x1: ArrayLike,
    edges: ArrayLike | None = None,
    *,
    clearance: _Float = 0.0,
    tolerance: _Float | None = None,
    budget: int | None = None,
) -> DeformingContacts: ...
