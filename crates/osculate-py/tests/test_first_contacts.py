"""First contacts, held against closed forms, and batches against single queries."""

import os
import pickle
import signal
import threading
import time

import numpy as np
import osculate
import pytest
from osculate import Compound, FirstContacts, HalfSpace, Hull, Mesh, Motion, Motions, Verdict
from osculate import first_contact, first_contacts

BALL = Hull.ball(1.0)
KNOT = Mesh.load("builtin:torus-knot?p=2&q=3&triangles=600")
BOX = Hull.box([0.5, 0.4, 0.3])
RNG = np.random.default_rng(3)


def test_balls_meet_when_the_quadratic_says():
    position = RNG.normal(size=(500, 3)) * 4
    linear = RNG.normal(size=(500, 3)) - position
    answers = first_contacts(BALL, Motions(position=position, linear=linear), BALL, None)
    a = (linear**2).sum(1)
    b = 2 * (position * linear).sum(1)
    c = (position**2).sum(1) - 4
    square = b * b - 4 * a * c
    with np.errstate(invalid="ignore"):
        first = (-b - np.sqrt(square)) / (2 * a)
    start = c < 0
    meets = ~start & (square > 0) & (first >= 0) & (first <= 1)
    clear = np.abs(square) > 1e-6
    assert np.array_equal((answers.verdict == Verdict.OVERLAPPING)[clear], start[clear])
    assert np.array_equal((answers.verdict == Verdict.CONTACT)[clear], meets[clear])
    assert meets.sum() > 50 and start.sum() > 10
    # The tolerance is a millionth: what is reported is before the contact, and not long before.
    assert np.all(answers.lower[meets] <= first[meets] + 1e-12)
    assert np.all(answers.upper[meets] >= first[meets] - 1e-12)
    centres = position + answers.lower[:, None] * linear
    gap = np.linalg.norm(centres, axis=1) - 2
    assert np.all((gap[meets] > -1e-12) & (gap[meets] < 2e-6))
    normal = centres / np.linalg.norm(centres, axis=1)[:, None]
    assert np.allclose(answers.normal[meets], normal[meets], atol=1e-9)
    assert np.allclose(answers.point_a[meets], (centres - normal)[meets], atol=1e-9)
    assert np.allclose(answers.point_b[meets], normal[meets], atol=1e-9)
    free = answers.verdict == Verdict.FREE
    assert np.all(answers.lower[free] == 1) and np.all(np.isinf(answers.upper[free]))
    assert np.all(np.isnan(answers.normal[free])) and np.all(answers.triangles == -1)


PAIRS = [(BALL, BOX), (BOX, BOX), (KNOT, KNOT), (BOX, KNOT), (Compound([BALL, BOX]), KNOT), (BOX, HalfSpace([0, 0, 1], -2))]


@pytest.mark.parametrize("a, b", PAIRS)
def test_batches_have_the_bits_of_single_queries(a, b):
    start = np.hstack([RNG.normal(size=(40, 3)) * 4, np.tile([0, 0, 0, 1], (40, 1))])
    end = np.hstack([RNG.normal(size=(40, 3)), np.tile([0, 0, 1, 0], (40, 1))])
    motions = Motions(start, end)
    other = Motion(angular=[0, 2, 0])
    answers = first_contacts(a, motions, b, other)
    assert len(answers) == 40
    for row in range(40):
        one = first_contact(a, motions[row], b, other)
        assert one.verdict == answers.verdict[row]
        assert np.array_equal([one.lower, one.upper], [answers.lower[row], answers.upper[row]], equal_nan=True)
        if one.point_a is not None:
            assert np.array_equal(one.point_a, answers.point_a[row])
            assert np.array_equal(one.normal, answers.normal[row])
            assert one.separation == tuple(answers.separation[row])
            triangles = [f[1] if f[0] == "triangle" else -1 for f in one.features]
            assert triangles == answers.triangles[row].tolist()
    turned = first_contacts(b, other, a, motions)
    assert np.array_equal(turned.verdict, answers.verdict)


def test_what_a_contact_says():
    hit = first_contact(BOX, Motion(position=[5, 0, 0], linear=[-9, 0, 0]), BOX, None)
    assert hit and hit.verdict is Verdict.CONTACT and hit.blocks and hit.evidence == "crossing"
    assert hit.lower < 4 / 9 <= hit.upper and hit.then is None and hit.reason is None
    assert hit.separation[0] > 0 and hit.tolerance > 0 and hit.clearance == 0 and hit.steps > 0
    assert hit.normal.tolist() == [1, 0, 0] and hit.parts == (0, 0)
    assert all(feature[0] in ("vertex", "edge", "face") for feature in hit.features)
    free = first_contact(BOX, Motion(position=[5, 0, 0]), BOX, None)
    assert not free and free.verdict is Verdict.FREE and free.lower == 1 and free.upper == np.inf
    assert free.point_a is free.point_b is free.normal is free.separation is free.features is free.parts is None
    inside = first_contact(BOX, None, BOX, np.eye(4))
    assert inside and inside.verdict is Verdict.OVERLAPPING and inside.then == "stays" and not inside.blocks
    assert np.isnan(inside.lower) and inside.upper == 0 and inside.separation[1] < 0
    stopped = first_contact(KNOT, Motion(position=[5, 0, 0], linear=[-9, 0, 0]), KNOT, None, budget=3)
    assert stopped and stopped.verdict is Verdict.UNDECIDED and stopped.reason == "budget"
    near = first_contact(BOX, None, BOX, [1.05, 0, 0, 0, 0, 0, 1], clearance=0.1)
    assert near.verdict is Verdict.OVERLAPPING and near.clearance == 0.1
    for one in [hit, free, inside, stopped, near]:
        same = pickle.loads(pickle.dumps(one))
        assert repr(same) == repr(one) and same.steps == one.steps and same.features == one.features
        assert same.separation == one.separation and same.blocks == one.blocks


def test_options():
    fall = Motion(position=[0, 0, 4], linear=[0, 0, -4])
    floor = HalfSpace([0, 0, 1])
    coarse = first_contact(BALL, fall, floor, None, tolerance=0.1)
    fine = first_contact(BALL, fall, floor, None, tolerance=1e-9)
    assert coarse.tolerance == 0.1 and fine.tolerance == 1e-9
    assert coarse.lower <= fine.lower <= 0.75 <= fine.upper
    assert first_contact(BALL, fall, floor, None, clearance=1.0).lower < 0.5
    assert first_contact(BALL, fall, floor, None, skin=0.1).clearance > 0
    assert not first_contact(BALL, fall, floor, None, span=(0.0, 0.7))
    assert first_contact(BALL, fall, floor, None, span=(0.0, 2.0))


@pytest.mark.parametrize("method", ["auto", "best_first", "hca", "c2a", "d2m", "capoeira"])
def test_methods_for_meshes_agree(method):
    throw = Motion(position=[6, 0, 0], linear=[-9, 0, 0], angular=[1, 2, 3])
    found = first_contact(KNOT, throw, KNOT, None, method=method)
    best = first_contact(KNOT, throw, KNOT, None)
    assert found.verdict is Verdict.CONTACT and found.lower <= best.upper
    assert abs(found.lower - best.lower) < (0.2 if method == "capoeira" else 1e-4)
    many = first_contacts(KNOT, Motions(position=[[6, 0, 0]], linear=[[-9, 0, 0]], angular=[[1, 2, 3]]), KNOT, None, method=method)
    assert many.lower[0] == found.lower


@pytest.mark.parametrize("method", ["attached_axes", "conservative_advancement"])
def test_methods_for_hulls_agree(method):
    throw = Motion(position=[6, 0, 0], linear=[-9, 0, 0], angular=[1, 2, 3])
    found = first_contact(BOX, throw, BOX, None, method=method)
    assert abs(found.lower - first_contact(BOX, throw, BOX, None).lower) < 1e-5


def test_columns(tmp_path):
    answers = first_contacts(BALL, Motions(position=[[3, 0, 0]], linear=[[-1, 0, 0], [-2, 0, 0], [9, 0, 0]]), BALL, None)
    assert repr(answers).startswith("<FirstContacts: 3 rows of verdict, lower")
    assert len(answers[answers.verdict == Verdict.CONTACT]) == 2 and len(answers[:2]) == 2
    answers.save(tmp_path / "answers.npz")
    for same in [FirstContacts.load(tmp_path / "answers.npz"), pickle.loads(pickle.dumps(answers))]:
        for name, column in answers.to_dict().items():
            assert np.array_equal(getattr(same, name), column, equal_nan=True)
    np.savez(tmp_path / "other.npz", verdict=[1])
    with pytest.raises(ValueError, match="other.npz: there is no array 'lower'"):
        FirstContacts.load(tmp_path / "other.npz")
    empty = first_contacts(BALL, Motions(np.zeros((0, 7))), BALL, None)
    assert len(empty) == 0 and empty.normal.shape == (0, 3)


BAD = [
    (lambda: first_contact(3, None, BALL, None), TypeError, "'a'"),
    (lambda: first_contact(BALL, None, None, None), TypeError, "'b'"),
    (lambda: first_contact(BALL, 3, BALL, None), TypeError, "motion_a: a Motion, a placement or None is needed, not int"),
    (lambda: first_contact(BALL, None, BALL, 2 * np.eye(4)), ValueError, "motion_b: the matrix"),
    (lambda: first_contact(BALL, None, BALL, np.eye(3)), ValueError, "motion_b: the shape"),
    (lambda: first_contact(BALL, None, BALL), TypeError, "motion_b"),
    (lambda: first_contact(BALL, None, BALL, None, tol=1), TypeError, "unexpected keyword argument 'tol'"),
    (lambda: first_contact(BALL, None, BALL, None, tolerance=0), ValueError, "tolerance: "),
    (lambda: first_contact(BALL, None, BALL, None, tolerance="1"), TypeError, "tolerance: a number is needed, not str"),
    (lambda: first_contact(BALL, None, BALL, None, clearance=-1), ValueError, "clearance: "),
    (lambda: first_contact(BALL, None, BALL, None, skin=np.nan), ValueError, "skin: "),
    (lambda: first_contact(BALL, None, BALL, None, skin=1, clearance=1), ValueError, "ask for one of them"),
    (lambda: first_contact(BALL, None, BALL, None, budget=-1), TypeError, "budget: a whole number"),
    (lambda: first_contact(BALL, None, BALL, None, span=1), TypeError, "span: a tuple of two numbers"),
    (lambda: first_contact(BALL, None, BALL, None, span=(1.0, 0.0)), ValueError, "span: "),
    (lambda: first_contact(BALL, None, BALL, None, method="magic"), ValueError, "method: .magic. is none of auto, "),
    (lambda: first_contact(BALL, None, BALL, None, method=1), TypeError, "method: a name"),
    (lambda: first_contact(BALL, None, BALL, None, method="d2m"), ValueError, "method: d2m compares two meshes"),
    (lambda: first_contact(KNOT, None, BALL, None, method="attached_axes"), ValueError, "method: .* two hulls"),
    (lambda: first_contacts(BALL, Motions(np.tile([0, 0, 0, 0, 0, 0, 1], (3, 1))), BALL, Motions(np.tile([0, 0, 0, 0, 0, 0, 1], (2, 1)))), ValueError, "motions_b: there are 2 of them, and 3 of motions_a"),
    (lambda: first_contacts(BALL, [1, 2], BALL, None), ValueError, "motions_a: the shape"),
    (lambda: first_contacts(BALL, object(), BALL, None), TypeError, "motions_a"),
    (lambda: first_contacts(BALL, None, BALL, None, method="hca"), ValueError, "method"),
    (lambda: first_contacts(BALL, None, BALL, None, time=0), TypeError, "'time'"),
]


@pytest.mark.parametrize("ask, error, words", BAD)
def test_bad_input_is_named(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


def test_ctrl_c_ends_a_batch():
    # As meshes in contact take long, the whole batch would take minutes.
    angles = np.linspace(0.1, 3, 100_000)
    motions = Motions(position=[[1.5, 0, 0]], linear=[[-1, 0, 0]], angular=angles[:, None] * [1, 2, 3])
    # A process that was started in the background ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        first_contacts(KNOT, motions, KNOT, None, tolerance=1e-9)
        time.sleep(60)
    took = time.monotonic() - began
    timer.join()
    signal.signal(signal.SIGINT, before)
    assert took < 50


def test_other_threads_run_meanwhile():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=count)
    motions = Motions(position=[[4, 0, 0]], linear=[[-5, 0, 0]], angular=np.linspace(0, 3, 3000)[:, None] * [1, 2, 3])
    thread.start()
    before = counted
    first_contacts(KNOT, motions, KNOT, None)
    ran = counted - before
    done.set()
    thread.join()
    assert ran > 3, "the lock was held"


def test_version():
    assert osculate.__version__.count(".") == 2


def test_verdicts_are_printed_as_words():
    box = Hull.box([0.5, 0.5, 0.5])
    hit = first_contact(box, Motion(position=[3, 0, 0], linear=[-4, 0, 0]), box, None)
    assert f"{hit.verdict} {Verdict.FREE!s}" == "contact free"
    assert hit.verdict == 1
