"""ipctk's names for steps free of collisions and for the narrow phase.

`from osculate.compat import ipctk` in place of `import ipctk` answers by Osculate where the function is one of these:
`compute_collision_free_stepsize`, `is_step_collision_free`, the methods of `TightInclusionCCD`, and `CollisionMesh`, which holds edges and
faces as ipctk's does; objects of ipctk's own `CollisionMesh` are taken too. Steps are exact, or proven with a minimum distance: they are
never longer than the first contact, and a step that ends in contact is no step of 1.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _osculate

__all__ = [
    "CollisionMesh",
    "NarrowPhaseCCD",
    "TightInclusionCCD",
    "compute_collision_free_stepsize",
    "is_step_collision_free",
]


class _Mesh(Protocol):
    @property
    def edges(self) -> Any: ...
    @property
    def faces(self) -> Any: ...


class CollisionMesh:
    """The edges and faces between vertices, as ipctk's class of this name."""

    def __init__(
        self, rest_positions: ArrayLike, edges: ArrayLike = (), faces: ArrayLike = ()
    ) -> None:
        self.rest_positions: NDArray[np.float64] = np.asarray(rest_positions, dtype=np.float64)
        """Where the vertices are at rest."""
        self.edges: NDArray[np.int64] = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
        """Pairs of vertices."""
        self.faces: NDArray[np.int64] = np.asarray(faces, dtype=np.int64).reshape(-1, 3)
        """Triples of vertices."""


def _parts(mesh: _Mesh) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    edges = np.asarray(mesh.edges, dtype=np.int64).reshape(-1, 2)
    faces = np.asarray(mesh.faces, dtype=np.int64).reshape(-1, 3)
    return edges, faces


def compute_collision_free_stepsize(
    mesh: _Mesh,
    vertices_t0: ArrayLike,
    vertices_t1: ArrayLike,
    min_distance: float = 0.0,
    broad_phase: object = None,
    narrow_phase_ccd: object = None,
) -> float:
    """How much of the step is free, from 0 to 1: up to and including it no features touch, nor come within `min_distance`.

    `broad_phase` and `narrow_phase_ccd` are taken for ipctk's sake and not looked at.
    """
    edges, faces = _parts(mesh)
    return _osculate.free_step(faces, vertices_t0, vertices_t1, edges, clearance=min_distance)


def is_step_collision_free(
    mesh: _Mesh,
    vertices_t0: ArrayLike,
    vertices_t1: ArrayLike,
    min_distance: float = 0.0,
    broad_phase: object = None,
    narrow_phase_ccd: object = None,
) -> bool:
    """Whether no features touch during the step, nor come within `min_distance`."""
    edges, faces = _parts(mesh)
    free = _osculate.free_step(faces, vertices_t0, vertices_t1, edges, clearance=min_distance)
    return free == 1.0


class NarrowPhaseCCD:
    """The narrow phase: whether two features touch, or come within a distance, and a time up to which they do not."""

    def point_point_ccd(
        self,
        p0_t0: ArrayLike,
        p1_t0: ArrayLike,
        p0_t1: ArrayLike,
        p1_t1: ArrayLike,
        min_distance: float = 0.0,
        tmax: float = 1.0,
    ) -> tuple[bool, float]:
        """Two points."""
        points = (p0_t0, p1_t0, p1_t0, p1_t0, p0_t1, p1_t1, p1_t1, p1_t1)
        return _ccd(_osculate.vertex_face, points, min_distance, tmax)

    def point_edge_ccd(
        self,
        p_t0: ArrayLike,
        e0_t0: ArrayLike,
        e1_t0: ArrayLike,
        p_t1: ArrayLike,
        e0_t1: ArrayLike,
        e1_t1: ArrayLike,
        min_distance: float = 0.0,
        tmax: float = 1.0,
    ) -> tuple[bool, float]:
        """A point and an edge."""
        points = (p_t0, p_t0, e0_t0, e1_t0, p_t1, p_t1, e0_t1, e1_t1)
        return _ccd(_osculate.edge_edge, points, min_distance, tmax)

    def point_triangle_ccd(
        self,
        p_t0: ArrayLike,
        t0_t0: ArrayLike,
        t1_t0: ArrayLike,
        t2_t0: ArrayLike,
        p_t1: ArrayLike,
        t0_t1: ArrayLike,
        t1_t1: ArrayLike,
        t2_t1: ArrayLike,
        min_distance: float = 0.0,
        tmax: float = 1.0,
    ) -> tuple[bool, float]:
        """A point and a triangle."""
        points = (p_t0, t0_t0, t1_t0, t2_t0, p_t1, t0_t1, t1_t1, t2_t1)
        return _ccd(_osculate.vertex_face, points, min_distance, tmax)

    def edge_edge_ccd(
        self,
        ea0_t0: ArrayLike,
        ea1_t0: ArrayLike,
        eb0_t0: ArrayLike,
        eb1_t0: ArrayLike,
        ea0_t1: ArrayLike,
        ea1_t1: ArrayLike,
        eb0_t1: ArrayLike,
        eb1_t1: ArrayLike,
        min_distance: float = 0.0,
        tmax: float = 1.0,
    ) -> tuple[bool, float]:
        """Two edges."""
        points = (ea0_t0, ea1_t0, eb0_t0, eb1_t0, ea0_t1, ea1_t1, eb0_t1, eb1_t1)
        return _ccd(_osculate.edge_edge, points, min_distance, tmax)


class TightInclusionCCD(NarrowPhaseCCD):
    """Takes what ipctk's class of this name takes, none of which changes an exact answer."""

    def __init__(
        self,
        tolerance: float = 1e-6,
        max_iterations: int = 10_000_000,
        conservative_rescaling: float = 0.8,
    ) -> None:
        self.tolerance = tolerance
        self.max_iterations = max_iterations
        self.conservative_rescaling = conservative_rescaling


def _ccd(
    ask: Any, points: tuple[ArrayLike, ...], min_distance: float, tmax: float
) -> tuple[bool, float]:
    start, end = (
        np.array([np.asarray(point, dtype=np.float64).reshape(3) for point in four])
        for four in (points[:4], points[4:])
    )
    contact = ask(start, end, clearance=min_distance)
    if not contact or contact.lower > tmax:
        return False, float("inf")
    return True, contact.lower
