"""The examples of the documentation run."""

import doctest
from pathlib import Path

import osculate
import pytest
from osculate import _osculate

DOCUMENTED = [name for name in dir(_osculate) if not name.startswith("_")]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_of_what_is_compiled(name):
    documented = getattr(_osculate, name)
    assert documented.__doc__, f"{name} has no documentation"
    test = doctest.DocTestParser().get_doctest(documented.__doc__, {}, name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_examples_of_the_package():
    assert doctest.testmod(osculate).failed == 0


def test_everything_is_exported():
    missing = [name for name in DOCUMENTED if name not in osculate.__all__]
    assert missing == []


def test_pages():
    """Every block of Python in the pages runs, in its order."""
    root = Path(__file__).parents[3]
    for page in [root / "crates/osculate-py/README.md", root / "docs/python.md"]:
        if not page.exists():
            continue
        names = {}
        for block in page.read_text().split("```python\n")[1:]:
            code = block.split("```")[0]
            if code.startswith("# Not run"):
                continue
            exec(compile(code, str(page), "exec"), names)
