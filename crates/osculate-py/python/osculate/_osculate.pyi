"""What is compiled of Osculate."""

import os
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from ._columns import (
    DeformingContacts,
    FirstContacts,
    GasEvents,
    Penetrations,
    PieceContacts,
    PointContacts,
    RobotContacts,
    Separations,
    WorldContacts,
)
from ._trace import Trace
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
def trace_first_contact(
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
) -> Trace: ...
def _html(trace: bytes, name: str) -> str: ...
def _has_page() -> bool: ...
def _command_line(words: list[str]) -> int: ...

_Path = str | os.PathLike[str]
_Obstacle = tuple[Shape, _OneMotion]

@final
class Environment:
    def __new__(cls, obstacles: dict[str, _Obstacle] | None = None) -> Environment: ...
    @staticmethod
    def builtin(name: str) -> Environment: ...
    @staticmethod
    def load(path: _Path, robot: Robot) -> Environment: ...
    @property
    def names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Environment: ...
    def __deepcopy__(self, _memo: Any, /) -> Environment: ...

@final
class Robot:
    @staticmethod
    def from_urdf(
        path: _Path, srdf: _Path | None = None, packages: dict[str, _Path] | None = None
    ) -> Robot: ...
    @staticmethod
    def builtin(name: str) -> Robot: ...
    @property
    def name(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def joints(self) -> list[str]: ...
    @property
    def links(self) -> list[str]: ...
    @property
    def limits(self) -> _Floats: ...
    @property
    def default(self) -> _Floats: ...
    def link_placement(self, link: str, q: ArrayLike) -> tuple[_Floats, list[float]]: ...
    def first_contact(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        environment: Environment | None = None,
        *,
        tolerance: _Float | None = None,
        clearance: _Float = 0.0,
        budget: int | None = None,
    ) -> RobotContacts: ...
    def is_free(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        environment: Environment | None = None,
        *,
        tolerance: _Float | None = None,
        clearance: _Float = 0.0,
        budget: int | None = None,
    ) -> bool | NDArray[np.bool_]: ...
    def smallest_distance(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        environment: Environment | None = None,
        *,
        tolerance: _Float | None = None,
        clearance: _Float = 0.0,
        budget: int | None = None,
    ) -> _Floats: ...
    def trace(
        self, q0: ArrayLike, q1: ArrayLike, environment: Environment | None = None
    ) -> Trace: ...
    def __copy__(self) -> Robot: ...
    def __deepcopy__(self, _memo: Any, /) -> Robot: ...

@final
class Gas:
    def __new__(
        cls,
        positions: ArrayLike,
        velocities: ArrayLike,
        radii: ArrayLike,
        *,
        masses: ArrayLike = 1.0,
        restitution: ArrayLike = 1.0,
        low: ArrayLike | None = None,
        high: ArrayLike | None = None,
        periodic: bool = False,
        gravity: ArrayLike | None = None,
    ) -> Gas: ...
    @staticmethod
    def random(
        count: int,
        fraction: _Float,
        seed: int = 0,
        dimension: int = 2,
        periodic: bool = False,
    ) -> Gas: ...
    def run(self, until: _Float) -> int: ...
    def events(self, until: _Float) -> GasEvents: ...
    def record(self, until: _Float, title: str = "gas") -> Trace: ...
    @property
    def time(self) -> float: ...
    @property
    def kinetic_energy(self) -> float: ...
    @property
    def positions(self) -> _Floats: ...
    @property
    def velocities(self) -> _Floats: ...
    @property
    def radii(self) -> _Floats: ...
    @property
    def masses(self) -> _Floats: ...
    def __len__(self) -> int: ...
    @staticmethod
    def _restore(checkpoint: bytes) -> Gas: ...

@final
class Handle:
    @property
    def index(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Handle, /) -> bool: ...
    def __le__(self, other: Handle, /) -> bool: ...
    def __gt__(self, other: Handle, /) -> bool: ...
    def __ge__(self, other: Handle, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    @staticmethod
    def _restore(text: str) -> Handle: ...

@final
class World:
    def __new__(cls, *, gravity: ArrayLike | None = None, step: _Float | None = None) -> World: ...
    @staticmethod
    def scene(source: _Path) -> World: ...
    @staticmethod
    def scenes() -> list[str]: ...
    def add(
        self,
        shape: Shape,
        placement: ArrayLike | None = None,
        *,
        kind: Literal["dynamic", "fixed", "kinematic"] = "dynamic",
        name: str | None = None,
        linear: ArrayLike | None = None,
        angular: ArrayLike | None = None,
        density: _Float | None = None,
        mass: _Float | None = None,
        friction: _Float | None = None,
        restitution: _Float | None = None,
    ) -> Handle: ...
    def remove(self, body: Handle) -> None: ...
    def step(self, count: int = 1) -> None: ...
    def record(self, until: _Float, title: str = "world") -> Trace: ...
    @property
    def time(self) -> float: ...
    @property
    def seconds(self) -> float | None: ...
    @property
    def handles(self) -> list[Handle]: ...
    @property
    def names(self) -> list[str | None]: ...
    @property
    def positions(self) -> _Floats: ...
    @property
    def rotations(self) -> _Floats: ...
    @property
    def linear(self) -> _Floats: ...
    @property
    def angular(self) -> _Floats: ...
    @property
    def asleep(self) -> NDArray[np.bool_]: ...
    @property
    def energy(self) -> float: ...
    @property
    def contacts(self) -> WorldContacts: ...
    def placement(self, body: Handle) -> _Floats: ...
    def set_velocity(self, body: Handle, linear: ArrayLike, angular: ArrayLike) -> None: ...
    def apply_impulse(self, body: Handle, impulse: ArrayLike, point: ArrayLike) -> None: ...
    def __len__(self) -> int: ...
    @staticmethod
    def _restore(text: str, seconds: float | None) -> World: ...
