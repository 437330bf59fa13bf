"""Worlds of rigid bodies: what is said of bodies, what happens, and what is in the way."""

import copy
import pickle

import numpy as np
import pytest
from osculate import HalfSpace, Hull, Mesh, Verdict, World

BALL, DIE, FLOOR = Hull.ball(0.5), Hull.box([0.5, 0.5, 0.5]), HalfSpace([0, 0, 1])


def at(x, y, z):
    return [x, y, z, 0, 0, 0, 1]


def weightless(**more):
    return World(gravity=[0, 0, 0], sleeping=False, **more)


def test_events_tell_of_a_hit_and_of_what_follows():
    world = weightless(step=1 / 64)
    one = world.add(BALL, at(0, 0, 0), linear=[2, 0, 0], restitution=1, mass=1)
    world.add(BALL, at(3, 0, 0), restitution=1, mass=1)
    world.step(128)
    hits = world.events[world.events.kind == 2]
    # Their surfaces are 2 apart, and they meet at a speed of 2: after one second, but for the gap that bodies keep.
    assert len(hits) == 1 and 0.95 < hits.time[0] <= 1.0 and {hits.a[0], hits.b[0]} == {0, 1}
    assert abs(hits.impulse[0] - 2.0) < 1e-6 and np.allclose(np.abs(hits.normal[0]), [1, 0, 0], atol=1e-9)
    assert abs(hits.point[0, 0] - 2.5) < 0.03
    assert np.allclose(world.linear, [[0, 0, 0], [2, 0, 0]], atol=1e-6)
    world.step()
    assert len(world.events) == 0
    world.remove(one)
    assert len(world) == 1 and world.find("nobody") is None


def test_touches_begin_and_end():
    world = World(sleeping=False)
    world.add(FLOOR, kind="static", name="floor")
    die = world.add(DIE, at(0, 0, 0.52), name="die")
    world.step(64)
    begun = world.events[world.events.kind == 0]
    assert len(begun) >= 1 and begun.a[0] == 0 and begun.b[0] == 1 and np.isnan(begun.impulse[0]) and begun.time[0] > 0
    assert world.find("die") == die and world.kinds == ["static", "dynamic"]
    # What holds the die up is its weight.
    assert abs(world.contacts.impulse.sum() - 1000 * 9.81 / 64) < 5
    world.teleport(die, at(0, 0, 9))
    world.step(2)
    assert 1 in world.events.kind and np.allclose(world.positions[1, :2], 0, atol=1e-3)


def test_sensors_report_and_touch_nothing():
    world = weightless()
    world.add(DIE, kind="static", sensor=True)
    world.add(BALL, at(-3, 0, 0), linear=[3, 0, 0])
    world.step(128)
    assert world.events.kind.tolist() == [0, 1] and world.positions[1, 0] > 2.9
    assert world.sensors.tolist() == [True, False]
    assert world.ray_cast([-1, 0, 0], [1, 0, 0]) is None and world.overlaps(BALL, at(0, 0, 0)) == world.handles[:1]


def test_groups_and_bodies_that_are_ignored():
    for words in [dict(groups=2, meets=2), dict(groups=1, meets=0)]:
        world = weightless()
        world.add(BALL, at(0, 0, 0), linear=[2, 0, 0], groups=1, meets=1)
        other = world.add(BALL, at(2, 0, 0), **words)
        world.step(128)
        assert world.positions[0, 0] > 3.9
        world.set_filter(other, 1, 1)
    world = weightless()
    one, other = world.add(BALL, at(0, 0, 0), linear=[2, 0, 0]), world.add(BALL, at(2, 0, 0))
    world.set_ignored(one, other)
    assert world.is_ignored(one, other)
    world.step(128)
    assert world.positions[0, 0] > 3.9
    world.set_ignored(one, other, False)
    assert not world.is_ignored(other, one)


def test_forces_and_impulses():
    world = weightless()
    ball = world.add(BALL, mass=2)
    world.apply_impulse(ball, [4, 0, 0], [0, 0, 0])
    assert np.allclose(world.linear[0], [2, 0, 0])
    world.apply_force(ball, [0, 64, 0], [0, 0, 0])
    world.step()
    assert np.allclose(world.linear[0], [2, 0.5, 0], atol=1e-12)
    world.step()
    assert np.allclose(world.linear[0], [2, 0.5, 0], atol=1e-12)
    # A ball's moment of inertia is 2/5 m r².
    world.apply_angular_impulse(ball, [0, 0, 0.2])
    assert np.allclose(world.angular[0], [0, 0, 1])
    world.apply_torque(ball, [0, 0, 0.2 * 64])
    world.step()
    assert np.allclose(world.angular[0], [0, 0, 2])
    assert world.masses.tolist() == [2] and np.allclose(world.centres, world.positions)
    world.gravity = [0, 0, -1]
    assert world.gravity.tolist() == [0, 0, -1]


def test_bodies_are_as_they_were_said_to_be():
    world = World(gravity=[0, 0, -10], sleeping=False)
    world.add(FLOOR, kind="static", friction=1.0)
    slides = world.add(DIE, at(0, 0, 0.51), linear=[4, 0, 0], friction=0, friction_rule="least")
    belt = world.add(Hull.box([5, 0.5, 0.5]), at(0, 5, 0.5), kind="static", surface_velocity=[1, 0, 0], friction=1)
    rides = world.add(DIE, at(0, 5, 1.51), friction=1, rest_gap=0.001)
    floats = world.add(BALL, at(0, 20, 9), gravity_scale=0, damping=(1.0, 0.0), linear=[1, 0, 0])
    locked = world.add(BALL, at(0, 30, 9), locked_linear="z", locked_angular="xyz")
    world.apply_angular_impulse(locked, [1, 2, 3])
    lopsided = world.add(BALL, at(0, 40, 9), mass=1, centre=[0.1, 0, 0], moments=[1, 1, 1])
    world.step(64)
    row = {handle: row for row, handle in enumerate(world.handles)}
    assert world.linear[row[slides], 0] > 3.9 and world.linear[row[rides], 0] > 0.9
    assert abs(world.linear[row[floats], 0] - np.exp(-1)) < 0.01 and world.positions[row[floats], 2] == 9
    assert world.positions[row[locked], 2] == 9 and np.all(world.angular[row[locked]] == 0)
    assert np.allclose(world.centres[row[lopsided]] - world.positions[row[lopsided]], [0.1, 0, 0])
    world.set_kind(slides, "static")
    world.set_shape(rides, BALL)
    world.set_material(slides, friction=0.7)
    world.wake(belt)
    assert world.kinds[row[slides]] == "static" and world.masses[row[slides]] == np.inf
    assert {"moving", "hits", "time_lost", "proofs"} <= set(world.report)


def test_a_sweep_stops_before_what_is_in_its_way():
    world = World()
    world.add(FLOOR, kind="static")
    ball = world.add(BALL, at(0, 0, 2.5))
    share = world.sweep_to(ball, at(0, 0, -1.5))
    assert 0.499 < share < 0.5 and world.placement(ball)[2] > 0.5
    assert world.sweep_to(ball, at(3, 0, 2)) == 1


def test_what_is_in_the_way():
    world = World()
    die = world.add(DIE, at(2, 0, 0), kind="static")
    behind = world.add(BALL, at(5, 0, 0), kind="static")
    hit = world.ray_cast([0, 0, 0], [6, 0, 0])
    assert hit.body == die and hit.verdict == Verdict.CONTACT and 0.2499 < hit.share <= 0.25
    assert np.allclose(hit.point, [1.5, 0, 0], atol=1e-4) and np.allclose(hit.normal, [-1, 0, 0])
    assert world.ray_cast([0, 0, 0], [6, 0, 0], ignore=[die]).body == behind
    assert world.ray_cast([0, 3, 0], [6, 3, 0]) is None
    inside = world.ray_cast([2, 0, 0], [6, 0, 0])
    assert inside.verdict == Verdict.OVERLAPPING and inside.point is None
    starts = np.array([[0, 0, 0], [0, 3, 0], [9, 0, 0]])
    many = world.ray_casts(starts, [[5, 0, 0]])
    assert many.body.tolist() == [0, 1, 1] and np.isclose(many.share[0], hit.share * 6 / 5, atol=1e-3)
    assert world.ray_casts(starts[:, ::-1].copy(order="F"), starts + [0, 9, 9]).body.tolist() == [-1] * 3
    assert len(world.ray_casts(np.empty((0, 3)), np.empty((0, 3)))) == 0
    cast = world.shape_cast(BALL, at(0, 0, 0), [6, 0, 0])
    assert cast.body == die and 0.166 < cast.share < 1 / 6
    assert world.overlaps(BALL, at(2, 0, 0.9)) == [die] and world.overlaps(BALL, at(2, 0, 1.1)) == []
    near = world.nearest([2, 0, 3])
    assert near.body == die and np.isclose(near.distance, 2.5) and np.allclose(near.point, [2, 0, 0.5], atol=1e-6)
    assert world.nearest([2, 0, 3], within=1.0) is None and world.nearest([2, 0, 3], ignore=[die]).body == behind


def test_copies_go_on_with_the_same_bits():
    world = World()
    world.add(FLOOR, kind="static")
    for level in range(3):
        world.add(DIE, at(0.1 * level, 0, 0.6 + 1.1 * level))
    world.step(30)
    for same in [copy.copy(world), copy.deepcopy(world)]:
        assert len(same.events) == len(world.events)
        ahead = copy.copy(world)
        ahead.step(30)
        same.step(30)
        assert np.array_equal(ahead.positions, same.positions) and world.time < same.time
    loaded = pickle.loads(pickle.dumps(world))
    world.step(30)
    loaded.step(30)
    assert np.array_equal(world.positions, loaded.positions) and np.array_equal(world.angular, loaded.angular)


BAD = [
    (lambda w, b: w.add(BALL, locked_linear="w"), ValueError, "locked_linear: 'w' is none of x, y, z"),
    (lambda w, b: w.add(BALL, locked_linear=3), TypeError, "locked_linear: a text of x, y and z is needed, not int"),
    (lambda w, b: w.add(BALL, groups=-1), TypeError, "groups: a whole number"),
    (lambda w, b: w.add(BALL, damping=1), TypeError, "damping: a tuple of two numbers"),
    (lambda w, b: w.add(BALL, density=1, mass=1), ValueError, "density: it goes without mass"),
    (lambda w, b: w.add(BALL, centre=[0, 0, 0]), ValueError, "moments: they go with a mass"),
    (lambda w, b: w.add(BALL, friction_rule="sum"), ValueError, "friction_rule: .sum. is none of average, geometric_mean"),
    (lambda w, b: w.add(BALL, rest_gap=np.nan), ValueError, "rest gap"),
    (lambda w, b: w.add(BALL, sensor="no"), TypeError, "sensor: True or False"),
    (lambda w, b: w.add(Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])), ValueError, "a mesh is a surface"),
    (lambda w, b: w.add(FLOOR), ValueError, "a half-space cannot be dynamic"),
    (lambda w, b: [w.add(BALL, name="x") for _ in range(2)], ValueError, "x: another body has this name"),
    (lambda w, b: World(substeps=0), ValueError, "substeps"),
    (lambda w, b: World(sleeping=3), TypeError, "sleeping: True or False"),
    (lambda w, b: World(wind=3), TypeError, "'wind'"),
    (lambda w, b: w.step(-1), OverflowError, "negative"),
    (lambda w, b: w.teleport(b, np.full(7, np.nan)), ValueError, "placement: "),
    (lambda w, b: w.teleport(b, [0, 0, 0, 0, 0, 0, 2]), ValueError, "placement: .*length 2"),
    (lambda w, b: w.sweep_to(b, np.eye(3)), ValueError, "placement: the shape"),
    (lambda w, b: w.set_kind(b, "soft"), ValueError, "kind: "),
    (lambda w, b: w.set_shape(b, FLOOR), ValueError, "half-space"),
    (lambda w, b: w.set_material(b, friction=-1), ValueError, "friction"),
    (lambda w, b: w.set_material(b, colour=1), TypeError, "'colour'"),
    (lambda w, b: w.apply_force(b, [0, 0], [0, 0, 0]), ValueError, "force: the shape"),
    (lambda w, b: w.apply_force(b, [np.inf, 0, 0], [0, 0, 0]), ValueError, "force must be finite"),
    (lambda w, b: w.apply_torque(b, ["x", 0, 0]), TypeError, "torque: an array of numbers"),
    (lambda w, b: w.ray_cast([0, 0], [0, 0, 0]), ValueError, "start: the shape"),
    (lambda w, b: w.ray_cast([0, 0, np.nan], [0, 0, 0]), ValueError, "the query"),
    (lambda w, b: w.ray_casts([[0, 0, 0]] * 2, [[0, 0, 0]] * 3), ValueError, "ends: there are 3"),
    (lambda w, b: w.ray_casts([[0, 0, 0]] * 2, [[0, 0, 0], [0, 0, np.inf]]), ValueError, r"starts, ends\[1\]"),
    (lambda w, b: w.ray_cast([0, 0, 0], [1, 0, 0], ignore=[3]), TypeError, "ignore"),
    (lambda w, b: w.nearest([0, 0, 0], within=np.nan), ValueError, "within: NaN"),
    (lambda w, b: setattr(w, "gravity", [0, 0, np.nan]), ValueError, "gravity"),
]


@pytest.mark.parametrize("ask, error, words", BAD)
def test_what_is_wrong_is_named_and_changes_nothing(ask, error, words):
    world = World()
    body = world.add(BALL, at(9, 9, 9))
    before = world.positions
    with pytest.raises(error, match=words):
        ask(world, body)
    assert np.array_equal(world.positions[:1], before)


def test_arrays_of_any_layout_are_taken():
    world = World()
    body = world.add(BALL)
    frozen = np.array([0.0, 0, 5])
    frozen.flags.writeable = False
    world.apply_impulse(body, frozen, np.zeros(6)[::2])
    placed = np.asfortranarray(np.eye(4, dtype=np.float32))
    world.teleport(body, placed)
    assert world.linear[0, 2] > 0
