"""ipctk's names: held against exact contacts, and against ipctk itself where it is installed."""

import os

import numpy as np
import pytest
from osculate import deforming_contacts
from osculate.compat import ipctk as ours

RNG = np.random.default_rng(17)


def cloth(size):
    """A square sheet: vertices, edges, faces."""
    x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size))
    vertices = np.stack([x.ravel(), y.ravel(), np.zeros(size * size)], 1)
    faces = []
    for i in range(size - 1):
        for j in range(size - 1):
            a = i * size + j
            faces += [[a, a + 1, a + size], [a + 1, a + size + 1, a + size]]
    faces = np.array(faces)
    edges = np.unique(np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1), axis=0)
    return vertices, edges, faces


def steps(count):
    """Random steps: two sheets, crumpled a little, one of which falls onto the other."""
    vertices, edges, faces = cloth(4)
    two = [np.vstack([of, of + len(vertices)]) for of in (edges, faces)]
    for _ in range(count):
        x0 = np.vstack([vertices, vertices + [0.1, 0.2, 0.5]]) + RNG.normal(size=(32, 3)) * 0.05
        x1 = x0 + RNG.normal(size=(32, 3)) * 0.2
        x1[16:] -= [0, 0, RNG.uniform(0, 1)]
        yield x0, x1, *two


def test_steps_never_exceed_the_first_contact():
    limited = 0
    for x0, x1, edges, faces in steps(200):
        mesh = ours.CollisionMesh(x0, edges, faces)
        step = ours.compute_collision_free_stepsize(mesh, x0, x1)
        found = deforming_contacts(faces, x0, x1)
        assert ours.is_step_collision_free(mesh, x0, x1) == (len(found) == 0) == (step == 1.0)
        limited += step < 1
        if len(found):
            assert step == found.lower.min() <= found.upper.min()
        near = ours.compute_collision_free_stepsize(mesh, x0, x1, min_distance=1e-3)
        assert near <= step
    assert 20 < limited < 200


@pytest.mark.parametrize("min_distance", [0.0, 1e-3])
def test_steps_beside_ipctk(min_distance):
    """Random steps, as many as OSCULATE_STEPS says: ours is at most the exact first contact, and never shorter than ipctk's by more than its tolerance."""
    ipctk = pytest.importorskip("ipctk")
    limited = 0
    for x0, x1, edges, faces in steps(int(os.environ.get("OSCULATE_STEPS", "100"))):
        mesh = ipctk.CollisionMesh(np.asfortranarray(x0), np.asfortranarray(edges, np.int32), np.asfortranarray(faces, np.int32))
        theirs = ipctk.compute_collision_free_stepsize(mesh, np.asfortranarray(x0), np.asfortranarray(x1), min_distance)
        step = ours.compute_collision_free_stepsize(mesh, x0, x1, min_distance)
        assert step >= theirs - 1e-6
        if min_distance == 0:
            found = deforming_contacts(faces, x0, x1)
            assert step <= (found.upper.min() if len(found) else 1.0)
        limited += step < 1
    assert limited > 20


def test_the_narrow_phase_beside_ipctk():
    ipctk = pytest.importorskip("ipctk")
    theirs, mine = ipctk.TightInclusionCCD(), ours.TightInclusionCCD()
    hits = 0
    for name, count in [("point_triangle_ccd", 4), ("edge_edge_ccd", 4), ("point_edge_ccd", 3), ("point_point_ccd", 2)]:
        for _ in range(200):
            points = list(RNG.normal(size=(2 * count, 3)))
            expected, early = getattr(theirs, name)(*points)
            hit, time = getattr(mine, name)(*points)
            hits += hit
            # ipctk may report a contact that is none, but misses none.
            assert expected or not hit
            assert not hit or time >= early - 1e-6
    assert hits > 20


def test_the_narrow_phase():
    ccd = ours.TightInclusionCCD()
    face = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert ccd.point_triangle_ccd([0.2, 0.2, 1], *face, [0.2, 0.2, -1], *face)[0]
    hit, time = ccd.point_triangle_ccd([0.2, 0.2, 1], *face, [0.2, 0.2, -1], *face, min_distance=0.5)
    assert hit and abs(time - 0.25) < 1e-5
    assert ccd.point_triangle_ccd([0.2, 0.2, 1], *face, [0.2, 0.2, -1], *face, tmax=0.4) == (False, np.inf)
    hit, time = ccd.point_point_ccd([0, 0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0])
    assert hit and abs(time - 0.5) < 1e-9
    assert not ccd.point_point_ccd([0, 0, 0], [1, 0, 0], [1, 0.1, 0], [0, 0, 0])[0]
    assert ccd.point_edge_ccd([0, 0, 1], [-1, 0, 0], [1, 0, 0], [0, 0, -1], [-1, 0, 0], [1, 0, 0])[0]
    with pytest.raises(ValueError):
        ccd.point_point_ccd([0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0])
    mesh = ours.CollisionMesh(np.zeros((3, 3)), [[0, 1]], [[0, 1, 2]])
    with pytest.raises(ValueError, match="x1"):
        ours.compute_collision_free_stepsize(mesh, np.zeros((3, 3)), np.zeros((2, 3)))
