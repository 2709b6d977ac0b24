"""Immutable values: dataclasses of states, services, sockets and views, and the words that are stored."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import games
from games.realtime.connection import Connection
from games.realtime.room import Room
from games.state.game_state import Ending, GameState, Status
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from games.state.moderation import ActKind
from games.state.table_events import TableEventKind
from games.state.table_state import TableState
from tests.dataclass_types import find_dataclasses

looks = pytest.mark.looks
HOUSE = Path(games.__file__).parent
LIVE = {"Connection", "LeaseState", "Room"}
"""What a socket is and holds changes as long as it is open, and what a process has told the database."""
RENAMED = {MatchEventKind.OUTAGE}
"""What is stored as "paused", which elsewhere is the act of a moderator."""
ROOMS = [("state", set()), ("services", set()), ("realtime", LIVE), ("views", set())]


@looks
@pytest.mark.parametrize(("room", "changing"), ROOMS)
def test_every_dataclass_is_frozen(room: str, changing: set[str]) -> None:
    found = find_dataclasses(sorted((HOUSE / room).rglob("*.py")))
    assert len(found) > 5
    assert {one.__name__ for one in found if not one.__dataclass_params__.frozen} == changing  # type: ignore[attr-defined]


@looks
def test_sockets_are_compared_by_identity() -> None:
    assert [one.__hash__ for one in (Connection, Room)] == [object.__hash__] * 2


@looks
@pytest.mark.parametrize("words", [MatchEventKind, TableEventKind, Ending, Status, ActKind])
def test_stored_words_equal_their_names(words: type[StrEnum]) -> None:
    """Games were written with these words; another word is another release's."""
    assert [one for one in words if one.value != one.name.lower()] == [one for one in words if one in RENAMED]


def test_a_changed_story_equals_a_replaced_one_and_the_old_one_stays() -> None:
    stories: list[GameState] = [
        MatchState(2, "C", options=MatchOptions(strict=True), asked=(True, False)),
        TableState(3, "D"),
    ]
    changes: list[dict[str, Any]] = [{}, {"version": 4, "answers": {"0:a": 4}}, {"frozen": True, "code": "B"}]
    for story, change in product(stories, changes):
        before = replace(story)
        after = story.changed(**change)
        assert (after, type(after), story) == (replace(story, **change), type(story), before)


def test_refuses_a_name_that_is_no_field() -> None:
    with pytest.raises(TypeError, match="wiinner"):
        MatchState(1, "A").changed(wiinner=1)
