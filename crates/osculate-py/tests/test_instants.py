"""Two bodies at an instant, and rays."""

import pickle

import numpy as np
import pytest
from osculate import Compound, Hull, Mesh, Motion, Motions, Verdict
from osculate import contacts, penetration, penetrations, ray_cast, ray_casts, separation, separations

BALL = Hull.ball(1.0)
BOX = Hull.box([1, 1, 1])
SQUARE = Mesh([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
RNG = np.random.default_rng(5)


def test_balls_are_as_far_apart_as_their_centres_say():
    position = RNG.normal(size=(200, 3)) * 3
    expected = np.linalg.norm(position, axis=1) - 2
    found = separations(BALL, Motions(position=position), BALL, None)
    deep = penetrations(BALL, Motions(position=position), BALL, None)
    apart = expected > 0
    assert apart.sum() > 50 and (~apart).sum() > 10
    for columns, rows in [(found, apart), (deep, np.full(200, True))]:
        assert np.all(columns.lower[rows] <= expected[rows] + 1e-12)
        assert np.all(columns.upper[rows] >= expected[rows] - 1e-12)
        assert np.all(columns.upper[rows] - columns.lower[rows] < 1e-6)
    assert np.all(found.lower[~apart] == 0) and np.array_equal(deep.intersecting, ~apart)
    out = position / np.linalg.norm(position, axis=1)[:, None]
    assert np.allclose(deep.normal, out, atol=1e-6)
    for row in range(0, 200, 20):
        one = separation(BALL, Motion(position=position[row]), BALL, None)
        two = penetration(BALL, Motion(position=position[row]), BALL, None)
        assert (one.lower, one.upper) == (found.lower[row], found.upper[row])
        assert (two.lower, two.upper) == (deep.lower[row], deep.upper[row])
        assert np.array_equal(one.point_a, found.point_a[row]) and one.normal is None
        same = pickle.loads(pickle.dumps(two))
        assert repr(same) == repr(two) and np.array_equal(same.normal, two.normal)
        assert same.features == two.features and same.parts == two.parts == (0, 0)


def test_an_instant_of_a_motion():
    fall = Motion(position=[0, 0, 5], linear=[0, 0, -1])
    assert abs(separation(BALL, fall, BALL, None, time=2.0).lower - 1) < 1e-9
    assert penetration(BALL, fall, BALL, None, time=4.0).intersecting


def test_contacts():
    near = contacts(BALL, [0.5, 0.5, 1.01, 0, 0, 0, 1], SQUARE, None, within=0.1)
    assert near.pieces.tolist() == [[0, 0], [0, 1]] and near.query.tolist() == [0, 0]
    assert np.all(np.abs(near.lower - 0.01) < 1e-6) and len(contacts(BALL, None, BALL, [9, 0, 0, 0, 0, 0, 1])) == 0
    many = contacts(BALL, Motions(position=[[0.5, 0.5, 1.01], [9, 9, 9], [0.9, 0.1, 0.9]]), SQUARE, None, within=0.1)
    assert many.query.tolist().count(0) == 2 and 1 not in many.query and 2 in many.query
    pair = Compound([BALL, BALL.placed([5, 0, 0])])
    assert contacts(pair, None, BALL, [6.5, 0, 0, 0, 0, 0, 1]).pieces.tolist() == [[1, 0]]


def test_rays():
    hit = ray_cast([5, 0, 0], [-2, 0, 0], BALL)
    assert hit.verdict is Verdict.CONTACT and abs(hit.upper - 4) < 1e-5 and hit.normal.tolist() == [1, 0, 0]
    assert not ray_cast([5, 0, 0], [1, 0, 0], BALL)
    assert ray_cast([5, 0, 0], [1, 0, 0], BALL, [9, 0, 0, 0, 0, 0, 1])
    directions = RNG.normal(size=(50, 3))
    many = ray_casts([[3, 0, 0]], directions, BOX)
    for row in range(50):
        one = ray_cast([3, 0, 0], directions[row], BOX)
        assert one.verdict == many.verdict[row] and one.lower == many.lower[row]
    assert (many.verdict == Verdict.CONTACT).any() and (many.verdict == Verdict.FREE).any()


BAD = [
    (lambda: separation(BALL, None, 3, None), TypeError, "'b'"),
    (lambda: separation(BALL, "x", BALL, None), (TypeError, ValueError), "motion_a: "),
    (lambda: separation(BALL, None, BALL, None, time=np.nan), ValueError, "time: NaN is no instant"),
    (lambda: separation(BALL, None, BALL, None, time="0"), TypeError, "time: a number"),
    (lambda: separation(BALL, None, BALL, None, within=1), TypeError, "separation.. got an unexpected keyword argument 'within'"),
    (lambda: separations(BALL, Motions(position=np.zeros((2, 3))), BALL, Motions(position=np.zeros((3, 3)))), ValueError, "motions_b"),
    (lambda: penetration(BALL, None, BALL, [0, 0, 0, 0, 0, 0, 0]), ValueError, "motion_b: the rotation"),
    (lambda: penetrations(BALL, 5, BALL, None), TypeError, "motions_a"),
    (lambda: penetrations(BALL, None, BALL, None, tolerance=1), TypeError, "'tolerance'"),
    (lambda: contacts(BALL, None, BALL, None, within=-1), ValueError, "within: "),
    (lambda: contacts(BALL, None, BALL, None, within=np.nan), ValueError, "within: "),
    (lambda: contacts(None, None, BALL, None), TypeError, "'a'"),
    (lambda: ray_cast([0, 0], [1, 0, 0], BALL), ValueError, "origin: the shape"),
    (lambda: ray_cast([0, 0, 0], [0, 0, 0], BALL), ValueError, "origin, direction: the direction"),
    (lambda: ray_cast([0, 0, np.nan], [0, 0, 1], BALL), ValueError, "the origin"),
    (lambda: ray_cast([0, 0, 0], [0, 0, 1], BALL, 3), TypeError, "placement: "),
    (lambda: ray_cast([0, 0, 0], [0, 0, 1], BALL, span=(0, 1)), TypeError, "'span'"),
    (lambda: ray_casts([0, 0, 0], [[0, 0, 1]], BALL), ValueError, "origins: the shape"),
    (lambda: ray_casts([[0, 0, 0]] * 2, [[0, 0, 1]] * 3, BALL), ValueError, "directions: there are 3"),
    (lambda: ray_casts([[0, 0, 0]], [[0, 0, 1], [0, 0, 0]], BALL), ValueError, r"origins, directions\[1\]"),
]


@pytest.mark.parametrize("ask, error, words", BAD)
def test_bad_input_is_named(ask, error, words):
    with pytest.raises(error, match=words):
        ask()
