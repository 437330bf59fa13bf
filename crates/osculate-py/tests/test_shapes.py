"""Shapes: what they are made of, and what is said of what cannot be one."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest
from osculate import Compound, HalfSpace, Hull, Mesh, separation

TRIANGLE = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])

SHAPES = [
    Mesh(TRIANGLE, [[0, 1, 2]]),
    Mesh.load("builtin:torus-knot?p=2&q=3&triangles=600"),
    Hull.box([0.5, 0.25, 1]),
    Hull.ball(0.7),
    Hull.capsule(1, 0.25),
    Hull.cylinder(0.5, 1),
    Hull.cone(0.5, 1),
    Hull.ellipsoid([1, 0.5, 0.3]),
    Hull.points(np.random.default_rng(1).normal(size=(40, 3))),
    Hull.box([1, 1, 1]).rounded(0.1).placed([1, 2, 3], [0, 0, np.sin(0.3), np.cos(0.3)]),
    Compound([Hull.ball(1), Hull.box([1, 1, 1]).placed([2, 0, 0])]),
    HalfSpace([1, 2, 3], 0.3),
]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_copies_and_pickles_are_the_same(shape):
    ball = Hull.ball(0.1)
    place = [3, 2, 1, 0, 0, 0, 1]
    expected = separation(ball, place, shape, None)
    for same in [copy.copy(shape), copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))]:
        assert type(same) is type(shape)
        assert repr(same) == repr(shape)
        found = separation(ball, place, same, None)
        assert (found.lower, found.upper) == (expected.lower, expected.upper)
        assert same.bounding_ball[1] == shape.bounding_ball[1]


def test_representations_can_be_evaluated():
    for shape in SHAPES:
        text = repr(shape)
        if "<" not in text and not text.startswith("Mesh"):
            # A rotation is rounded on its way to a matrix and back.
            assert repr(eval(text)) == text or "rounded" in text


@pytest.mark.parametrize(
    "dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", ">i4"]
)
def test_faces_have_any_integer_dtype(dtype):
    mesh = Mesh(TRIANGLE, np.array([[0, 1, 2]], dtype))
    assert mesh.faces.tolist() == [[0, 1, 2]]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", ">f8", "int32", "longdouble"])
def test_vertices_are_any_numbers(dtype):
    assert np.array_equal(Mesh(TRIANGLE.astype(dtype), [[0, 1, 2]]).vertices, TRIANGLE)


def test_layouts():
    knot = SHAPES[1]
    fortran = Mesh(np.asfortranarray(knot.vertices), np.asfortranarray(knot.faces))
    reversed_view = Mesh(knot.vertices[::-1], len(knot.vertices) - 1 - knot.faces.astype(int))
    frozen = knot.vertices
    frozen.flags.writeable = False
    for same in [fortran, reversed_view, Mesh(frozen, knot.faces)]:
        assert np.allclose(same.bounding_ball[0], knot.bounding_ball[0], atol=1e-12)


def test_meshes_of_trimesh():
    trimesh = pytest.importorskip("trimesh")
    mesh = Mesh.from_trimesh(trimesh.creation.icosphere())
    assert len(mesh.faces) == 1280
    with pytest.raises(ValueError, match="mesh: it has no vertices"):
        Mesh.from_trimesh(3)


def test_files(tmp_path: Path):
    path = tmp_path / "triangle.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    assert repr(Mesh.load(path)) == repr(Mesh.load(str(path))) == "Mesh(3 vertices, 1 faces)"
    path.write_text("v 0 0 0\nf 1 2 3\n")
    with pytest.raises(ValueError, match="triangle.obj"):
        Mesh.load(path)
    with pytest.raises(FileNotFoundError, match="nothing.obj"):
        Mesh.load(tmp_path / "nothing.obj")
    with pytest.raises(ValueError, match="builtin"):
        Mesh.load("builtin:nothing")
    with pytest.raises(TypeError):
        Mesh.load(3)


BAD = [
    (lambda: Mesh([[0, 0]], [[0, 0, 0]]), ValueError, r"vertices: the shape must be \(n, 3\), and is \(1, 2\)"),
    (lambda: Mesh(TRIANGLE, [[0, 1]]), ValueError, r"faces: the shape must be \(n, 3\), and is \(1, 2\)"),
    (lambda: Mesh(TRIANGLE, []), ValueError, "faces: the mesh has no triangles"),
    (lambda: Mesh(TRIANGLE, np.zeros((0, 3), int)), ValueError, "faces: the mesh has no triangles"),
    (lambda: Mesh(TRIANGLE, [[0, 1, 2], [0, 1, 3]]), ValueError, "faces: corner 2 of triangle 1 is vertex 3"),
    (lambda: Mesh(TRIANGLE, [[0, 1, 2], [0, 1, -1]]), ValueError, r"faces\[1\]: -1 is no index"),
    (lambda: Mesh(TRIANGLE, [[0.0, 1.0, 2.0]]), TypeError, "faces: an array of integers is needed, not one of dtype float64"),
    (lambda: Mesh([["a", "b", "c"]], [[0, 0, 0]]), TypeError, "vertices: an array of numbers is needed"),
    (lambda: Mesh(TRIANGLE * 1j, [[0, 1, 2]]), TypeError, "vertices: .* dtype complex128"),
    (lambda: Mesh([[0, 0, 0], [1]], [[0, 1, 2]]), ValueError, "vertices: "),
    (lambda: Mesh(TRIANGLE + [0, np.nan, 0], [[0, 1, 2]]), ValueError, "vertices: vertex 0 has the coordinate NaN"),
    (lambda: Mesh(TRIANGLE), TypeError, "faces"),
    (lambda: Hull.box([1, 2]), ValueError, r"half_extents: the shape must be \(3,\), and is \(2,\)"),
    (lambda: Hull.box([1, 2, -1]), ValueError, "half_extents: "),
    (lambda: Hull.box(None), TypeError, "half_extents: .* dtype object"),
    (lambda: Hull.ball(np.nan), ValueError, "radius: .*NaN"),
    (lambda: Hull.ball("1"), TypeError, "radius"),
    (lambda: Hull.capsule(-1, 1), ValueError, "half_length"),
    (lambda: Hull.cylinder(1, np.inf), ValueError, "half_height"),
    (lambda: Hull.cone(-1, 1), ValueError, "radius"),
    (lambda: Hull.ellipsoid([1, 1, -1]), ValueError, "radii"),
    (lambda: Hull.points(np.zeros((0, 3))), ValueError, "points: a polytope needs at least one point"),
    (lambda: Hull.points([[0, 0, np.inf]]), ValueError, "points: point 0"),
    (lambda: Hull.ball(1).rounded(-1), ValueError, "margin"),
    (lambda: Hull.ball(1).placed([0, 0]), ValueError, "position: the shape"),
    (lambda: Hull.ball(1).placed([0, 0, np.nan]), ValueError, "position: "),
    (lambda: Hull.ball(1).placed([0, 0, 0], [0, 0, 0, 2]), ValueError, "rotation: "),
    (lambda: Hull.ball(1).placed([0, 0, 0], [0, 0, 1]), ValueError, "rotation: the shape"),
    (lambda: Hull.ball(1).support([1, 0]), ValueError, "direction: the shape"),
    (lambda: Hull(), TypeError, "Hull"),
    (lambda: Compound([]), ValueError, "parts: "),
    (lambda: Compound([3]), TypeError, "parts"),
    (lambda: Compound([SHAPES[0]]), TypeError, "parts"),
    (lambda: HalfSpace([0, 0, 0]), ValueError, "normal"),
    (lambda: HalfSpace([0, 0, 1], np.nan), ValueError, "offset"),
]


@pytest.mark.parametrize("make, error, words", BAD)
def test_bad_input_is_named(make, error, words):
    with pytest.raises(error, match=words):
        make()
