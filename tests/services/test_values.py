"""What stories are made of, and what services, sockets and pages take and give, are values."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from pathlib import Path

import pytest

import games
from games.live.face import Room
from games.live.listener import Listener
from games.stories.act_kinds import ActKind
from games.stories.online_kinds import Kind
from games.stories.status import Ending, Status
from games.stories.table_kinds import TableKind
from tests.values import values

pytestmark = pytest.mark.looks
HOUSE = Path(games.__file__).parent
LIVE = {"Listener", "Room", "Pace", "Told"}
"""What a socket is and holds changes as long as it is open, and what a process has told the database."""
STORIES = {"Story", "Timed", "Aided", "Again", "Match", "Table"}
"""What is changed field by field for every entry, the quickest way, through the dictionary of its fields."""
ROOMS = [("stories", set(), STORIES), ("services", set(), set()), ("live", LIVE, set()), ("pages", set(), set())]


@pytest.mark.parametrize(("room", "changing", "by_dictionary"), ROOMS)
def test_every_one_is_frozen_and_takes_no_other_fields(room: str, changing: set[str], by_dictionary: set[str]) -> None:
    found = values(sorted((HOUSE / room).rglob("*.py")))
    assert len(found) > 5
    assert {one.__name__ for one in found if not one.__dataclass_params__.frozen} == changing  # type: ignore[attr-defined]
    assert {one.__name__ for one in found if "__slots__" not in vars(one)} == by_dictionary
    assert all(map(dataclasses.is_dataclass, found))


def test_two_sockets_are_never_taken_for_one() -> None:
    assert [one.__hash__ for one in (Listener, Room)] == [object.__hash__] * 2


@pytest.mark.parametrize("words", [Kind, TableKind, Ending, Status, ActKind])
def test_what_is_stored_is_stored_by_the_name_that_it_has_here(words: type[StrEnum]) -> None:
    """Games were written with these words; another word is another release's."""
    assert [one.name for one in words if one.value != one.name.lower()] == []
