"""docs/reliability.md: every promise names tests that exist, and those that make something fail are marked so."""

from __future__ import annotations

import ast
import re

import pytest

from tests.server import PROJECT

PAGE = (PROJECT / "docs" / "reliability.md").read_text()
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| Promise", "| ---"))]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", PAGE)


def defined(file: str) -> set[str]:
    """The tests of a file, as pytest names them without their parameters."""
    found = set()
    for node in ast.parse((PROJECT / file).read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            inside = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
            found |= {f"{node.name}::{one.name}" for one in inside}
    return found


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_what_is_named_exists(file: str, test: str) -> None:
    assert test.split("::")[-1].startswith("test_")
    assert test in defined(file)


def test_every_promise_is_held_by_a_test() -> None:
    assert len(ROWS) > 40
    assert [row for row in ROWS if not re.search(r"`tests/[\w/]+\.py::[\w:]+`", row)] == []
