#!/usr/bin/env python3
"""A hanging cable that swings, without contact, in Osculate and in what Python's packages offer: error and time in one run.

usage: swinging_cable.py [--edges N] [--csv FILE]

A cable of 1 m that is held at one end and hangs swings in its slowest mode: x = a·J0(2w·sqrt((L - z)/g))·cos(wt), w = 2.404826/2·sqrt(g/L), which is exact for a
cable that neither stretches nor bends and small a. Here a is 5 mm, EA is 39 kN, and bending is 1e-5 of that of a solid rod. The error is the furthest that any point is from
there at 60 instants a second over two swings, as a share of a. Times are CPU seconds of the process per second of the swing, after everything was compiled.
"""

import argparse
import csv
import importlib
import importlib.metadata
import time

import numpy as np

GRAVITY, LENGTH, SWING = 9.81, 1.0, 5e-3
RADIUS, YOUNG, DENSITY, SOFT = 5e-3, 5e8, 900.0, 1e-5
ROOT = 2.404825557695773
OMEGA = 0.5 * ROOT * np.sqrt(GRAVITY / LENGTH)
SECONDS = 2 * 2 * np.pi / OMEGA
FRAME = 1 / 60


def bessel(x):
    """J0 by its series, for arguments up to a few."""
    term, total = np.ones_like(x), np.ones_like(x)
    for k in range(1, 30):
        term = term * (-(x * x) / 4) / (k * k)
        total = total + term
    return total


def mode(z):
    return SWING * bessel(2 * OMEGA * np.sqrt(np.maximum(LENGTH - z, 0) / GRAVITY))


def start(edges):
    """Points along the mode, as far apart as edges are long; z points down."""
    points, edge = [np.zeros(3)], LENGTH / edges
    points[0][0] = mode(np.zeros(1))[0]
    for _ in range(edges):
        at, step = points[-1], edge
        for _ in range(30):
            across = mode(at[2:3] + step)[0] - at[0]
            step = np.sqrt(edge * edge - across * across)
        points.append(np.array([at[0] + across, 0, at[2] + step]))
    return np.array(points)


class Judge:
    """Compares with the closed form, point by point."""

    def __init__(self, points):
        self.shape, self.worst = points[:, 0], 0.0

    def look(self, x, at):
        self.worst = max(self.worst, np.abs(x - self.shape * np.cos(OMEGA * at)).max() / SWING)


def frames(advance, x, judge):
    """Runs, and gives the CPU time of what advances per second of the swing."""
    took, count = 0.0, int(np.ceil(SECONDS / FRAME))
    for frame in range(1, count + 1):
        began = time.process_time()
        advance()
        took += time.process_time() - began
        judge.look(x(), frame * FRAME)
    return took / (count * FRAME)


def osculate(points, parts):
    from osculate import RodMaterial, Rods

    solid = RodMaterial.solid(YOUNG, 0.3, DENSITY, RADIUS)
    rope = solid.with_stiffness(solid.stretch, SOFT * solid.bend, SOFT * solid.twist).with_drag(0)
    rods = Rods(gravity=[0, 0, GRAVITY], step=FRAME, substeps=parts, most_substeps=4096, contacts=False)
    rods.add(points, rope, ends=("pinned", "free"))
    judge = Judge(points)
    return frames(rods.step, lambda: rods.vertices(0)[:, 0], judge), judge.worst


def mujoco(points, parts):
    import mujoco as mj

    edges = len(points) - 1
    mass = DENSITY * np.pi * RADIUS**2 * LENGTH / edges
    model = mj.MjModel.from_xml_string(f"""
    <mujoco>
      <extension><plugin plugin="mujoco.elasticity.cable"/></extension>
      <option timestep="{FRAME / parts}" integrator="implicitfast" gravity="0 0 {GRAVITY}"><flag contact="disable"/></option>
      <worldbody>
        <composite type="cable" curve="0 0 s" count="{edges + 1} 1 1" size="{LENGTH}" initial="ball">
          <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="{0.4 * YOUNG * SOFT}"/><config key="bend" value="{YOUNG * SOFT}"/></plugin>
          <joint kind="main" damping="0" armature="0"/>
          <geom type="capsule" size="{RADIUS}" mass="{mass}"/>
        </composite>
      </worldbody>
    </mujoco>""")
    data = mj.MjData(model)
    along = np.diff(points, axis=0)
    angles = np.arctan2(along[:, 0], along[:, 2])
    turned, inverse, half, whole = model.body_quat[1].copy(), np.zeros(4), np.zeros(4), np.zeros(4)
    mj.mju_negQuat(inverse, turned)
    for joint, angle in enumerate(np.diff(angles, prepend=0)):
        about = np.array([np.cos(angle / 2), 0, np.sin(angle / 2), 0])
        mj.mju_mulQuat(half, inverse, about)
        mj.mju_mulQuat(whole, half, turned)
        data.qpos[4 * joint : 4 * joint + 4] = whole
    mj.mj_forward(model, data)
    away = points[0, 0]

    def x():
        last = data.xpos[-1] + data.xmat[-1].reshape(3, 3)[:, 0] * LENGTH / edges
        return away + np.append(data.xpos[1:, 0], last[0])

    def advance():
        mj.mj_step(model, data, nstep=parts)
        mj.mj_kinematics(model, data)

    judge = Judge(points)
    return frames(advance, x, judge), judge.worst


def pyelastica(points, parts):
    import elastica as ea

    class Swing(ea.BaseSystemCollection, ea.Constraints, ea.Forcing):
        pass

    along = np.diff(points, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    normal = np.tile([0.0, 1.0, 0.0], (len(along), 1))
    directors = np.stack([normal, np.cross(along, normal), along]).transpose(0, 2, 1)
    # The first index is the axis, the second the coordinate.
    rod = ea.CosseratRod.straight_rod(
        len(along), points[0], np.array([0.0, 0, 1]), np.array([0.0, 1, 0]), LENGTH, RADIUS, DENSITY,
        youngs_modulus=YOUNG, shear_modulus=YOUNG / 2.6, position=points.T.copy(), directors=directors.copy(),
    )
    rod.bend_matrix *= SOFT
    rod.rest_kappa[:] = 0
    swing = Swing()
    swing.append(rod)
    swing.constrain(rod).using(ea.FixedConstraint, constrained_position_idx=(0,))
    swing.add_forcing_to(rod).using(ea.GravityForces, acc_gravity=np.array([0, 0, GRAVITY]))
    swing.finalize()
    stepper, now = ea.PositionVerlet(), np.float64(0)
    step = np.float64(FRAME / parts)

    def advance():
        nonlocal now
        for _ in range(parts):
            now = stepper.step(swing, now, step)

    judge = Judge(points)
    return frames(advance, lambda: rod.position_collection[0], judge), judge.worst


RUNS = [
    ("osculate", "osculate", osculate, (1, 4, 16)),
    ("mujoco", "MuJoCo, composite cable", mujoco, (4, 16, 64)),
    ("pyelastica", "PyElastica, Cosserat rod", pyelastica, (4000,)),
]


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--edges", type=int, default=50)
    options.add_argument("--csv")
    options.add_argument("--only")
    given = options.parse_args()
    points, rows = start(given.edges), []
    for package, name, run, all_parts in RUNS:
        if given.only and package != given.only:
            continue
        for parts in all_parts:
            try:
                version = importlib.metadata.version(package) if package != "osculate" else importlib.import_module(package).__version__
                took, error = run(points, parts)
                rows.append([name, version, parts * 60, f"{100 * error:.3g} %", f"{1e3 * took:.3g} ms"])
            except Exception as why:
                rows.append([name, "-", parts * 60, f"not run: {why}", "-"])
            print(" | ".join(map(str, rows[-1])), flush=True)
    if given.csv:
        with open(given.csv, "w", newline="") as file:
            csv.writer(file).writerows([["what", "version", "steps a second", "error", "CPU per second"], *rows])


if __name__ == "__main__":
    main()
