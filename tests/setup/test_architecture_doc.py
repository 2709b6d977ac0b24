"""docs/architecture.md is true: it draws every room, names only what is there, and tells the numbers of the code."""

from __future__ import annotations

import re

import pytest

from games.store import presence
from tests.server import PROJECT
from tests.setup.test_floors import FLOORS

PAGE = (PROJECT / "docs" / "architecture.md").read_text()
GAMES = PROJECT / "games"
ROOMS = sorted(path.name for path in GAMES.iterdir() if path.is_dir() and path.name != "__pycache__")
DRAWING = PAGE.split("```")[1]
DRAWN = re.findall(r"^([a-z]+)/", DRAWING, re.MULTILINE)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_drawn_or_named(room: str) -> None:
    assert room in DRAWN or f"`{room}/`" in PAGE


def test_the_drawing_is_in_the_order_of_the_floors() -> None:
    order = [room.removeprefix("games.") for floor in FLOORS for room in sorted(floor)]
    found = [room for room in reversed(order) if room in DRAWN]
    assert sorted(DRAWN) == sorted(found)
    assert [FLOOR_OF[room] for room in DRAWN] == sorted((FLOOR_OF[room] for room in DRAWN), reverse=True)


FLOOR_OF = {room.removeprefix("games."): at for at, floor in enumerate(FLOORS) for room in floor}


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?)`", PAGE))))
def test_every_path_that_it_names_is_there(path: str) -> None:
    assert any((root / path).exists() for root in (GAMES, PROJECT, GAMES / "services", PROJECT / "static" / "js"))


@pytest.mark.parametrize(
    "name", sorted(set(re.findall(r"\b((?:store|services|live|rules)(?:\.[a-z]+)+)\b(?!\.)(?<!\.js)", PAGE)))
)
def test_every_module_that_it_names_is_there(name: str) -> None:
    *folders, last = name.split(".")
    parent = GAMES.joinpath(*folders)
    assert parent.joinpath(f"{last}.py").exists() or f"def {last}(" in parent.with_suffix(".py").read_text()


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"every {presence.BEAT:g} seconds a beat" in PAGE
    assert f"a lease of {presence.LEASE.total_seconds():g} seconds" in PAGE


CONTRIBUTING = (PROJECT / "CONTRIBUTING.md").read_text()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?:`| )((?:[a-z_]+/)+[a-zA-Z_.-]*)", CONTRIBUTING))))
def test_every_path_for_whoever_comes_next_is_there(path: str) -> None:
    assert (PROJECT / path).exists() or path in ("test-results/", "var/shots/")
