"""Cables: what they are made of, what holds them, and that they pass through nothing."""

import copy
import pickle

import numpy as np
import pytest
from osculate import CabledWorld, HalfSpace, Hull, Mesh, RodMaterial, Rods, Trace, World

ROPE = RodMaterial.rope(5e-3)
LINE = np.linspace([0, 0, 0], [1, 0, 0], 21)
# An octahedron.
STONE = Mesh(
    0.12 * np.array([[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]),
    [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [1, 0, 5], [2, 1, 5], [3, 2, 5], [0, 3, 5]],
)
PLATE = Mesh([[-2, -2, 0], [2, -2, 0], [0, 3, 0]], [[0, 1, 2]])


def test_a_pendulum_swings_down():
    rods = Rods(contacts=False)
    line = rods.add(LINE, ROPE, name="line", ends=("pinned", "free"))
    assert (line, len(rods), rods.names, rods.is_closed(line)) == (0, 1, ["line"], False)
    assert np.array_equal(rods.vertices(line), LINE) and np.all(rods.velocities(line) == 0)
    moving, elastic, high = rods.energies
    assert moving == 0 and abs(elastic) < 1e-9 and high == 0
    report = rods.step(60)
    assert np.isclose(rods.time, 1.0) and report["substeps"] >= 240 and report["time_lost"] == 0
    assert rods.vertices(line)[-1, 2] < -0.5 and np.all(rods.vertices(line)[0] == 0)
    lengths = np.linalg.norm(np.diff(rods.vertices(line), axis=0), axis=1)
    assert np.allclose(lengths, 0.05, rtol=0.01) and rods.tensions(line).shape == (20,)
    assert rods.energies[0] > 0 > rods.energies[2] and repr(rods) == f"<Rods of 1 cables and 20 edges at time {rods.time}>"


def test_frames_are_rotations_along_the_cable():
    rods = Rods(gravity=[0, 0, 0])
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = rods.add(np.stack([np.cos(angle), np.sin(angle), 0 * angle], 1), ROPE, closed=True, natural="as_placed")
    frames, points = rods.frames(ring), rods.vertices(ring)
    assert frames.shape == (40, 3, 3) and np.allclose(frames @ frames.transpose(0, 2, 1), np.eye(3), atol=1e-12)
    assert np.allclose(np.linalg.det(frames), 1)
    edges = np.roll(points, -1, axis=0) - points
    assert np.allclose(frames[:, 0], edges / np.linalg.norm(edges, axis=1)[:, None])
    assert rods.twist(ring).shape == (40,) and np.allclose(rods.twist(ring).sum(), 0, atol=1e-9)


def test_a_clamped_end_that_spins_twists_the_cable():
    rods = Rods(gravity=[0, 0, 0], contacts=False)
    wire = rods.add(LINE, RodMaterial.wire(2e-3), ends=("clamped", "clamped"))
    rods.spin(wire, 1, 1.0)
    rods.step(120)
    # The wire is stiff: what was turned at one end is spread evenly.
    twist = rods.twist(wire)
    assert np.isclose(twist.sum(), 2.0, atol=0.02) and np.allclose(twist, twist.mean(), atol=0.02)


def test_points_are_held_driven_pushed_and_loaded():
    rods = Rods(contacts=False)
    line = rods.add(LINE, ROPE, ends=("pinned", "pinned"))
    rods.hold(line, 10)
    rods.drive(line, 20, [-0.1, 0.0, 0.0])
    rods.step(60)
    assert np.allclose(rods.vertices(line)[10], [0.5, 0, 0]) and np.allclose(rods.vertices(line)[20], [0.9, 0, 0], atol=1e-6)
    rods.hold(line, 10, False)
    rods.load(line, 10, 1.0)
    rods.push(line, 5, [0, 1, 0])
    rods.set_velocity(line, 15, [0, 0, 1])
    rods.step(30)
    assert rods.vertices(line)[10, 2] < -0.01


def test_a_rope_stays_above_the_floor_and_beside_a_plate():
    for obstacle in [HalfSpace([0, 0, 1]), PLATE]:
        rods = Rods()
        rods.add_obstacle(obstacle, friction=0.5)
        rope = rods.add(LINE + [0, 0, 0.1], ROPE)
        lowest = np.inf
        for _ in range(40):
            rods.step()
            lowest = min(lowest, rods.vertices(rope)[:, 2].min())
        assert 0 < lowest < 0.02


def test_a_plate_that_moves_takes_a_rope_along():
    rods = Rods(gravity=[0, 0, 0])
    plate = rods.add_obstacle(PLATE, [0, 0, -0.5, 0, 0, 0, 1], linear=[0, 0, 1])
    rope = rods.add(LINE, ROPE)
    rods.step(60)
    assert np.allclose(rods.obstacle_placement(plate), [0, 0, 0.5, 0, 0, 0, 1], atol=1e-9)
    assert rods.vertices(rope)[:, 2].min() > 0.5
    rods.set_obstacle_velocity(plate, [0, 0, 0], [0, 0, 1])
    rods.step(60)
    assert np.isclose(rods.obstacle_placement(plate)[2], 0.5)


def test_ties_are_one_point():
    rods = Rods(contacts=False)
    first = rods.add(LINE, ROPE, ends=("pinned", "free"))
    second = rods.add(LINE + [1, 0, 0], ROPE, ties=[(0, first, 20)])
    rods.step(30)
    assert np.array_equal(rods.vertices(first)[20], rods.vertices(second)[0]) and rods.vertices(second)[5, 2] < -0.05


def test_copies_and_materials():
    rods = Rods()
    rope = rods.add(LINE, ROPE, velocity=[0, 1, 0], rest_scale=0.99, natural=[0.1, 0, 0.2])
    for same in [copy.copy(rods), copy.deepcopy(rods)]:
        other = copy.copy(rods)
        other.step(5)
        same.step(5)
        assert np.array_equal(same.vertices(rope), other.vertices(rope)) and rods.time == 0
    rods.step(3)
    again = pickle.loads(pickle.dumps(rods))
    rods.step(5)
    again.step(5)
    assert np.array_equal(rods.vertices(rope), again.vertices(rope)) and again.time == rods.time
    with pytest.raises(ValueError, match="text"):
        Rods._restore("{}")
    steel = RodMaterial.solid(2e11, 0.3, 7800, 1e-3)
    changed = steel.with_stiffness(1, 2, 3).with_density(4).with_surface(0.5, 0.25).with_drag(6)
    got = [changed.stretch, changed.bend, changed.twist, changed.density, changed.friction, changed.restitution, changed.drag]
    assert got == [1, 2, 3, 4, 0.5, 0.25, 6] and changed.radius == 1e-3
    assert pickle.loads(pickle.dumps(steel)) == steel != changed and copy.copy(steel) == steel
    assert repr(steel).startswith("<RodMaterial: radius=0.001") and RodMaterial.thread(1e-3) != RodMaterial.rubber(1e-3)
    # Of a round rod the stiffness against bending is E π r⁴ / 4.
    assert np.isclose(steel.bend, 2e11 * np.pi * 1e-12 / 4)


def test_strips_bend_more_easily_one_way():
    ends = []
    for axis in ([0, 1, 0], [0, 0, 1]):
        rods = Rods(gravity=[0, 0, -1e-3], contacts=False, scheme="euler", step=0.2)
        blade = RodMaterial.strip(1e9, 0.3, 1000.0, (0.002, 0.004)).with_drag(4.0)
        strip = rods.add(LINE, blade, ends=("clamped", "free"), axis=axis)
        rods.step(400)
        ends.append(rods.vertices(strip)[-1, 2])
    # Turned by a right angle, it is four times as stiff.
    assert ends[1] < 0 and np.isclose(ends[1] / ends[0], 4.0, rtol=1e-2)
    assert blade.with_bend_aside(7).bend_aside == 7 and np.isclose(blade.bend_aside, 4 * blade.bend)


def test_an_obstacle_hangs_on_a_rope():
    rods = Rods()
    rope = rods.add(np.linspace([0, 0, 0], [0, 0, -1], 11), ROPE, ends=("pinned", "free"))
    block = rods.add_obstacle(STONE, [0, 0, -1.13, 0, 0, 0, 1], mass=2.0)
    rods.fasten(rope, 10, block)
    rods.step(60)
    assert -1.14 < rods.obstacle_placement(block)[2] < -1.12
    assert np.abs(rods.obstacle_velocity(block)).max() < 0.1
    # Over many steps cables give it what gravity takes.
    given = []
    for _ in range(30):
        rods.step()
        given.append(rods.obstacle_impulse(block)[0, 2])
    assert np.isclose(np.mean(given), 2 * 9.81 / 60, rtol=1e-2)
    with pytest.raises(ValueError, match="point 10 is fastened already"):
        rods.fasten(rope, 10, block)
    with pytest.raises(ValueError, match="point 0 is held"):
        rods.fasten(rope, 0, block)


def test_worlds_with_cables():
    world = World(step=1 / 240)
    lamp = world.add(Hull.ball(0.1), [0.02, 0, -1.12, 0, 0, 0, 1], mass=2.0, name="lamp")
    cabled = CabledWorld(world, substeps=2)
    rope = cabled.add(np.linspace([0, 0, 0], [0, 0, -1], 11), ROPE, ends=("pinned", "free"), name="rope")
    cabled.fasten(rope, 10, lamp)
    report = cabled.step(30)
    assert report["lived"] == 30 and report["retries"] == 0 and report["rods"]["time_lost"] == 0
    again = pickle.loads(pickle.dumps(cabled))
    other = copy.copy(cabled)
    for it in (cabled, again, other):
        it.step(5)
    assert np.array_equal(cabled.vertices(rope), again.vertices(rope)) and np.array_equal(again.placement(lamp), cabled.placement(lamp))
    assert np.array_equal(other.vertices(rope), cabled.vertices(rope)) and cabled.time == cabled.world.time == 35 / 240
    assert cabled.rods.names == ["rope"] and cabled.world.find("lamp") == lamp and cabled.tensions(rope).min() > 10
    assert "1 bodies and 1 cables" in repr(cabled)
    for change in (lambda: cabled.hold(rope, 5), lambda: cabled.drive(rope, 5, [0, 0, 1]), lambda: cabled.push(rope, 6, [1, 0, 0]), lambda: cabled.load(rope, 6, 1)):
        change()
    with pytest.raises(ValueError, match="there is no point 99"):
        cabled.fasten(rope, 99, lamp)


def test_scenes_with_cables():
    assert "wrecking-ball" in CabledWorld.scenes() and "stack" not in CabledWorld.scenes()
    with pytest.raises(ValueError, match="take CabledWorld.scene"):
        World.scene("knot")
    scene = CabledWorld.scene("swinging-cable")
    trace = scene.record(2 / 60, "swing")
    assert scene.seconds == 5 and np.isclose(scene.time, 2 / 60) and isinstance(trace, Trace)
    with pytest.raises(FileNotFoundError):
        CabledWorld.scene("no-such.json")


BAD = [
    (lambda r: r.add(LINE[:, :2], ROPE), ValueError, r"points: the shape must be \(n, 3\), and is \(21, 2\)"),
    (lambda r: r.add(LINE[:1], ROPE), ValueError, "at least 2 points, not 1"),
    (lambda r: r.add(np.empty((0, 3)), ROPE), ValueError, "at least 2 points, not 0"),
    (lambda r: r.add(LINE * np.nan, ROPE), ValueError, "point 0 must be finite"),
    (lambda r: r.add([["a", 0, 0], [1, 0, 0]], ROPE), TypeError, "points: an array of numbers"),
    (lambda r: r.add(LINE, 5e-3), TypeError, "material"),
    (lambda r: r.add(LINE, RodMaterial.rope(-1)), ValueError, "radius"),
    (lambda r: r.add(LINE, ROPE, ends=("free", "glued")), ValueError, "ends: .glued. is none of free, pinned, clamped"),
    (lambda r: r.add(LINE, ROPE, ends="free"), TypeError, "ends: a tuple of two names"),
    (lambda r: r.add(LINE, ROPE, closed=True, ends=("pinned", "free")), ValueError, "closed cable has no ends"),
    (lambda r: r.add(LINE, ROPE, natural="curly"), ValueError, "natural: .curly. is none of straight"),
    (lambda r: r.add(LINE, ROPE, natural=[1, 2]), ValueError, "natural: the shape"),
    (lambda r: r.add(LINE, ROPE, natural=[1, 2, np.nan]), ValueError, "natural: NaN"),
    (lambda r: r.add(LINE, ROPE, axis=[1, 0, 0]), ValueError, "must not lie along the edge"),
    (lambda r: r.add(LINE, ROPE, rest_scale=np.nan), ValueError, "rest"),
    (lambda r: r.add(LINE, ROPE, ties=[(0, 7, 0)]), ValueError, "there is no point 0 of cable 7"),
    (lambda r: r.add(LINE, ROPE, ties=3), TypeError, "ties: a list of tuples"),
    (lambda r: r.add(LINE, ROPE, colour="red"), TypeError, "'colour'"),
    (lambda r: r.add(LINE + [0, 0, 4e-3], ROPE), ValueError, "should be 0.01 apart"),
    (lambda r: r.add_obstacle(Hull.ball(1)), ValueError, "shape: cables meet a Mesh or a HalfSpace"),
    (lambda r: r.add_obstacle(HalfSpace([0, 0, 1], -5), linear=[1, 0, 0]), ValueError, "shape: a half-space stays"),
    (lambda r: r.add_obstacle(PLATE, [0, 0, -9, 0, 0, 0, 1], friction=-1), ValueError, "friction"),
    (lambda r: r.vertices(3), IndexError, "cable: there is none with the number 3; there are 1"),
    (lambda r: r.frames(9), IndexError, "cable"),
    (lambda r: r.hold(0, 99), ValueError, "there is no point 99"),
    (lambda r: r.drive(0, 0, [0, np.inf, 0]), ValueError, "velocity"),
    (lambda r: r.spin(0, 2, 1.0), ValueError, "end: 2 is neither 0 nor 1"),
    (lambda r: r.push(0, 0, [0, 0]), ValueError, "force: the shape"),
    (lambda r: r.load(0, 0, -1), ValueError, "mass"),
    (lambda r: r.obstacle_placement(0), ValueError, "no obstacle 0"),
    (lambda r: Rods(step=0), ValueError, "step"),
    (lambda r: Rods(scheme="magic"), ValueError, "scheme: .magic. is none of bdf2, euler"),
    (lambda r: Rods(contacts=1), TypeError, "contacts: True or False"),
]


@pytest.mark.parametrize("ask, error, words", BAD)
def test_what_is_wrong_is_named_and_changes_nothing(ask, error, words):
    rods = Rods()
    rods.add(LINE, ROPE)
    with pytest.raises(error, match=words):
        ask(rods)
    assert len(rods) == 1 and np.array_equal(rods.vertices(0), LINE)


def test_arrays_of_any_layout_are_taken():
    frozen = LINE.copy()
    frozen.flags.writeable = False
    for points in [frozen, np.asfortranarray(LINE), LINE.astype(np.float32), LINE.tolist(), np.repeat(LINE, 2, axis=0)[::2]]:
        rods = Rods()
        assert np.allclose(rods.vertices(rods.add(points, ROPE)), LINE, atol=1e-6)
