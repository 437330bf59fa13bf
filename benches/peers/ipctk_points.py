#!/usr/bin/env python3
"""Tight-Inclusion and additive CCD of the package ipctk on the public files of queries: wrong answers and times.

usage: ipctk_points.py [FOLDER]    [default: ../shared/data/queries, beside the workspace]

Times are in microseconds, least of several rounds a query, and include the call through Python; the same call on points
that are far apart, which both methods reject at once, is timed as well and subtracted, so that what is left is the work.
"""

import csv
import sys
import time
from fractions import Fraction
from pathlib import Path

try:
    import ipctk
    import numpy
except ImportError as missing:
    sys.exit(f"ipctk_points.py needs the packages ipctk and numpy (pip install ipctk numpy): {missing}")

ROUNDS = 5
# A query that takes longer than this is not repeated.
LONG = 0.01


def exact(above, below):
    """The rational as a float, or None if it is not one."""
    value = int(above) / int(below)
    return value if Fraction(value) == Fraction(int(above), int(below)) else None


def queries(folder, kind):
    """Points at time 0 and at time 1, and the truth; and how many queries are not in floats."""
    found, others = [], 0
    for path in sorted(folder.glob(f"*/{kind}/*.csv")):
        with open(path, newline="") as file:
            rows = [row for row in csv.reader(file) if row]
        for first in range(0, len(rows), 8):
            points = [[exact(*row[i : i + 2]) for i in (0, 2, 4)] for row in rows[first : first + 8]]
            if any(x is None for point in points for x in point):
                others += 1
            else:
                found.append(([numpy.array(point) for point in points], rows[first][6] == "1"))
    return found, others


def timed(ask, points):
    """The answer, and the least time of some rounds, in microseconds."""
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        answer = ask(*points)
        least = min(least, time.perf_counter() - start)
        if least > LONG:
            break
    return answer[0], 1e6 * least


def overhead(ask):
    """What a call takes that has nothing to do: one point or edge is far away, and rests, as all do."""
    near = [numpy.array(x, float) for x in ([0, 0, 0], [1, 0, 0], [1e3, 1e3, 1e3], [1e3, 1e3 + 1, 1e3])]
    if "triangle" in ask.__name__:
        near = [near[0], near[2], near[3], numpy.array([1e3 + 1, 1e3, 1e3])]
    return min(timed(ask, near + near)[1] for _ in range(1000))


def main():
    here = Path(__file__).resolve().parents[3] / "shared" / "data" / "queries"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else here
    if not folder.is_dir():
        sys.exit(f"ipctk_points.py: there is no folder {folder}")
    version = getattr(ipctk, "__version__", "of an unknown version")
    print(f"ipctk {version}; µs a query, least of {ROUNDS} rounds, less the call's overhead")
    print(f"{'method':16} {'kind':12} {'queries':>7} {'missed':>6} {'false':>5} "
          f"{'mean':>9} {'median':>8} {'99 %':>9} {'worst':>10} {'overhead':>8}")
    for kind, name in (("vertex-face", "point_triangle_ccd"), ("edge-edge", "edge_edge_ccd")):
        asked, others = queries(folder, kind)
        if others:
            print(f"{kind}: {others} queries that are not in floats are left out")
        for method in ("TightInclusionCCD", "AdditiveCCD"):
            if not hasattr(ipctk, method):
                print(f"{method}: this version of ipctk does not have it")
                continue
            ask = getattr(getattr(ipctk, method)(), name)
            call = overhead(ask)
            answers = [(truth, *timed(ask, points)) for points, truth in asked]
            missed = sum(truth and not touch for truth, touch, _ in answers)
            false = sum(touch and not truth for truth, touch, _ in answers)
            times = numpy.sort([max(taken - call, 0) for _, _, taken in answers])
            print(f"{method[:-3]:16} {kind:12} {len(times):7} {missed:6} {false:5} {times.mean():9.2f} "
                  f"{numpy.median(times):8.2f} {numpy.quantile(times, 0.99):9.2f} {times[-1]:10.2f} {call:8.2f}",
                  flush=True)


if __name__ == "__main__":
    main()
