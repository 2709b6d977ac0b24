"""Vocabulary: words that were retired do not come back as names, in Python or in scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.site_process import PROJECT

RETIRED = {
    "story": "state",
    "stories": "states",
    "told": "what it holds: message, subscription, tally",
    "deed": "moderation action",
    "minds": "engine, bots",
    "ties": "relations",
    "seeker": "seek",
    "seekers": "matchmaking",
    "asker": "API user",
    "letters": "emails",
    "hushed": "muted",
    "sitter": "player, occupant",
    "sitters": "players, occupants",
    "ushers": "database threads",
    "ears": "decoder",
    "crowd": "connection limiter",
    "door": "accept queue",
    "pulse": "heartbeat",
    "strangers": "authentication",
    "entrance": "admission",
    "apology": "error response",
    "swift": "numba",
}
"""Words that no name may contain, and what to say instead."""
PACKAGES = ("games", "claimsite")


def split_words(name: str) -> set[str]:
    """Return the words of a name in snake or camel case, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def list_python_names(path: Path) -> Iterator[str]:
    """Yield what a module defines: itself, functions, classes, parameters, variables and attributes."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def list_script_names(path: Path) -> Iterator[str]:
    """Yield what a script declares: itself, functions, classes and variables."""
    yield path.stem
    yield from re.findall(r"\b(?:function\*?|class|const|let)\s+(\w+)", path.read_text())


@cache
def list_names() -> frozenset[tuple[str, str]]:
    """Return the names of all modules and scripts, each with its file."""
    names = {(path, name) for path in MODULES for name in list_python_names(path)}
    names |= {(path, name) for path in SCRIPTS for name in list_script_names(path)}
    return frozenset((str(path.relative_to(PROJECT)), name) for path, name in names)


MODULES = sorted(
    path for package in PACKAGES for path in (PROJECT / package).rglob("*.py") if "migrations" not in path.parts
)
SCRIPTS = sorted((PROJECT / "static" / "js").rglob("*.js"))
ALLOWED = {
    "claimsite/settings.py: MINDS_QUEUE",
    "games/accounts/names.py: letters",
    "games/management/commands/minds.py: minds",
    "games/models/chat.py: hushed",
    "games/schemas/lesson.py: told",
    "games/schemas/puzzle.py: told",
    "games/schemas/table.py: story",
    "games/services/social/chat.py: hushed",
    "games/views/accounts/preferences.py: letters",
}
"""Names that the database, the wire, a command or a setting fixes."""


@pytest.mark.parametrize("word", RETIRED)
def test_no_name_has_a_retired_word(word: str) -> None:
    found = {f"{path}: {name}" for path, name in list_names() if word in split_words(name)}
    assert sorted(found - ALLOWED) == [], f"say: {RETIRED[word]}"
