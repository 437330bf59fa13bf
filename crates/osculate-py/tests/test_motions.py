"""Motions, one by one and many at once."""

import copy
import pickle

import numpy as np
import pytest
from osculate import Motion, Motions

RNG = np.random.default_rng(7)


def rotations(count):
    """Unit quaternions as x, y, z, w."""
    q = RNG.normal(size=(count, 4))
    return q / np.linalg.norm(q, axis=1)[:, None]


def matrices(rows):
    """(n, 7) as (n, 4, 4), by the textbook's formula."""
    x, y, z, w = rows[:, 3:].T
    made = np.zeros((len(rows), 4, 4))
    made[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], 1)
    made[:, 1, :3] = np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], 1)
    made[:, 2, :3] = np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], 1)
    made[:, :3, 3] = rows[:, :3]
    made[:, 3, 3] = 1
    return made


def placements(count):
    return np.hstack([RNG.normal(size=(count, 3)), rotations(count)])


def test_matrices_and_rows_are_the_same_placements():
    start, end = placements(20), placements(20)
    for row in range(20):
        motion = Motion(start[row], end[row])
        by_matrix = Motion(matrices(start)[row], matrices(end)[row])
        for motion in [motion, by_matrix]:
            assert np.allclose(motion.placement(0), matrices(start)[row], atol=1e-12)
            assert np.allclose(motion.placement(1), matrices(end)[row], atol=1e-12)


def test_between_is_what_scipy_interpolates():
    transform = pytest.importorskip("scipy.spatial.transform")
    start, end = placements(20), placements(20)
    many = Motions(start, end)
    for row in range(20):
        ends = transform.Rotation.from_quat([start[row, 3:], end[row, 3:]])
        expected = transform.Slerp([0, 1], ends)(0.3).as_matrix()
        placement = many[row].placement(0.3)
        assert np.allclose(placement[:3, :3], expected, atol=1e-9)
        assert np.allclose(placement[:3, 3], 0.7 * start[row, :3] + 0.3 * end[row, :3])


def test_flights():
    flight = Motion(position=[1, 2, 3], linear=[1, 0, 0], acceleration=[0, 0, -10])
    assert np.allclose(flight.placement(2)[:3, 3], [3, 2, -17])
    turn = Motion(angular=[0, 0, np.pi / 2])
    assert np.allclose(turn.placement(1) @ [1, 0, 0, 1], [0, 1, 0, 1])
    assert turn.angular.tolist() == [0, 0, np.pi / 2]
    assert flight.linear.tolist() == [1, 0, 0] and flight.acceleration.tolist() == [0, 0, -10]
    assert Motion(np.eye(4), linear=[1, 0, 0]) == Motion(linear=[1, 0, 0])


MOTIONS = [
    Motion(),
    Motion(np.eye(4)),
    Motion(placements(1)[0], placements(1)[0]),
    Motion(position=[1, 2, 3], rotation=rotations(1)[0], linear=[1, 0, 0], angular=[0, 2, 0], acceleration=[0, 0, -9.8]),
]


@pytest.mark.parametrize("motion", MOTIONS, ids=repr)
def test_copies_and_pickles(motion):
    for same in [copy.copy(motion), copy.deepcopy(motion), pickle.loads(pickle.dumps(motion)), eval(repr(motion))]:
        assert same == motion and repr(same) == repr(motion)
        assert np.array_equal(same.placement(0.7), motion.placement(0.7))
    assert motion != Motion(position=[9, 9, 9]) and motion != 3


def test_batches():
    start, end = placements(10), placements(10)
    many = Motions(start, end)
    assert len(many) == 10 and repr(many) == "Motions(10 of them)"
    assert many[3] == Motion(start[3], end[3]) == many[-7]
    assert len(list(many)) == 10
    for same in [copy.copy(many), copy.deepcopy(many), pickle.loads(pickle.dumps(many))]:
        assert [same[i] == many[i] for i in range(10)] == [True] * 10
    flights = Motions(position=start[:, :3], linear=[[1, 0, 0]])
    assert pickle.loads(pickle.dumps(flights))[9] == flights[9]
    assert Motions(start[:1], end)[4] == Motion(start[0], end[4])
    assert Motions(matrices(start))[4] == Motion(matrices(start)[4])
    assert len(Motions(np.zeros((0, 7)))) == 0 and len(Motions(np.zeros((0, 4, 4)), np.zeros((0, 4, 4)))) == 0
    assert Motions(np.asfortranarray(start), end)[4] == many[4]


SCALED = 2 * np.eye(4)
MIRRORED = np.diag([1.0, 1, -1, 1])
SHEARED = np.eye(4) + np.eye(4, k=1) * 1e-5
LAST_ROW = np.eye(4)
LAST_ROW[3, 0] = 1

BAD = [
    (lambda: Motion(SCALED, np.eye(4)), ValueError, "start: the matrix is not a rigid motion"),
    (lambda: Motion(np.eye(4), MIRRORED), ValueError, "end: .*mirrors"),
    (lambda: Motion(np.eye(4), SHEARED), ValueError, "end: .*right angles"),
    (lambda: Motion(LAST_ROW), ValueError, "start: .*last row"),
    (lambda: Motion(np.full((4, 4), np.nan)), ValueError, "start: "),
    (lambda: Motion(np.eye(3)), ValueError, r"start: the shape must be \(4, 4\) or \(7,\), and is \(3, 3\)"),
    (lambda: Motion([0, 0, 0, 0, 0, 0, 2]), ValueError, "start: the rotation .* has the length 2"),
    (lambda: Motion([0, 0, np.nan, 0, 0, 0, 1]), ValueError, "start: the position"),
    (lambda: Motion(None, np.eye(4)), TypeError, "end: it goes with start"),
    (lambda: Motion(np.eye(4), np.eye(4), linear=[1, 0, 0]), TypeError, "linear: it does not go with end"),
    (lambda: Motion(np.eye(4), position=[1, 0, 0]), TypeError, "position: it does not go with start"),
    (lambda: Motion(velocity=[1, 0, 0]), TypeError, "unexpected keyword argument 'velocity'"),
    (lambda: Motion(position=[0, 0]), ValueError, "position: the shape"),
    (lambda: Motion(rotation=[0, 0, 0, 3]), ValueError, "rotation: "),
    (lambda: Motion(linear=[0, 0, np.inf]), ValueError, "linear: "),
    (lambda: Motion(angular=[0, 0, 1e10]), ValueError, "angular: "),
    (lambda: Motion(acceleration=[0, np.nan, 0]), ValueError, "acceleration: "),
    (lambda: Motion(position="abc"), TypeError, "position: an array of numbers"),
    (lambda: Motions(np.eye(4)), ValueError, r"start: the shape must be \(n, 4, 4\) or \(n, 7\)"),
    (lambda: Motions([np.eye(4), SCALED]), ValueError, r"start\[1\]: the matrix"),
    (lambda: Motions(placements(3), placements(2)), ValueError, "end: there are 2 rows, and 3 of start"),
    (lambda: Motions(placements(3), placements(3) * 2), ValueError, r"end\[0\]: the rotation"),
    (lambda: Motions(position=np.zeros((3, 3)), linear=np.zeros((2, 3))), ValueError, "linear: there are 2 rows, and 3 of position"),
    (lambda: Motions(position=np.zeros((3, 3)), rotation=[[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]]), ValueError, r"rotation\[2\]"),
    (lambda: Motions(linear=[[0, 0, 0], [0, np.nan, 0]]), ValueError, r"linear\[1\]"),
    (lambda: Motions(position=[0, 0, 0]), ValueError, r"position: the shape must be \(n, 3\)"),
    (lambda: Motions(position=[["a"] * 3]), TypeError, "position: an array of numbers"),
    (lambda: Motions(placements(3))[3], IndexError, "index 3 is out of range"),
]


@pytest.mark.parametrize("make, error, words", BAD)
def test_bad_input_is_named(make, error, words):
    with pytest.raises(error, match=words):
        make()
