"""Robots, gases and worlds, their traces, and the command line."""

import copy
import gzip
import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from osculate import Environment, Gas, HalfSpace, Hull, Mesh, Motion, Robot, Trace, Verdict, World
from osculate import _osculate, trace_first_contact

SCENES = Path(__file__).parents[3] / "scenes"

URDF = """<robot name="door">
  <link name="frame"><collision><geometry><box size="0.1 0.1 2"/></geometry></collision></link>
  <link name="leaf"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.05 2"/></geometry></collision></link>
  <joint name="hinge" type="revolute"><parent link="frame"/><child link="leaf"/>
    <axis xyz="0 0 1"/><limit lower="0" upper="1.6"/></joint>
</robot>"""


@pytest.fixture
def door(tmp_path):
    path = tmp_path / "door.urdf"
    path.write_text(URDF)
    return Robot.from_urdf(path)


POST = Environment({"post": (Hull.ball(0.1), [0, 0.7, 0, 0, 0, 0, 1])})


def test_a_door_meets_a_post(door):
    assert (door.name, door.width, door.joints, door.links) == ("door", 1, ["hinge"], ["frame", "leaf"])
    assert door.limits.tolist() == [[0, 1.6]] and door.default.tolist() == [0]
    # The leaf's face is 0.025 from its middle, the ball's surface 0.1 from its own: they touch when sin(angle to the post) is 0.125 / 0.7.
    expected = (np.pi / 2 - np.arcsin(0.125 / 0.7)) / 1.6
    hit = door.first_contact([0], [1.6], POST)
    assert hit.verdict[0] == Verdict.CONTACT and hit.lower[0] <= expected <= hit.upper[0] + 1e-9
    assert expected - hit.lower[0] < 1e-4 and (hit.a[0], hit.b[0]) == ("leaf", "post")
    assert abs(hit.configuration[0, 0] - 1.6 * hit.lower[0]) < 1e-12
    assert door.is_free([0], [1.0], POST) is True and door.is_free([0], [1.6], POST) is False
    assert door.is_free([[0], [0.2]], [[1.6], [0.3]], POST).tolist() == [False, True]
    assert door.is_free([0], [[1.6], [0.3]], POST).tolist() == [False, True]
    low, high = door.smallest_distance([0], [1.0], POST)
    distance = 0.7 * np.sin(np.pi / 2 - 1.0) - 0.125
    assert low <= distance <= high and high - low < 0.02 * distance
    assert door.smallest_distance([[0], [0]], [[1.0], [1.6]], POST)[1].tolist()[0] == 0
    many = door.first_contact([0], np.linspace(0.5, 1.6, 20)[:, None], POST)
    assert len(many) == 20 and many.verdict[0] == Verdict.FREE and many.b[0] == "" and many.b[-1] == "post"
    assert np.isnan(many.configuration[0, 0]) and repr(many[:2]).startswith("<RobotContacts: 2 rows")
    place, rotation = door.link_placement("leaf", [np.pi / 2])
    assert np.allclose(place, 0) and np.allclose(np.abs(rotation), [0, 0, np.sqrt(0.5), np.sqrt(0.5)])


def test_robots_are_copied_and_pickled(door):
    for robot in [door, Robot.builtin("arm6")]:
        for same in [copy.copy(robot), copy.deepcopy(robot), pickle.loads(pickle.dumps(robot))]:
            assert repr(same) == repr(robot) and same.joints == robot.joints
    for around in [POST, Environment.builtin("arm7"), Environment()]:
        same = pickle.loads(pickle.dumps(around))
        assert same.names == around.names and len(same) == len(around) and repr(same) == repr(around)
    arm, around = Robot.builtin("arm7"), Environment.builtin("arm7")
    assert arm.first_contact(arm.default, arm.default + 0.01, around).verdict[0] in list(Verdict)


def test_moving_obstacles(door):
    flies = Environment({"ball": (Hull.ball(0.1), Motion(position=[0.5, 3, 0], linear=[0, -4, 0]))})
    assert door.first_contact([0], [0], flies).b[0] == "ball"


BAD = [
    (lambda d: d.first_contact([0, 0], [0]), ValueError, r"q0: the shape must be \(1,\) or \(n, 1\), and is \(2,\)"),
    (lambda d: d.first_contact([0], [np.nan]), ValueError, "q1: "),
    (lambda d: d.is_free([[0], [0]], [[0], [0], [0]]), ValueError, "q1: there are 3"),
    (lambda d: d.is_free([[0], [0]], [[0], [np.inf]]), ValueError, r"q1\[1\]"),
    (lambda d: d.is_free([0], ["x"]), TypeError, "q1: an array of numbers"),
    (lambda d: d.is_free([0], [0], 3), TypeError, "environment"),
    (lambda d: d.is_free([0], [0], skin=1), TypeError, "'skin'"),
    (lambda d: d.smallest_distance([0], None), TypeError, "q1: "),
    (lambda d: d.link_placement("wing", [0]), ValueError, "link: there is no link"),
    (lambda d: d.trace([[0]], [[0]]), ValueError, "q0: a trace is of one edge"),
    (lambda d: Robot.builtin("arm9"), ValueError, "name: .arm9. is none of arm6"),
    (lambda d: Robot.from_urdf("nothing.urdf"), FileNotFoundError, "nothing.urdf"),
    (lambda d: Environment({"a": 3}), TypeError, "obstacles: .a. is not a shape"),
    (lambda d: Environment({"a": (Hull.ball(1), np.eye(3))}), ValueError, "obstacles: .a.*shape"),
    (lambda d: Environment({"a": (Hull.ball(1), Motion(acceleration=[0, 0, 1]))}), ValueError, "no obstacle accelerates"),
    (lambda d: Environment.builtin("x"), ValueError, "name: "),
    (lambda d: Environment.load("nothing.json", d), FileNotFoundError, "nothing.json"),
]


@pytest.mark.parametrize("ask, error, words", BAD)
def test_bad_robots_are_named(door, ask, error, words):
    with pytest.raises(error, match=words):
        ask(door)


def test_a_broken_urdf_names_its_line(tmp_path):
    path = tmp_path / "door.urdf"
    path.write_text(URDF.replace('"frame"/', '"wall"/'))
    with pytest.raises(ValueError, match=r"door.urdf:4:.*there is no link .wall."):
        Robot.from_urdf(path)


def test_two_balls_exchange_their_velocities():
    gas = Gas([[1, 2, 0], [4, 2, 0]], [[1, 0, 0], [0, 0, 0]], 0.5)
    events = gas.events(5)
    assert events.time.tolist() == [2.0] and events.kind.tolist() == [0]
    assert gas.velocities.tolist() == [[0, 0, 0], [1, 0, 0]] and gas.positions.tolist() == [[3, 2, 0], [7, 2, 0]]
    assert gas.time == 5 and gas.radii.tolist() == [0.5, 0.5] and gas.masses.tolist() == [1, 1]


def test_gases():
    gas = Gas.random(200, 0.4, seed=3)
    energy = gas.kinetic_energy
    same = pickle.loads(pickle.dumps(gas))
    events = gas.events(3.0)
    assert len(events) == same.run(3.0) > 100 and np.all(np.diff(events.time) >= 0)
    assert np.array_equal(gas.positions, same.positions) and abs(gas.kinetic_energy / energy - 1) < 1e-9
    later = copy.deepcopy(gas)
    gas.run(4.0)
    later.run(4.0)
    assert np.allclose(gas.positions, later.positions, atol=1e-6) and len(gas) == 200
    apart = np.linalg.norm(gas.positions[:, None] - gas.positions[None], axis=2) + 9 * np.eye(200)
    assert apart.min() > 2 - 1e-9
    fall = Gas([[0, 0]], [[0, 0]], 1, gravity=[0, -10])
    fall.run(1.0)
    assert np.allclose(fall.positions, [[0, -5]])
    ring = Gas([[1.0, 1.0]], [[1, 0]], 0.1, low=[0, 0], high=[2, 2], periodic=True)
    assert set(ring.events(10.0).kind) == {2}


BAD_GASES = [
    (lambda: Gas([[0, 0, 0, 0]], [[0]], 1), ValueError, r"positions: the shape must be \(n, 2\) or \(n, 3\)"),
    (lambda: Gas([[0, 0]], [[0, 0, 0]], 1), ValueError, r"velocities: the shape must be \(1, 2\)"),
    (lambda: Gas([[0, 0]], [[0, 0]], [1, 1]), ValueError, "radii: the shape"),
    (lambda: Gas([[0, 0], [1, 0]], [[0, 0]] * 2, 1), ValueError, "positions: "),
    (lambda: Gas([[0, np.nan]], [[0, 0]], 1), ValueError, "positions: "),
    (lambda: Gas([[0, 0]], [[0, 0]], 1, low=[0, 0]), TypeError, "a box needs both ends"),
    (lambda: Gas([[0, 0]], [[0, 0]], 1, low=[0, 0, 0], high=[1, 1]), ValueError, "low: the shape"),
    (lambda: Gas([[0, 0]], [[0, 0]], 1, spin=1), TypeError, "'spin'"),
    (lambda: Gas([["x", 0]], [[0, 0]], 1), TypeError, "positions: an array of numbers"),
    (lambda: Gas.random(10, 0.1, dimension=4), ValueError, "dimension: 4"),
    (lambda: Gas.random(10, 0.1).run(-1), ValueError, "until: -1 is no time"),
    (lambda: Gas.random(10, 0.1).events(np.nan), ValueError, "until: NaN"),
    (lambda: Gas.random(10, 0.1).record(np.inf), ValueError, "until: inf"),
]


@pytest.mark.parametrize("ask, error, words", BAD_GASES)
def test_bad_gases_are_named(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


def stack():
    world = World()
    world.add(HalfSpace([0, 0, 1]), kind="static", name="floor")
    for level in range(3):
        world.add(Hull.box([0.5, 0.5, 0.5]), [0, 0, 0.6 + 1.1 * level, 0, 0, 0, 1], name=f"box {level}", friction=0.8)
    return world


def test_a_stack_stands():
    world = stack()
    world.step(256)
    heights = world.positions[1:, 2]
    assert np.allclose(heights, [0.5, 1.5, 2.5], atol=0.05) and np.all(np.diff(heights) > 1)
    touching = world.contacts
    assert {tuple(sorted(pair)) for pair in zip(touching.a, touching.b)} == {(0, 1), (1, 2), (2, 3)}
    assert np.all(touching.gap > 0) and np.allclose(np.abs(touching.normal[:, 2]), 1, atol=1e-3)
    assert world.names == ["floor", "box 0", "box 1", "box 2"] and len(world) == 4
    assert world.rotations.shape == (4, 4) and world.linear.shape == world.angular.shape == (4, 3)
    assert world.asleep.dtype == bool and abs(world.time - 256 / 128) < 1e-9 or world.time > 0
    same = pickle.loads(pickle.dumps(world))
    for each in [world, same]:
        each.step(20)
    assert np.array_equal(world.positions, same.positions) and same.handles == world.handles
    last = world.handles[-1]
    assert pickle.loads(pickle.dumps(last)) == last and hash(last) == hash(copy.copy(last))
    world.set_velocity(last, [0, 0, 3], [0, 0, 0])
    world.step()
    assert world.linear[3, 2] > 2
    world.apply_impulse(last, [1, 0, 0], world.positions[3])
    world.remove(last)
    assert len(world) == 3
    with pytest.raises(ValueError, match="body 3"):
        world.placement(last)


def test_scenes(tmp_path):
    assert "card-house" in World.scenes() or len(World.scenes()) > 3
    name = World.scenes()[0]
    world = World.scene(name)
    assert world.seconds > 0 and len(world) > 0
    world.step()
    with pytest.raises(FileNotFoundError):
        World.scene(tmp_path / "nothing.json")
    (tmp_path / "bad.json").write_text('{"bodies": 3}')
    with pytest.raises(ValueError, match="bad.json"):
        World.scene(tmp_path / "bad.json")


BAD_WORLDS = [
    (lambda: World(gravity=[0, 0]), ValueError, "gravity: the shape"),
    (lambda: World(step=-1), ValueError, "the setting step must be"),
    (lambda: World().add(3), TypeError, "shape"),
    (lambda: World().add(Hull.ball(1), kind="soft"), ValueError, "kind: .soft. is none of dynamic"),
    (lambda: World().add(Hull.ball(1), np.eye(3)), ValueError, "placement: the shape"),
    (lambda: World().add(Hull.ball(1), mass="1"), TypeError, "mass: a number"),
    (lambda: World().add(Hull.ball(1), mass=-1), ValueError, "mass"),
    (lambda: World().add(Hull.ball(1), linear=[1]), ValueError, "linear: the shape"),
    (lambda: World().add(Hull.ball(1), colour="red"), TypeError, "'colour'"),
    (lambda: World().record(np.inf), ValueError, "until: inf"),
    (lambda: World().remove(3), TypeError, "body"),
]


@pytest.mark.parametrize("ask, error, words", BAD_WORLDS)
def test_bad_worlds_are_named(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


def test_traces(door, tmp_path):
    box = Hull.box([0.5, 0.5, 0.5])
    traces = [
        trace_first_contact(box, Motion(position=[3, 0, 0], linear=[-4, 0, 0]), box, None),
        Gas.random(20, 0.2).record(1.0, "twenty"),
        stack().record(0.2),
        door.trace([0], [1.6], POST),
    ]
    for trace in traces:
        lines = [json.loads(line) for line in trace.data.splitlines()]
        assert "osculate-trace" in lines[0] and "end" in lines[-1]
        for name in ["trace.jsonl", "trace.jsonl.gz"]:
            trace.save(tmp_path / name)
            again = Trace.load(tmp_path / name)
            assert again.title == name and name.endswith("gz") == (again.data != trace.data)
        assert gzip.decompress(again.data) == trace.data
        assert pickle.loads(pickle.dumps(trace)) == trace == copy.copy(trace) and trace != 3
    assert traces[1].title == "twenty" and repr(traces[1]).startswith("<Trace 'twenty'")
    with pytest.raises(ValueError, match="no trace"):
        Trace(b"{}")
    with pytest.raises(TypeError, match="data: bytes"):
        Trace("{}")
    with pytest.raises(TypeError):
        trace_first_contact(box, None, box)


def test_traces_as_pages(tmp_path, monkeypatch):
    trace = Gas.random(20, 0.2).record(1.0)
    if not _osculate._has_page():
        assert trace._repr_html_() is None
        with pytest.raises(RuntimeError, match="viewer/build"):
            trace.to_html()
        return
    page = trace.to_html(tmp_path / "gas.html")
    assert (tmp_path / "gas.html").read_text() == page and page.lstrip().lower().startswith("<!doctype html")
    assert trace._repr_html_().startswith("<iframe srcdoc=")
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    shown = trace.show()
    assert opened == [shown.as_uri()] and shown.read_text() == page


def command(*words, **options):
    return subprocess.run([sys.executable, "-m", "osculate", *words], capture_output=True, text=True, **options)


def test_the_command_line(tmp_path):
    told = command("--version")
    assert told.returncode == 0 and told.stdout.startswith("osculate ")
    told = command("events", "--discs", "64", "--seconds", "1", "--trace", str(tmp_path / "run.jsonl"))
    assert told.returncode == 0 and Trace.load(tmp_path / "run.jsonl")
    told = command("toc", str(tmp_path / "nothing.json"))
    assert told.returncode == 2 and "nothing.json" in told.stderr
    assert command("unknown").returncode == 2
    knot = Mesh.load("builtin:torus-knot?p=2&q=3&triangles=600")
    assert len(knot.faces) == 600
