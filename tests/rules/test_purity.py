"""The rules are the standard library alone: no chance, no clock, no framework."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games.rules
import games.stories
from tests.values import values

ROOT = Path(games.rules.__file__).parents[2]
FILES = sorted(Path(games.rules.__file__).parent.rglob("*.py"))
STORIES = sorted(Path(games.stories.__file__).parent.rglob("*.py"))
FORBIDDEN = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "socket",
    "pathlib",
    "uuid",
    "asyncio",
    "threading",
}
CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." if node.level else node.module or "."


def called(tree: ast.AST) -> set[str]:
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_module_of_the_rules_imports_only_itself_and_the_standard_library(path: Path) -> None:
    for name in imported(ast.parse(path.read_text())):
        top = name.split(".")[0]
        assert name.startswith("games.rules") or top in sys.stdlib_module_names, name
        assert top not in FORBIDDEN, name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_module_of_the_rules_reads_and_writes_nothing(path: Path) -> None:
    assert not called(ast.parse(path.read_text())) & CALLS


def test_importing_the_rules_does_not_import_django() -> None:
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in FILES if path.stem != "__init__"]
    script = f"import sys\nimport {', '.join(names)}\nassert not {{'django', 'random'}} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=FILES[0].parents[2])


def test_the_check_sees_what_it_forbids() -> None:
    tree = ast.parse("import time\nfrom django.db import models\nfrom . import x\nopen('f')")
    assert list(imported(tree)) == ["time", "django.db", "."]
    assert called(tree) & CALLS == {"open"}


@pytest.mark.looks
@pytest.mark.parametrize(
    ("files", "local", "mapped"),
    [(FILES, {"_Stake"}, set()), (STORIES, set(), {"Story", "Aided", "Again", "Timed", "Match", "Table"})],
    ids=["rules", "stories"],
)
def test_every_value_is_frozen_and_takes_no_other_fields(files: list[Path], local: set[str], mapped: set[str]) -> None:
    """What is remembered, compared and shared between threads must not change; ``_Stake`` never leaves its function.

    A story is copied with its mapping of fields, so it has one; ``Story.changed`` lets no other field into it.
    """
    found = values(files)
    changing = {one.__name__ for one in found if not one.__dataclass_params__.frozen}  # type: ignore[attr-defined]
    assert (len(found) > 10, changing) == (True, local)
    assert {one.__name__ for one in found if "__slots__" not in vars(one)} == mapped
