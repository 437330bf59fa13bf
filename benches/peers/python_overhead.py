#!/usr/bin/env python3
"""What calling from Python costs over the same in Rust: microseconds of CPU per query, the least of several runs, on one core.

usage: python_overhead.py [--meshes N] [--single]

Runs in the environment that has the wheel. The Rust side is the bench `python` of benches/, compiled as the wheel is, with the same numbers. With --single
nothing is compiled: a single call is compared with the same query in a batch of its own.
"""

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path

os.environ.setdefault("RAYON_NUM_THREADS", "1")

import numpy as np
import osculate

ROOT = Path(__file__).parents[2]
ONE_BY_ONE = 20_000


def least(ask, count, runs=7):
    """Microseconds of CPU for one of `count` queries."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        ask()
        times.append(time.process_time() - began)
    return 1e6 * min(times) / count


def in_rust(*arrays):
    """What Rust takes for the same: numbers by the name of the row."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "numbers"
        path.write_bytes(b"".join(np.ascontiguousarray(array, dtype="<f8").tobytes() for array in arrays))
        # With the module, so that packages have its features, and are compiled once for both.
        packages = ["-p", "osculate-benches", "-p", "osculate-py"]
        command = ["cargo", "bench", "--quiet", "--profile", "wheel", *packages, "--bench", "python", "--", str(path)]
        told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in told.splitlines() if line]
    return {name: [float(number) for number in numbers] for name, *numbers in rows}


def show(name, python, rust, most):
    over = python - rust
    print(f"{name}: {python:.3f} µs, in Rust {rust:.3f}: {over:+.3f} µs, {100 * over / rust:+.1f} %; at most {most}")


def single_calls():
    """Single calls beside the same query in a batch."""
    rng = np.random.default_rng(5)
    one, two = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
    many = np.tile(one, (ONE_BY_ONE, 1, 1)), np.tile(two, (ONE_BY_ONE, 1, 1))
    batch = least(lambda: osculate.vertex_face(*many), ONE_BY_ONE)
    single = least(lambda: [osculate.vertex_face(one, two) for _ in range(ONE_BY_ONE)], ONE_BY_ONE)
    print(f"vertex_face: single {single:.3f} µs, in a batch {batch:.3f}, over {single - batch:.3f}; at most 2 µs")
    box, rest = osculate.Hull.box([0.5, 0.4, 0.3]), osculate.Motion()
    throw = osculate.Motion(position=[3, 0, 0], linear=[-4, 0, 0], angular=[1, 2, 3])
    throws = osculate.Motions(position=[[3, 0, 0]], linear=[[-4, 0, 0]], angular=np.tile([1.0, 2, 3], (ONE_BY_ONE, 1)))
    batch = least(lambda: osculate.first_contacts(box, throws, box, rest), ONE_BY_ONE)
    single = least(lambda: [osculate.first_contact(box, throw, box, rest) for _ in range(ONE_BY_ONE)], ONE_BY_ONE)
    print(f"first_contact of boxes: single {single:.3f} µs, in a batch {batch:.3f}, over {single - batch:.3f}; at most 5 µs")
    knot = osculate.Mesh.load("builtin:torus-knot?p=2&q=3&triangles=2000")
    starts, ends = np.tile(np.eye(4), (2_000, 1, 1)), np.tile(np.eye(4), (2_000, 1, 1))
    starts[:, :3, 3] = [5, 0, 0]
    ends[:, :3, 3] = rng.normal(size=(2_000, 3))
    made = least(lambda: osculate.Motions(starts, ends), 2_000)
    motions = osculate.Motions(starts, ends)
    asked = least(lambda: osculate.first_contacts(knot, motions, knot, None), 2_000, 3)
    print(f"first_contacts of meshes: {asked:.3f} µs; motions of 4×4 matrices: {made:.3f}, {100 * made / asked:.2f} % of that")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meshes", type=int, default=100_000, help="how many queries of meshes")
    parser.add_argument("--single", action="store_true", help="only single calls, beside the same in a batch")
    options = parser.parse_args()
    if options.single:
        return single_calls()
    count = options.meshes
    rng = np.random.default_rng(5)
    start, end = rng.normal(size=(100_000, 4, 3)), rng.normal(size=(100_000, 4, 3))
    starts, ends = np.tile(np.eye(4), (count, 1, 1)), np.tile(np.eye(4), (count, 1, 1))
    starts[:, :3, 3] = [5, 0, 0]
    ends[:, :3, 3] = rng.normal(size=(count, 3))
    points = np.concatenate([start.reshape(-1, 12), end.reshape(-1, 12)], axis=1)
    poses = np.concatenate([starts.reshape(-1, 16), ends.reshape(-1, 16)], axis=1)
    rust = in_rust(np.array([len(start), count]), points, poses)

    batch = least(lambda: osculate.vertex_face(start, end), len(start))
    show("100,000 vertex_face at once", batch, rust["vertex_face"][0], "10 %")
    one, two = start[0].copy(), end[0].copy()
    single = least(lambda: [osculate.vertex_face(one, two) for _ in range(ONE_BY_ONE)], ONE_BY_ONE)
    show("vertex_face one by one", single, rust["vertex_face"][1], "2 µs")
    box = osculate.Hull.box([0.5, 0.4, 0.3])
    throw = osculate.Motion(position=[3, 0, 0], linear=[-4, 0, 0], angular=[1, 2, 3])
    rest = osculate.Motion()
    single = least(lambda: [osculate.first_contact(box, throw, box, rest) for _ in range(ONE_BY_ONE)], ONE_BY_ONE)
    show("first_contact of boxes one by one", single, rust["boxes"][0], "5 µs")
    knot = osculate.Mesh.load("builtin:torus-knot?p=2&q=3&triangles=2000")
    asked = least(lambda: osculate.first_contacts(knot, osculate.Motions(starts, ends), knot, None), count, 3)
    show(f"{count:,} first_contacts of meshes from 4×4 matrices", asked, rust["meshes"][0], "5 %")


if __name__ == "__main__":
    main()
