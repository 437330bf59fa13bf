"""The notebooks of examples/ run from top to bottom."""

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[3] / "examples").glob("*.ipynb"))


def test_there_are_some():
    assert len(NOTEBOOKS) >= 6


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_run(notebook):
    names = {}
    cells = [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells
    for number, cell in enumerate(cells):
        assert cell["outputs"] == [], "notebooks are kept without their outputs"
        exec(compile("".join(cell["source"]), f"{notebook.name}[{number}]", "exec"), names)
