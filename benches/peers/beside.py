#!/usr/bin/env python3
"""The same seeded queries on Osculate and on what Python's packages offer: correctness first, then time in one run.

usage: beside.py [--queries N] [--out FOLDER]

Two boxes of half extents 0.5, 0.4, 0.3, one of which flies past or into the other: in the family "flies" without turning, in "spins" turning at a
constant rate from one rotation to another about its middle, which flies straight, in "screws" along the screw between the same two poses, which is
python-fcl's own motion. The judge is none of those that are compared: the separating axes of both boxes at many instants, in this file. It gives
an interval for the first contact: a claim is missed if there was contact and none was told, late if the boxes were deeper in each other
than 1e-4 before the claimed time, early if they are further apart than 1e-2 at it, false if they never come within 1e-2.
"""

import argparse
import csv
import html
import importlib.metadata
import platform
import time
from pathlib import Path

import numpy as np

HALF = np.array([0.5, 0.4, 0.3])
# Instants at which the judge looks.
LOOKS = 4001
DEEP, WIDE = 1e-4, 1e-2


def queries(count, spins):
    """(n, 7) placements of a at the start and at the end; b rests at the origin, turned."""
    rng = np.random.default_rng(2024)
    unit = lambda q: q / np.linalg.norm(q, axis=1)[:, None]
    side = unit(rng.normal(size=(count, 3))) * 3
    aim = rng.normal(size=(count, 3)) * 0.5
    start = np.hstack([side, unit(rng.normal(size=(count, 4)))])
    turned = unit(rng.normal(size=(count, 4)))
    end = np.hstack([2 * aim - side, turned if spins else start[:, 3:]])
    return start, end, unit(rng.normal(size=(count, 4)))


def matrices(q):
    x, y, z, w = np.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def rotations(q0, q1, t):
    """Along the shorter arc at a constant rate: (len(t), 4)."""
    dot = q0 @ q1
    q1 = q1 if dot >= 0 else -q1
    angle = np.arccos(min(1.0, abs(dot)))
    if angle < 1e-9:
        return np.tile(q0, (len(t), 1))
    return (np.sin((1 - t) * angle)[:, None] * q0 + np.sin(t * angle)[:, None] * q1) / np.sin(angle)


def screw(start, end, turned, t):
    """Where the middle is on the screw from one pose to another, of rotations `turned` on the way: (len(t), 3)."""
    whole = matrices(end[3:]) @ matrices(start[3:]).T
    sine = np.array([whole[2, 1] - whole[1, 2], whole[0, 2] - whole[2, 0], whole[1, 0] - whole[0, 1]])
    axis = sine / np.linalg.norm(sine)
    along = axis @ (end[:3] - start[:3])
    # A point of the axis: it moves along it only.
    fixed = np.linalg.lstsq(np.eye(3) - whole, end[:3] - whole @ start[:3] - along * axis, rcond=None)[0]
    steps = turned @ matrices(start[3:]).T
    return steps @ (start[:3] - fixed) + fixed + t[:, None] * along * axis


def gaps(start, end, other, t, family):
    """The widest gap of two boxes along their 15 axes, at each time: negative where they overlap. A lower bound of the distance."""
    a = matrices(rotations(start[3:], end[3:], t))
    b = np.broadcast_to(matrices(other), a.shape)
    if family == "screws":
        between = screw(start, end, a, t)
    else:
        between = (1 - t)[:, None] * start[:3] + t[:, None] * end[:3]
    crossed = [np.cross(a[:, :, i], b[:, :, j]) for i in range(3) for j in range(3)]
    axes = np.stack([a[:, :, 0], a[:, :, 1], a[:, :, 2], b[:, :, 0], b[:, :, 1], b[:, :, 2], *crossed], 1)
    length = np.linalg.norm(axes, axis=2)
    axes = axes / np.maximum(length, 1e-9)[:, :, None]
    reach = np.abs(axes @ a) @ HALF + np.abs(axes @ b) @ HALF
    gap = np.abs(np.einsum("nkc,nc->nk", axes, between)) - reach
    return np.where(length > 1e-6, gap, -np.inf).max(1)


def judged(start, end, other, family="spins"):
    """Times and gaps of each query, as the judge sees them."""
    t = np.linspace(0, 1, LOOKS)
    return t, np.stack([gaps(start[i], end[i], other[i], t, family) for i in range(len(start))])


def osculate_times(start, end, other):
    import osculate

    box = osculate.Hull.box(HALF)
    rest = np.hstack([np.zeros((len(other), 3)), other])
    began = time.process_time()
    answers = osculate.first_contacts(box, osculate.Motions(start, end), box, osculate.Motions(rest))
    took = time.process_time() - began
    return np.where(answers.verdict == osculate.Verdict.FREE, np.inf, answers.lower), took


def fcl_times(start, end, other, kind="CCDM_LINEAR", solver="CCDC_NAIVE"):
    import fcl

    def transform(row):
        x, y, z, w = row[3:]
        return fcl.Transform(np.array([w, x, y, z]), row[:3])

    request = fcl.ContinuousCollisionRequest(
        1000, 1e-6, getattr(fcl.CCDMotionType, kind), fcl.GJKSolverType.GST_LIBCCD, getattr(fcl.CCDSolverType, solver)
    )
    found = np.full(len(start), np.inf)
    a, b = fcl.Box(*(2 * HALF)), fcl.Box(*(2 * HALF))
    took = 0.0
    for i in range(len(start)):
        rest = transform(np.concatenate([np.zeros(3), other[i]]))
        first, second = fcl.CollisionObject(a, transform(start[i])), fcl.CollisionObject(b, rest)
        result = fcl.ContinuousCollisionResult()
        began = time.process_time()
        fcl.continuousCollide(first, transform(end[i]), second, rest, request, result)
        took += time.process_time() - began
        if result.is_collide:
            found[i] = result.time_of_contact
    return found, took


def coal_times(start, end, other, samples=200):
    import coal

    a, b = coal.Box(*(2 * HALF)), coal.Box(*(2 * HALF))
    request = coal.CollisionRequest()
    times = np.linspace(0, 1, samples)
    found = np.full(len(start), np.inf)
    took = 0.0
    for i in range(len(start)):
        turned = matrices(rotations(start[i, 3:], end[i, 3:], times))
        rest = coal.Transform3s(matrices(other[i]), np.zeros(3))
        places = [coal.Transform3s(turned[k], (1 - t) * start[i, :3] + t * end[i, :3]) for k, t in enumerate(times)]
        began = time.process_time()
        for k, place in enumerate(places):
            result = coal.CollisionResult()
            if coal.collide(a, place, b, rest, request, result):
                found[i] = times[k]
                break
        took += time.process_time() - began
    return found, took


def pybullet_times(start, end, other, samples=200):
    import pybullet

    server = pybullet.connect(pybullet.DIRECT)
    shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=HALF)
    a, b = pybullet.createMultiBody(0, shape), pybullet.createMultiBody(0, shape)
    times = np.linspace(0, 1, samples)
    found = np.full(len(start), np.inf)
    took = 0.0
    for i in range(len(start)):
        turned = rotations(start[i, 3:], end[i, 3:], times)
        began = time.process_time()
        pybullet.resetBasePositionAndOrientation(b, [0, 0, 0], other[i])
        for k, t in enumerate(times):
            pybullet.resetBasePositionAndOrientation(a, (1 - t) * start[i, :3] + t * end[i, :3], turned[k])
            if any(point[8] <= 0 for point in pybullet.getClosestPoints(a, b, 0.0)):
                found[i] = t
                break
        took += time.process_time() - began
    pybullet.disconnect(server)
    return found, took


def mujoco_times(start, end, other, samples=200):
    import mujoco

    size = " ".join(map(str, HALF))
    body = f'<body name="%s"><freejoint/><geom type="box" size="{size}"/></body>'
    model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{body % 'a'}{body % 'b'}</worldbody></mujoco>")
    data = mujoco.MjData(model)
    times = np.linspace(0, 1, samples)
    found = np.full(len(start), np.inf)
    took = 0.0
    for i in range(len(start)):
        turned = rotations(start[i, 3:], end[i, 3:], times)[:, [3, 0, 1, 2]]
        data.qpos[7:10] = 0
        data.qpos[10:] = other[i][[3, 0, 1, 2]]
        began = time.process_time()
        for k, t in enumerate(times):
            data.qpos[:3] = (1 - t) * start[i, :3] + t * end[i, :3]
            data.qpos[3:7] = turned[k]
            mujoco.mj_kinematics(model, data)
            mujoco.mj_collision(model, data)
            if data.ncon and data.contact.dist.min() <= 0:
                found[i] = t
                break
        took += time.process_time() - began
    return found, took


def fcl_peer(kind, solver):
    """python-fcl with one of its motions and one of its solvers."""
    how = "1,000 samples" if solver == "CCDC_NAIVE" else "conservative advancement"
    ask = lambda start, end, other: fcl_times(start, end, other, kind, solver)
    return ("python-fcl", "python-fcl", f"continuousCollide, {kind}, {how}", ask)


SAMPLED = "no continuous query; 200 samples"
OURS = ("Osculate", "osculate", "first_contacts: continuous, proven", osculate_times)
OTHERS = [
    ("coal", "coal", SAMPLED, coal_times),
    ("PyBullet", "pybullet", SAMPLED, pybullet_times),
    ("MuJoCo", "mujoco", SAMPLED, mujoco_times),
]
NAIVE, ADVANCED = "CCDC_NAIVE", "CCDC_CONSERVATIVE_ADVANCEMENT"
FAMILIES = {
    "flies": [OURS, fcl_peer("CCDM_TRANS", NAIVE), fcl_peer("CCDM_TRANS", ADVANCED), *OTHERS],
    "spins": [OURS, fcl_peer("CCDM_LINEAR", NAIVE), fcl_peer("CCDM_LINEAR", ADVANCED), *OTHERS],
    "screws": [fcl_peer("CCDM_SCREW", NAIVE), fcl_peer("CCDM_SCREW", ADVANCED)],
}
NONE = [
    ("Osculate", "osculate", "screws: no such motion in Python"),
    ("trimesh", "trimesh", "no collisions of its own: its CollisionManager is python-fcl's, without continuous queries"),
    ("ipctk", "ipctk", "vertices on straight lines, no rigid motions: compared in tests/test_compat.py and ipctk_points.py"),
    ("parry3d, rapier3d", "", "no Python package: compared in Rust, by the benches convex, rigid and world with feature peers"),
]


def faults(found, t, gap):
    """Missed, late, early, false; the widest gap at a claimed contact; and how deep the boxes are in each other until then, at most."""
    missed = late = early = false = 0
    widest = deepest = 0.0
    for claim, gaps_now in zip(found, gap):
        touches = gaps_now.min() < -DEEP
        near = gaps_now.min() < WIDE
        if not np.isfinite(claim):
            missed += touches
            continue
        before = np.append(gaps_now[t <= claim], np.interp(claim, t, gaps_now))
        at = before[-1]
        if not near:
            false += 1
        elif before.min() < -DEEP:
            late += 1
        elif at > WIDE:
            early += 1
        widest = max(widest, at)
        deepest = max(deepest, -before.min())
    return missed, late, early, false, f"{widest:.1e}", f"{deepest:.1e}"


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "results")
    options = parser.parse_args()
    rows = []
    touching = []
    for family, peers in FAMILIES.items():
        start, end, other = queries(options.queries, family != "flies")
        t, gap = judged(start, end, other, family)
        touching.append(int((gap.min(1) < -DEEP).sum()))
        own = None
        for name, package, how, ask in peers:
            known = version(package)
            if known is None:
                rows.append([family, name, "", "not installed: there is no package for this Python", *[""] * 8])
                continue
            try:
                found, took = ask(start, end, other)
            except Exception as error:
                rows.append([family, name, known, f"failed: {type(error).__name__}: {error}", *[""] * 8])
                continue
            micros = 1e6 * took / len(start)
            own = own or (micros if name == "Osculate" else None)
            told = faults(found, t, gap)
            rows.append([family, name, known, how, *told, f"{micros:.1f}", f"{micros / own:.1f}" if own else ""])
    for name, package, why in NONE:
        rows.append(["–", name, version(package) or "" if package else "", why, *[""] * 8])
    head = ["family", "package", "version", "how", "missed", "late", "early", "false", "widest gap", "deepest before", "µs of CPU", "times Osculate"]
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}, numpy {np.__version__}"
    told = f"{options.queries} queries a family, of which {', '.join(map(str, touching))} touch; {machine}"
    options.out.mkdir(parents=True, exist_ok=True)
    with open(options.out / "peers.csv", "w", newline="") as file:
        csv.writer(file).writerows([[f"# {told}"], head, *rows])
    page(options.out / "peers.html", told, head, rows)
    print(told)
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    for row in rows:
        print("| " + " | ".join(str(cell) or "–" for cell in row) + " |")


def page(path, told, head, rows):
    """One HTML page with the table, and bars of faults and times."""
    cells = lambda row, tag: "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in row)
    table = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    timed = [row for row in rows if row[10] != ""]
    bars = lambda column, title: f"<h2>{title}</h2>" + "".join(
        f'<p>{html.escape(row[0])}: {html.escape(row[1])}<br><svg width="620" height="14"><rect height="14" width="{600 * amount(row, column) / most(timed, column):.1f}" '
        f'fill="#357"/></svg> {row[column] if column > 0 else sum(row[4:8])}</p>'
        for row in timed
    )
    path.write_text(
        f"<!doctype html><meta charset=utf-8><title>Beside the peers</title><style>body{{font:16px sans-serif;margin:2em}}td,th{{padding:.2em .6em;"
        f"text-align:left;border-bottom:1px solid #ccc}}</style><h1>Beside the peers</h1><p>{html.escape(told)}</p><table><tr>{cells(head, 'th')}</tr>{table}"
        f"</table>{bars(0, 'Faults: missed, late, early, false')}{bars(10, 'Microseconds of CPU per query')}\n",
        encoding="utf-8",
    )


def amount(row, column):
    return float(row[column]) if column > 0 else float(sum(row[4:8]))


def most(rows, column):
    return max([amount(row, column) for row in rows], default=1.0) or 1.0


if __name__ == "__main__":
    main()
