"""The house keeps its floors: a file imports from its own floor and from those below it, and never in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

FLOORS = (
    {"games.rules"},
    {"games.minds"},
    {"games.wire"},
    {"games.stories"},
    {"games.words"},
    {"games.models"},
    {"games.metrics", "games.outage"},
    {"games.codes", "games.limits", "games.sockets", "games.kept"},
    {"games.store"},
    {"games.people"},
    {"games.services"},
    {"games.live"},
    {"games.run"},
    {"games.pages"},
    {"games.admin"},
    {"games.apps", "games.management", "games.templatetags", "games.migrations", "claimsite"},
)
"""From the ground up."""
SIDE_BY_SIDE = (
    ("games.rules", "games.wire"),
    ("games.minds", "games.wire"),
    ("games.minds", "games.stories"),
    ("games.services.online", "games.services.reports"),
)
"""Rooms that know nothing of each other."""
PURE = {
    "games.rules": {"games.rules"},
    "games.minds": {"games.rules", "games.minds"},
    "games.stories": {"games.rules", "games.stories"},
    "games.wire": {"games.wire"},
}
"""What these import of the project; of others than the standard library they import what ``GUESTS`` names."""
GUESTS = {
    "games.rules": set[str](),
    "games.minds": {"numpy"},
    "games.stories": set[str](),
    "games.wire": {"pydantic"},
}
CLOCKS_AND_CHANCE = {"time", "random", "secrets"}


def files() -> dict[str, Path]:
    """The project's modules by dotted name; a package goes by the name of its folder."""
    found = {}
    for root in ("games", "claimsite"):
        for path in sorted((PROJECT / root).rglob("*.py")):
            parts = path.relative_to(PROJECT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


FILES = files()


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it; names taken from a package count as modules where they are."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in FILES else node.module for name in names)


@cache
def arrows() -> dict[str, set[str]]:
    """What each module imports of the project. Read when it is asked for: each process of the tests comes by here."""
    return {name: {one for one in imported(path) if one in FILES and one != name} for name, path in FILES.items()}


def floor_of(name: str) -> int:
    """The floor on which a module lies; every module lies on one."""
    return next(at for at, rooms in enumerate(FLOORS) for room in rooms if name == room or name.startswith(f"{room}."))


@pytest.mark.parametrize("name", [name for name in FILES if name != "games"])
def test_no_arrow_runs_upwards(name: str) -> None:
    above = sorted(other for other in arrows()[name] - {"games"} if floor_of(other) > floor_of(name))
    assert not above


def test_nothing_runs_in_a_circle() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize("room", PURE)
def test_a_pure_room_imports_only_what_it_may(room: str) -> None:
    import sys

    for name, path in FILES.items():
        if name == room or name.startswith(f"{room}."):
            for other in imported(path):
                top = other.split(".")[0]
                inside = any(other == one or other.startswith(f"{one}.") for one in PURE[room])
                assert inside or top in GUESTS[room] or top in sys.stdlib_module_names, f"{name} imports {other}"
                assert top not in CLOCKS_AND_CHANCE, f"{name} imports {other}"
