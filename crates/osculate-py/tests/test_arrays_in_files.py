"""Queries and answers in NPZ files: the command line reads what NumPy wrote, and Python reads what the command line wrote."""

import subprocess
import sys
import zipfile

import numpy as np
import pytest
from osculate import FirstContacts, Hull, Mesh, Motions, PointContacts, edge_edge, first_contacts, vertex_face

KNOT = "builtin:torus-knot?p=2&q=3&triangles=600"
BOX = '{"box": {"half": [0.5, 0.4, 0.3]}}'


def command(*words):
    words = [sys.executable, "-m", "osculate", *map(str, words)]
    return subprocess.run(words, capture_output=True, text=True, timeout=300)


def same(file, answers):
    for name in answers.names():
        found, wanted = getattr(file, name), getattr(answers, name)
        assert found.dtype == wanted.dtype and np.array_equal(found, wanted, equal_nan=found.dtype.kind == "f"), name


def poses(count, seed):
    rng = np.random.default_rng(seed)
    turned = rng.normal(size=(count, 4))
    return np.hstack([3 * rng.normal(size=(count, 3)), turned / np.linalg.norm(turned, axis=1)[:, None]])


def test_first_contacts(tmp_path):
    start, end, spin = poses(50, 1), poses(50, 2), np.array([[0, 0, 3.0]])
    box, knot = Hull.box([0.5, 0.4, 0.3]), Mesh.load(KNOT)
    queries, out = tmp_path / "queries.npz", tmp_path / "answers.npz"
    np.savez_compressed(queries, bodies=np.array([BOX, KNOT]), start_a=start, end_a=end, start_b=np.eye(4), angular_b=spin, clearance=0.01)
    told = command("toc", queries, "-o", out)
    assert told.returncode == 0, told.stderr
    answers = first_contacts(box, Motions(start, end), knot, Motions(np.eye(4)[None], angular=spin), clearance=0.01)
    same(FirstContacts.load(out), answers)
    assert np.load(out)["query"].tolist() == list(range(50)) and 0 < (answers.verdict == 1).sum() < 50
    # What is not an answer to columns is refused.
    assert command("distance", "--example").returncode == 0
    told = command("distance", tmp_path / "x.json", "-o", out)
    assert told.returncode == 2 and "not as arrays" in told.stderr


@pytest.mark.parametrize("kind, ask", [("vf", vertex_face), ("ee", edge_edge)])
def test_primitives(tmp_path, kind, ask):
    rng = np.random.default_rng(3)
    start, end = rng.normal(size=(500, 4, 3)), np.asfortranarray(rng.normal(size=(500, 4, 3)))
    queries, out = tmp_path / "queries.npz", tmp_path / "answers.npz"
    answers = ask(start, end)
    np.savez(queries, start=start, end=end, kind=kind, truth=answers.hit)
    told = command("primitives", queries, "-o", out)
    assert told.returncode == 0 and "500" in told.stdout, told.stderr
    same(PointContacts.load(out), answers)
    assert 0 < answers.hit.sum() < 500
    np.savez(queries, start=start, end=end, truth=~answers.hit)
    told = command("primitives", queries, "--kind", kind)
    assert told.returncode == 1 and "500 of 500 answers contradict" in told.stderr


BAD = [
    (dict(start=np.zeros((2, 4, 3))), 'array "kind": there is none'),
    (dict(start=np.zeros((2, 4, 3)), kind="vf"), 'array "end": there is none'),
    (dict(start=np.zeros((2, 4, 3)), end=np.zeros((2, 3)), kind="vf"), 'array "end": the shape must be (n, 4, 3), and is (2, 3)'),
    (dict(start=np.zeros((2, 4, 3)), end=np.zeros((3, 4, 3)), kind="vf"), 'array "end": there are 3 rows, and 2 of "start"'),
    (dict(start=np.zeros((2, 4, 3)), end=np.full((2, 4, 3), np.nan), kind="vf"), 'array "end": row 0: NaN'),
    (dict(start=np.zeros((2, 4, 3), complex), end=np.zeros((2, 4, 3)), kind="vf"), 'array "start": elements of type "<c16"'),
]


@pytest.mark.parametrize("arrays, words", BAD)
def test_bad_files_are_named_and_nothing_is_written(tmp_path, arrays, words):
    queries, out = tmp_path / "queries.npz", tmp_path / "answers.npz"
    np.savez(queries, **arrays)
    told = command("primitives", queries, "-o", out)
    assert told.returncode == 2 and words in told.stderr and not out.exists(), told.stderr


def test_a_small_file_that_unpacks_to_a_large_one_is_refused(tmp_path):
    queries = tmp_path / "queries.npz"
    with zipfile.ZipFile(queries, "w", zipfile.ZIP_DEFLATED) as archive:
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 4, 3), }\n"
        start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(96_000_000)
        archive.writestr("start.npy", start)
    assert queries.stat().st_size < 200_000
    told = command("--max-size", "10M", "primitives", queries, "--kind", "vf")
    assert told.returncode == 2 and "unpacks to more than the max size of 10 MiB" in told.stderr
    queries.write_bytes(b"PK\x03\x04 no archive")
    told = command("toc", queries)
    assert told.returncode == 2 and "not an NPZ file" in told.stderr
