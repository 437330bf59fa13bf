"""Features on straight lines and deforming meshes, held against exact numbers."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from osculate import deforming_contacts, edge_edge, free_fractions, free_step, vertex_face

RNG = np.random.default_rng(11)
FACE = np.array([[0.25, 0.25, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]])


def falls(height=-1.0):
    end = FACE.copy()
    end[0, 2] = height
    return end


def exact_planes(start, end):
    """The instants in [0, 1] at which a vertex that falls along z passes a face that lies in a plane z = c, as fractions."""
    z0, z1, c = Fraction(float(start[0, 2])), Fraction(float(end[0, 2])), Fraction(float(start[1, 2]))
    return None if z0 == z1 else (c - z0) / (z1 - z0)


def test_brackets_hold_the_exact_instant():
    start = np.tile(FACE, (300, 1, 1))
    start[:, 0, 2] = RNG.uniform(0.5, 2, 300)
    start[:, 0, :2] = RNG.uniform(-0.2, 0.8, (300, 2))
    end = start.copy()
    end[:, 0, 2] = RNG.uniform(-2, 0.5, 300)
    found = vertex_face(start, end)
    for row in range(300):
        instant = exact_planes(start[row], end[row])
        x, y = (Fraction(float(v)) for v in start[row, 0, :2])
        meets = x >= 0 and y >= 0 and x + y <= 1 and 0 <= instant <= 1
        assert found.hit[row] == meets
        if meets:
            assert Fraction(float(found.lower[row])) < instant <= Fraction(float(found.upper[row]))
            assert found.upper[row] - found.lower[row] <= 1e-12
            assert np.allclose(found.point[row], [*start[row, 0, :2], 0], atol=1e-12)
            assert np.allclose(found.weights[row, 1:] @ start[row, 1:], found.point[row], atol=1e-12)
    assert found.hit.sum() > 30 and (~found.hit).sum() > 30
    assert np.all(found.lower[~found.hit] == 1) and np.all(np.isinf(found.upper[~found.hit]))
    assert np.all(np.isnan(found.normal[~found.hit]))


@pytest.mark.parametrize("ask", [vertex_face, edge_edge])
@pytest.mark.parametrize("clearance", [0.0, 0.05])
def test_batches_have_the_bits_of_single_queries(ask, clearance):
    start, end = RNG.normal(size=(200, 4, 3)), RNG.normal(size=(200, 4, 3))
    found = ask(start, end, clearance=clearance)
    for row in range(200):
        one = ask(start[row], end[row], clearance=clearance)
        assert bool(one) == one.hit == found.hit[row]
        assert (one.lower, one.upper) == (found.lower[row], found.upper[row])
        for name in ["weights", "point", "normal"]:
            assert np.array_equal(getattr(one, name), getattr(found, name)[row], equal_nan=True)
        same = pickle.loads(pickle.dumps(one))
        assert repr(same) == repr(one) and np.array_equal(same.weights, one.weights, equal_nan=True)
    assert found.hit.any() and not found.hit.all()


def test_clearances():
    assert abs(vertex_face(FACE, falls(), clearance=0.5).lower - 0.25) < 1e-5
    assert vertex_face(FACE, falls(0.1), clearance=0.5) and not vertex_face(FACE, falls(0.1))
    assert vertex_face(FACE, falls(), clearance=2.0).lower == 0
    stopped = vertex_face(FACE, falls(), clearance=0.5, budget=0)
    assert stopped and stopped.upper == np.inf


@pytest.mark.parametrize(
    "changed",
    [np.asfortranarray, lambda a: a.astype("float32"), lambda a: a.tolist(), lambda a: a.astype(">f8"), lambda a: np.repeat(a, 2, 0)[::2]],
)
def test_layouts(changed):
    start = np.round(RNG.normal(size=(20, 4, 3)), 1).astype("float32").astype(float)
    end = np.round(RNG.normal(size=(20, 4, 3)), 1).astype("float32").astype(float)
    expected = edge_edge(start, end)
    found = edge_edge(changed(start), changed(end))
    assert np.array_equal(found.lower, expected.lower)


def test_empty_and_read_only():
    empty = vertex_face(np.zeros((0, 4, 3)), np.zeros((0, 4, 3)))
    assert len(empty) == 0 and empty.weights.shape == (0, 4)
    frozen = FACE.copy()
    frozen.flags.writeable = False
    assert vertex_face(frozen, falls())


def sheet(size, height, shift=0.0):
    """A grid of triangles in a plane."""
    x, y = np.meshgrid(np.arange(size), np.arange(size))
    vertices = np.stack([x.ravel() + shift, y.ravel() + shift, np.full(size * size, height)], 1).astype(float)
    faces = []
    for i in range(size - 1):
        for j in range(size - 1):
            a = i * size + j
            faces += [[a, a + 1, a + size], [a + 1, a + size + 1, a + size]]
    return vertices, np.array(faces)


def test_sheets():
    lower, faces = sheet(5, 0.0)
    upper, _ = sheet(5, 1.0, 0.3)
    x0 = np.vstack([lower, upper])
    both = np.vstack([faces, faces + 25])
    x1 = x0 + np.repeat([[0, 0, 0], [0, 0, -4]], 25, axis=0)
    step = free_step(both, x0, x1)
    assert 0.25 - 1e-9 < step < 0.25
    found = deforming_contacts(both, x0, x1)
    assert np.all(np.abs(found.lower - 0.25) < 1e-9) and found.lower.min() == step
    assert set(found.kind) == {0, 1} and found.features[found.kind == 0].max() < 64
    edges = found.edges[found.features[found.kind == 1]]
    assert np.all((edges[:, 0] < 25).all(1) ^ (edges[:, 1] < 25).all(1))
    assert len(found[:3]) == 3 and len(found[:3].edges) == len(found.edges)
    near = free_step(both, x0, x1, clearance=0.5)
    assert abs(near - 0.125) < 1e-5 and near < 0.125
    fractions = free_fractions(both, x0, x1)
    assert fractions.shape == (50,) and fractions.min() > 0 and fractions.max() <= 1
    stopped = x0 + fractions[:, None] * (x1 - x0)
    assert free_step(both, x0, stopped) == 1.0
    assert free_step(both, x0, x0) == 1.0


def test_edges_of_their_own():
    x0 = np.array([[-1.0, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]])
    x1 = x0 + [[0, 0, -2], [0, 0, -2], [0, 0, 0], [0, 0, 0]]
    none = np.zeros((0, 3), int)
    assert abs(free_step(none, x0, x1, [[0, 1], [2, 3]]) - 0.5) < 1e-9
    assert free_step(none, x0, x1) == 1.0


BAD = [
    (lambda: vertex_face(FACE[:3], FACE), ValueError, r"start: the shape must be \(n, 4, 3\), or \(4, 3\) for a single query, and is \(3, 3\)"),
    (lambda: vertex_face(FACE, FACE[None]), ValueError, "start: the shape"),
    (lambda: vertex_face([FACE, FACE], [FACE]), ValueError, "end: there are 1 rows, and 2 of start"),
    (lambda: vertex_face([FACE, FACE, FACE], [FACE, FACE, falls(np.nan)]), ValueError, r"end\[2\]: a coordinate is not finite"),
    (lambda: edge_edge([FACE, falls(np.inf)], [FACE, FACE]), ValueError, r"start\[1\]"),
    (lambda: edge_edge(FACE, falls(np.nan)), ValueError, "end: a coordinate"),
    (lambda: vertex_face(FACE * 1j, FACE), TypeError, "start: .*complex"),
    (lambda: vertex_face(FACE, None), TypeError, "end: .*object"),
    (lambda: vertex_face(FACE, FACE, span=(0, 1)), TypeError, "'span'"),
    (lambda: edge_edge(FACE, FACE, clearance=-1), ValueError, "clearance: "),
    (lambda: free_step([[0, 1, 2]], FACE, FACE[:3]), ValueError, "x1: "),
    (lambda: free_step([[0, 1, 4]], FACE, FACE), ValueError, "faces: "),
    (lambda: free_step([[0, 1, 2]], FACE, falls(np.nan)), ValueError, "x1: "),
    (lambda: free_step([[0, 1, 2]], falls(np.nan), FACE), ValueError, "x0: "),
    (lambda: free_step([[0, 1, 2]], FACE[:, :2], FACE), ValueError, "x0: the shape"),
    (lambda: free_step([[0.5, 1, 2]], FACE, FACE), TypeError, "faces: an array of integers"),
    (lambda: free_step([[0, 1, 2]], FACE, FACE, [[0, 9]]), ValueError, "edges: "),
    (lambda: free_fractions([[0, 1]], FACE, FACE), ValueError, "faces: the shape"),
    (lambda: deforming_contacts([[0, 1, 2]], FACE, FACE, tolerance=-1), ValueError, "tolerance: "),
]


@pytest.mark.parametrize("ask, error, words", BAD)
def test_bad_input_is_named(ask, error, words):
    with pytest.raises(error, match=words):
        ask()
