#!/usr/bin/env python3
"""What calling from Python costs: prints microseconds of CPU per query, the least of several runs.

Batches run on one core (RAYON_NUM_THREADS=1): what a single call costs over one in a batch is what Python takes.
"""

import os
import time

os.environ.setdefault("RAYON_NUM_THREADS", "1")

import numpy as np
import osculate


def least(ask, count, runs=7):
    """Microseconds of CPU for one of `count` queries."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        ask()
        times.append(time.process_time() - began)
    return 1e6 * min(times) / count


def main():
    rng = np.random.default_rng(5)
    start, end = rng.normal(size=(100_000, 4, 3)), rng.normal(size=(100_000, 4, 3))
    batch = least(lambda: osculate.vertex_face(start, end), len(start))
    print(f"vertex_face, 100,000 at once: {batch:.4f}")
    one, two = start[0].copy(), end[0].copy()
    single = least(lambda: [osculate.vertex_face(one, two) for _ in range(20_000)], 20_000)
    twice = least(lambda: osculate.vertex_face(np.tile(one, (20_000, 1, 1)), np.tile(two, (20_000, 1, 1))), 20_000)
    print(f"vertex_face, one by one: {single:.3f}, the same in a batch: {twice:.3f}, over: {single - twice:.3f}")
    box = osculate.Hull.box([0.5, 0.4, 0.3])
    throw = osculate.Motion(position=[3, 0, 0], linear=[-4, 0, 0], angular=[1, 2, 3])
    rest = osculate.Motion()
    throws = osculate.Motions(position=[[3, 0, 0]], linear=[[-4, 0, 0]], angular=np.tile([1.0, 2, 3], (5_000, 1)))
    single = least(lambda: [osculate.first_contact(box, throw, box, rest) for _ in range(5_000)], 5_000)
    twice = least(lambda: osculate.first_contacts(box, throws, box, rest), 5_000)
    print(f"first_contact of boxes, one by one: {single:.3f}, the same in a batch: {twice:.3f}, over: {single - twice:.3f}")
    knot = osculate.Mesh.load("builtin:torus-knot?p=2&q=3&triangles=2000")
    placed = np.tile(np.eye(4), (2_000, 1, 1))
    placed[:, :3, 3] = [5, 0, 0]
    ends = np.tile(np.eye(4), (2_000, 1, 1))
    ends[:, :3, 3] = rng.normal(size=(2_000, 3))
    made = least(lambda: osculate.Motions(placed, ends), 2_000)
    motions = osculate.Motions(placed, ends)
    asked = least(lambda: osculate.first_contacts(knot, motions, knot, None), 2_000, 3)
    print(f"first_contacts of meshes: {asked:.3f}; making motions of 4×4 matrices: {made:.3f}, {100 * made / asked:.2f} % of that")


if __name__ == "__main__":
    main()
