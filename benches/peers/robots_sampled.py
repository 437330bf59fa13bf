#!/usr/bin/env python3
"""The panda in the shelf, sampled with coal or FCL: what configurations along edges cost, and which contacts they miss.

usage: robots_sampled.py PEER EDGES [--patience S] [--csv FILE] [ROBOTS]
    PEER      coal, or fcl (the package python-fcl)
    EDGES     what `cargo bench -p osculate-benches --bench robots -- "shelf of triangles" --edges EDGES` writes
    ROBOTS    the folder of the robot [default: ../shared/data/robots, beside the workspace]

The robot, the pairs, the shelf as one mesh and the edges are those of the benchmark `robots`; a base that no joint moves is not
held against the shelf. Configurations are tested from the start on, the fastest joint moving by 0.01 or 0.001 rad from one to the
next, until one is not free. Only the calls of `collide` are timed, by the processor's time, not kinematics or placing bodies; what as
many calls take for two balls that are far apart is subtracted, so that what is left is the peer's work. A row is given up after S seconds
[default: 20], and is then of its first edges only.

coal calls gaps below about 1e-6 a collision: a free edge that a peer calls colliding is counted as "closer", and is no fault. Neither
proves anything between samples. FCL also has a continuous collision of two bodies from one pose to another; links of an arm do not move
as bodies do there, so that it is not asked.
"""

import argparse
import json
import sys
import time
import xml.etree.ElementTree
from pathlib import Path

try:
    import numpy
except ImportError as missing:
    print(f"skipped: robots_sampled.py needs the package numpy: {missing}")
    sys.exit(0)

STEPS = (0.01, 1e-3)
# Samples that are posed together.
BLOCK = 256


def numbers(element, name, default):
    text = None if element is None else element.get(name)
    return numpy.array([float(part) for part in (text or default).split()])


def placement(element):
    """The matrix of an origin: roll, pitch and yaw, and a place."""
    origin = element.find("origin")
    roll, pitch, yaw = numbers(origin, "rpy", "0 0 0")
    matrix = numpy.eye(4)
    for axis, angle in ((2, yaw), (1, pitch), (0, roll)):
        matrix[:3, :3] = matrix[:3, :3] @ turned(numpy.eye(3)[axis], numpy.array([angle]))[0]
    matrix[:3, 3] = numbers(origin, "xyz", "0 0 0")
    return matrix


def turned(axis, angles):
    """Rotations about a unit axis, one an angle."""
    x, y, z = axis
    cross = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    sin, cos = numpy.sin(angles)[:, None, None], numpy.cos(angles)[:, None, None]
    return numpy.eye(3) + sin * cross + (1 - cos) * (cross @ cross)


class Coal:
    """What is asked of coal."""

    def __init__(self):
        import coal

        self.coal, self.version = coal, coal.__version__
        self.request, self.result = coal.CollisionRequest(), coal.CollisionResult()

    def box(self, sides):
        return self.coal.Box(*sides)

    def ball(self, radius):
        return self.coal.Sphere(radius)

    def mesh(self, points, triangles):
        model = self.coal.BVHModelOBBRSS()
        model.beginModel(len(triangles), len(points))
        for triangle in triangles:
            model.addTriangle(*(points[corner] for corner in triangle))
        model.endModel()
        return model

    def body(self, shape):
        return shape

    def place(self, rotation, place):
        return self.coal.Transform3s(rotation, place)

    def collide(self, a, place_a, b, place_b):
        self.result.clear()
        return self.coal.collide(a, place_a, b, place_b, self.request, self.result)


class Fcl:
    """What is asked of FCL: bodies know where they are, so they are moved there first."""

    def __init__(self):
        import fcl

        self.fcl, self.version = fcl, fcl.__version__
        self.request = fcl.CollisionRequest()

    def box(self, sides):
        return self.fcl.Box(*sides)

    def ball(self, radius):
        return self.fcl.Sphere(radius)

    def mesh(self, points, triangles):
        model = self.fcl.BVHModel()
        model.beginModel(len(triangles), len(points))
        model.addSubModel(numpy.array(points), numpy.array(triangles))
        model.endModel()
        return model

    def body(self, shape):
        return self.fcl.CollisionObject(shape)

    def place(self, rotation, place):
        return self.fcl.Transform(rotation, place)

    def collide(self, a, place_a, b, place_b):
        a.setTransform(place_a)
        b.setTransform(place_b)
        return self.fcl.collide(a, b, self.request, self.fcl.CollisionResult()) > 0


def triangles_of(file):
    """The corners and triangles of a binary STL file."""
    data = file.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    record = numpy.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    corners = numpy.frombuffer(data, record, count, 84)["corners"].reshape(-1, 3).astype(float)
    points, numbers = numpy.unique(corners, axis=0, return_inverse=True)
    return points, numbers.reshape(-1, 3)


class Robot:
    """The tree of joints of a URDF file, and the collision shapes of its links."""

    def __init__(self, file, packages, peer):
        root = xml.etree.ElementTree.parse(file).getroot()
        self.joints = [joint for joint in root.findall("joint") if joint.find("parent") is not None]
        self.shapes = []
        for link in root.findall("link"):
            for collision in link.findall("collision"):
                shape = peer.body(self.shape(collision.find("geometry")[0], packages, peer))
                self.shapes.append((link.get("name"), placement(collision), shape))

    @staticmethod
    def shape(geometry, packages, peer):
        if geometry.tag == "box":
            return peer.box(numbers(geometry, "size", ""))
        if geometry.tag == "mesh":
            name = geometry.get("filename").removeprefix("package://")
            points, triangles = triangles_of(packages / name.split("/", 1)[1])
            return peer.mesh(points * numbers(geometry, "scale", "1 1 1"), triangles)
        raise ValueError(f"a {geometry.tag} is not read here")

    def moves(self, link):
        """Whether a joint moves a link."""
        above = [joint for joint in self.joints if joint.find("child").get("link") == link]
        return any(joint.get("type") != "fixed" or self.moves(joint.find("parent").get("link")) for joint in above)

    def poses(self, values):
        """The matrices of all shapes, each for as many configurations as values have."""
        count = len(next(iter(values.values())))
        found = {}
        left = list(self.joints)
        children = {joint.find("child").get("link") for joint in left}
        for joint in left:
            parent = joint.find("parent").get("link")
            if parent not in children:
                found[parent] = numpy.broadcast_to(numpy.eye(4), (count, 4, 4))
        while left:
            joint = next(joint for joint in left if joint.find("parent").get("link") in found)
            left.remove(joint)
            before = found[joint.find("parent").get("link")] @ placement(joint)
            found[joint.find("child").get("link")] = before @ self.moved(joint, values, count)
        return [found[link] @ at for link, at, _ in self.shapes]

    @staticmethod
    def moved(joint, values, count):
        matrices = numpy.broadcast_to(numpy.eye(4), (count, 4, 4)).copy()
        if joint.get("type") == "fixed":
            return matrices
        axis = numbers(joint.find("axis"), "xyz", "1 0 0")
        axis = axis / numpy.linalg.norm(axis)
        mimic = joint.find("mimic")
        by = values[joint.get("name") if mimic is None else mimic.get("joint")]
        if mimic is not None:
            by = float(mimic.get("multiplier", 1)) * by + float(mimic.get("offset", 0))
        if joint.get("type") == "prismatic":
            matrices[:, :3, 3] = by[:, None] * axis
        else:
            matrices[:, :3, :3] = turned(axis, by)
        return matrices


def shelf(boxes, peer):
    """Boxes as one surface."""
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    points, triangles = [], []
    for centre, half in boxes:
        first = len(points)
        signs = [[1.0 if corner >> bit & 1 else -1.0 for bit in range(3)] for corner in range(8)]
        points += [numpy.array(centre) + numpy.array(half) * numpy.array(sign) for sign in signs]
        for a, b, c, d in faces:
            triangles += [(a + first, b + first, c + first), (a + first, c + first, d + first)]
    return peer.mesh(points, triangles)


class Sampler:
    """Tests configurations, and counts what that takes."""

    def __init__(self, robot, boxes, pairs, moving, peer):
        self.robot, self.pairs, self.peer = robot, pairs, peer
        self.shelf, self.moving = peer.body(shelf(boxes, peer)), moving
        self.rest = peer.place(numpy.eye(3), numpy.zeros(3))
        self.seconds, self.calls, self.configurations = 0.0, 0, 0

    def collides(self, places):
        """Whether a configuration is not free, with all shapes at these places."""
        shapes, collide, calls = self.robot.shapes, self.peer.collide, 0
        started = time.thread_time()
        hit = False
        for a, b in self.pairs:
            calls += 1
            if collide(shapes[a][2], places[a], shapes[b][2], places[b]):
                hit = True
                break
        if not hit:
            for a in self.moving:
                calls += 1
                if collide(shapes[a][2], places[a], self.shelf, self.rest):
                    hit = True
                    break
        self.seconds += time.thread_time() - started
        self.calls += calls
        self.configurations += 1
        return hit

    def edge(self, joints, start, end, by):
        """Whether a configuration of an edge is not free."""
        start, end = numpy.array(start), numpy.array(end)
        count = max(1, int(numpy.ceil(numpy.abs(end - start).max() / by)))
        for first in range(0, count + 1, BLOCK):
            shares = numpy.arange(first, min(first + BLOCK, count + 1)) / count
            values = start + shares[:, None] * (end - start)
            poses = self.robot.poses({name: values[:, number] for number, name in enumerate(joints)})
            for number in range(len(shares)):
                places = [self.peer.place(pose[number, :3, :3], pose[number, :3, 3]) for pose in poses]
                if self.collides(places):
                    return True
        return False


def overhead(peer):
    """What a call takes that has nothing to do, in seconds."""
    balls = [peer.body(peer.ball(0.1)) for _ in range(2)]
    near, far = (peer.place(numpy.eye(3), numpy.array([x, 0.0, 0.0])) for x in (0.0, 9.0))
    rounds = []
    for _ in range(20):
        started = time.thread_time()
        for _ in range(1000):
            peer.collide(balls[0], near, balls[1], far)
        rounds.append((time.thread_time() - started) / 1000)
    return min(rounds)


def measure(row, robot, patience, call, peer):
    """For each step: edges asked, share that collides, µs an edge with and without calls, µs a configuration, missed, closer."""
    found = []
    of = lambda wanted: [number for number, (link, _, _) in enumerate(robot.shapes) if link == wanted]
    pairs = [(a, b) for first, second in row["pairs"] for a in of(first) for b in of(second)]
    moving = [number for number, (link, _, _) in enumerate(robot.shapes) if robot.moves(link)]
    for by in STEPS:
        sampler = Sampler(robot, row["boxes"], pairs, moving, peer)
        asked = missed = closer = hits = 0
        for (start, end), contact in zip(row["edges"], row["contacts"]):
            hit = sampler.edge(row["joints"], start, end, by)
            asked += 1
            hits += hit
            missed += contact is not None and not hit
            closer += contact is None and hit
            if sampler.seconds > patience:
                break
        whole = sampler.seconds
        work = max(whole - sampler.calls * call, 0.0)
        found.append((asked, 100 * hits / asked, 1e6 * whole / asked, 1e6 * work / asked,
                      1e6 * work / sampler.configurations, missed, closer))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("peer", choices=("coal", "fcl"))
    parser.add_argument("edges", type=Path)
    parser.add_argument("--patience", type=float, default=20.0)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("robots", type=Path, nargs="?",
                        default=Path(__file__).resolve().parents[3] / "shared" / "data" / "robots")
    options = parser.parse_args()
    file = options.robots / "panda_description" / "urdf" / "panda.urdf"
    if not file.exists():
        print(f"skipped: there is no {file}")
        return
    try:
        peer = {"coal": Coal, "fcl": Fcl}[options.peer]()
    except ImportError as missing:
        print(f"skipped: {missing} (pip install coal, or python-fcl)")
        return
    robot = Robot(file, options.robots.parent, peer)
    call = overhead(peer)
    print(f"{options.peer} {peer.version}; µs an edge of calls of collide, and less {1e6 * call:.2f} µs a call, which is what one takes "
          "through Python\nthat has nothing to do; \"missed\" are proven contacts that no sample shows")
    head = ("scene", "step", "by", "edges", "hits %", "µs", "work", "a config.", "missed", "closer")
    print(f"{head[0]:<26} {head[1]:>5} {head[2]:>6} " + " ".join(f"{name:>9}" for name in head[3:]))
    lines = ["scene,step,by_rad,edges,colliding,edge_us,edge_work_us,configuration_work_us,missed,closer"]
    for text in options.edges.read_text().splitlines():
        row = json.loads(text)
        for by, numbers_of in zip(STEPS, measure(row, robot, options.patience, call, peer)):
            asked, hits, whole, work, one, missed, closer = numbers_of
            print(f"{row['scene']:<26} {row['step']:>5} {by:>6} {asked:>9} {hits:>9.1f} {whole:>9.0f} {work:>9.0f} {one:>9.1f} "
                  f"{missed:>9} {closer:>9}", flush=True)
            lines.append(f"\"{row['scene']}\",{row['step']},{by},{asked},{hits:.2f},{whole:.2f},{work:.2f},{one:.2f},{missed},{closer}")
    if options.csv:
        options.csv.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
