"""bin/mutants, in a house of one function: what a test notices, what none can, and what nobody explained."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.cuts import mutants
from tests.server import PROJECT

SOURCE = '''"""Numbers."""


def least(one: int, two: int) -> int:
    """The smaller of two."""
    if one < two:
        return one
    return two
'''
SURE = """from house.numbers import least


def test_the_smaller_one() -> None:
    assert (least(1, 2), least(2, 1)) == (1, 1)
"""
NEVER_IN_A_FORK = """import os

from house.numbers import least

HERE = os.getpid()


def test_the_first_one() -> None:
    assert least(1, 2) == 1


def test_where() -> None:
    assert {least(1, 2) for _ in range(10_000)} == {1}  # The quickest tests come first.
    assert os.getpid() == HERE
"""
TARGETS = (
    '[tool.pytest.ini_options]\n[[tool.mutants.targets]]\nfiles = ["house/*.py"]\ntests = ["tests/test_numbers.py"]\n'
)
DECORATED = """from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    across: int
"""
EXPLAINED = """[[explained]]
path = "house/numbers.py"
why = "Of two equal numbers either is the smaller one."
changes = [["if one < two:", "if one <= two:"]]
"""

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="bin/mutants needs Python 3.12")


def tried(house: Path, tests: str, explained: str, *asked: str) -> tuple[int, str]:
    """The exit status of a run and the last line that it says, over all mutants."""
    (house / "house").mkdir()
    (house / "house" / "numbers.py").write_text(SOURCE)
    (house / "pyproject.toml").write_text(TARGETS)
    shutil.copytree(PROJECT / "tests" / "mutants", house / "tests" / "mutants")
    (house / "tests" / "__init__.py").touch()
    (house / "tests" / "test_numbers.py").write_text(tests)
    (house / "tests" / "mutants" / "explained.toml").write_text(explained)
    command = [sys.executable, "-m", "tests.mutants.command", *asked]
    # Of pytest's plugins the house needs one, and each fork would load them all.
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-p _hypothesis_pytestplugin"}
    surroundings = {**os.environ, "PYTHONPATH": f"{house}{os.pathsep}{PROJECT}", **plugins}
    ended = subprocess.run(command, cwd=house, env=surroundings, capture_output=True, text=True, check=False)
    said = [line for line in ended.stderr.splitlines() if line.startswith(("all:", "The tests", "Traceback"))]
    return ended.returncode, said[-1]


def test_every_change_is_noticed_or_explained(tmp_path: Path) -> None:
    assert tried(tmp_path, SURE, EXPLAINED) == (0, "all: 100.0 % of 4 noticed (1 explained, 4 killed)")
    assert not list((tmp_path / "var" / "mutants").iterdir())


def test_what_no_test_noticed_is_a_patch(tmp_path: Path) -> None:
    """A test that fails in every fork, with the change and without, noticed nothing."""
    told = "all: 50.0 % of 4 noticed (1 explained, 2 killed, 1 not reached, 1 survived)"
    assert tried(tmp_path, NEVER_IN_A_FORK, EXPLAINED) == (1, told)
    (patch,) = (tmp_path / "var" / "mutants").iterdir()
    assert "+    if True:" in patch.read_text()
    assert "# line 8, not reached, by 0 tests" in patch.read_text()


def test_one_line_can_be_asked_for(tmp_path: Path) -> None:
    assert tried(tmp_path, SURE, "explained = []\n", "house/numbers.py:1") == (0, "all: 100.0 % of 0 noticed ()")


def test_a_decorator_is_asked_for_by_its_own_line_or_that_of_its_class(tmp_path: Path) -> None:
    (tmp_path / "point.py").write_text(DECORATED)
    found = mutants(tmp_path, "point.py")
    assert {(one.line, one.last) for one in found} == {(4, 5)}


def test_tests_that_fail_anyway_tell_nothing(tmp_path: Path) -> None:
    status, said = tried(tmp_path, SURE.replace("(1, 1)", "(1, 2)"), EXPLAINED)
    assert (status, said) == (1, "The tests fail without any change, so they tell nothing.")
