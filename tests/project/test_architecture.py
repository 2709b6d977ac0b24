"""Boundaries of the code that import-linter does not check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.cards import Faction
from tests.dataclass_types import find_dataclasses
from tests.site_process import PROJECT

GAMES = PROJECT / "games"
PURE = sorted(path for package in ("rules", "inference") for path in (GAMES / package).rglob("*.py"))
STATE = sorted((GAMES / "state").rglob("*.py"))
IO_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
IO_MODULES = {"os", "io", "socket", "pathlib", "uuid", "asyncio", "threading", "datetime"}
FACTION_MODULES = {
    "games/rules/cards.py",
    "games/rules/tricks.py",
    "games/texts/recap.py",
    "games/texts/table.py",
    "games/views/rules.py",
}
"""Modules that may name a faction: the deck, the powers and the sentences about them."""
FOLDS = {"GameState", "DealtGameState", "RematchState", "TimedGameState", "MatchState", "TableState"}
"""States of games, which cache what follows from their events."""
WRITES = frozenset({"update", "delete", "bulk_update", "save", "update_or_create", "_raw_delete"})
ENTRIES = re.compile(r"\b(Entry|entry|entries)\b")


def imports_of(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or ".").split(".")[0]


def test_rules_and_inference_neither_read_nor_write() -> None:
    for path in PURE:
        tree = ast.parse(path.read_text())
        calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
        assert not {function.id for function in calls if isinstance(function, ast.Name)} & IO_CALLS, path
        assert not set(imports_of(tree)) & IO_MODULES, path


def test_rules_and_inference_import_no_django() -> None:
    names = [".".join(path.relative_to(PROJECT).with_suffix("").parts) for path in PURE if path.stem != "__init__"]
    script = f"import sys\nimport {', '.join(names)}\nassert not {{'django', 'random'}} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=PROJECT).returncode == 0


@pytest.mark.looks
@pytest.mark.parametrize(
    ("files", "mutable", "with_dict"),
    [
        (PURE, {"_Stake"}, set()),
        (STATE, set(), {"GameState", "DealtGameState", "RematchState", "TimedGameState", "MatchState", "TableState"}),
    ],
    ids=["rules", "state"],
)
def test_dataclasses_are_frozen_and_have_slots(files: list[Path], mutable: set[str], with_dict: set[str]) -> None:
    """Cached values shared between threads must not change. Folded states are copied by their `__dict__`."""
    found = find_dataclasses(files)
    assert len(found) > 10
    assert {one.__name__ for one in found if not one.__dataclass_params__.frozen} == mutable  # type: ignore[attr-defined]
    assert {one.__name__ for one in found if "__slots__" not in vars(one)} == with_dict


def test_no_other_module_names_a_faction() -> None:
    names = re.compile("|".join(rf"\bFaction\.{faction.name}\b" for faction in Faction))
    found = {str(path.relative_to(PROJECT)) for path in GAMES.rglob("*.py") if names.search(path.read_text("utf-8"))}
    assert found == FACTION_MODULES


def test_no_code_changes_or_deletes_entries_of_the_log() -> None:
    """One module may: redaction, which replaces the names of people who left for good."""
    for path in sorted(set(GAMES.rglob("*.py")) - {GAMES / "eventlog" / "redaction.py"}):
        source = path.read_text()
        if "migrations" in path.parts or not ENTRIES.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
                assert not ENTRIES.search(ast.unparse(node.func.value)), f"{path}:{node.lineno}"
