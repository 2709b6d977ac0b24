"""Names of people who left, in entries and texts: theirs go, everybody else's stay."""

from __future__ import annotations

from typing import Any

import pytest

from games.state.erasure import ERASED_NAME, ErasedPerson
from games.state.game_state import Event, GameState
from games.state.match_state import MatchState
from tests.services.companion.entries import ANA, BRAM, table_with

ZED, OTHER = 7, 8
LEAVER = ErasedPerson(ZED, frozenset({0}), frozenset({ANA}), frozenset({"Zeb", "Zed"}))
"""Somebody who left: they had the first seat and Ana's phone, and were called Zed and Zeb."""
TABLE = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
MATCH = MatchState(1, "K7MPX2QA").fold(
    Event("joined", seat, {"user": user, "name": name, "guest": False})
    for seat, user, name in ((0, ZED, "Zed"), (1, OTHER, "Lily"))
)


def came(name: str = "Lily", **data: Any) -> Event:
    return Event("placed", None, {"device": BRAM, "seats": [], "role": "watcher", "name": name, "user": OTHER, **data})


def asks(**data: Any) -> Event:
    return Event("asked_in", None, {"device": BRAM, "seat": 1, "name": "Lily", **data})


THEIRS = [
    (TABLE, Event("named", 0, {"name": "Zara"})),
    (TABLE, Event("named", 1, {"name": "Zeb"})),
    (TABLE, Event("judged", None, {"what": "rename_seat", "seat": 0, "name": "Zara"})),
    (TABLE, came("Zed")),
    (TABLE, came(seats=[0])),
    (TABLE, came(device=ANA)),
    (TABLE, came(user=ZED)),
    (TABLE, asks(device=ANA)),
    (TABLE, asks(seat=0)),
    (MATCH, Event("joined", 0, {"user": ZED, "name": "Zara", "guest": False})),
    (MATCH, Event("judged", None, {"what": "rename_seat", "seat": 0, "name": "Zara"})),
]
OTHERS = [
    (TABLE, Event("named", 1, {"name": "Lily"})),
    (TABLE, Event("named", 1, {"name": "Lily", "device": ANA, "user": ZED})),
    (TABLE, Event("judged", None, {"what": "rename_seat", "seat": 1, "name": "Lily"})),
    (TABLE, came()),
    (TABLE, came(seats=[1])),
    (TABLE, came(seats=[0, 1])),
    (TABLE, came("", device=ANA)),
    (TABLE, came(user=None)),
    (TABLE, asks()),
    (TABLE, Event("locked", None, {"locked": True, "device": ANA})),
    (MATCH, Event("joined", 1, {"user": OTHER, "name": "Lily", "guest": False})),
    (MATCH, Event("judged", None, {"what": "rename_seat", "seat": 1, "name": "Lily"})),
    (MATCH, Event("played", 0, {"card": "K7"})),
    (MatchState(1, "K7MPX2QA"), Event("judged", None, {"what": "rename_seat", "seat": 0, "name": "Lily"})),
]


@pytest.mark.parametrize(("story", "fact"), THEIRS)
def test_a_name_that_is_theirs_goes_and_the_rest_of_the_entry_stays(story: GameState, fact: Event) -> None:
    assert story.redact_event(fact, LEAVER) == {**fact.data, "name": ERASED_NAME}


@pytest.mark.parametrize(("story", "fact"), OTHERS)
def test_entries_without_the_name_stay(story: GameState, fact: Event) -> None:
    assert story.redact_event(fact, LEAVER) == fact.data


def test_a_leaver_without_an_account_is_everybody_without_one() -> None:
    assert TABLE.redact_event(came(user=None), ErasedPerson(None))["name"] == ERASED_NAME


@pytest.mark.parametrize(
    ("names", "left"),
    [
        (["Zara", "Lily"], [ERASED_NAME, "Lily"]),
        (["Zara", "Zeb"], [ERASED_NAME, ERASED_NAME]),
        (["", "Lily"], ["", "Lily"]),
    ],
)
def test_names_that_a_table_was_opened_with_go(names: list[str], left: list[str]) -> None:
    fact = Event("opened", None, {"names": names, "depth": "every", "host": 1})
    assert TABLE.redact_event(fact, LEAVER) == {**fact.data, "names": left}


TEXTS = [
    ("Zed cheats", "{} cheats"),
    ("ZED, zed and Zeb!", "{}, {} and {}!"),
    ("Zeds zedge", "Zeds zedge"),
    ("unzed Zedzed", "unzed Zedzed"),
    ("Zed Lee is Zed", "{} is {}"),
    ("他是小明的朋友", "他是{}的朋友"),
    ("a plus b++", "a plus {}"),
    ("Q is a letter", "Q is a letter"),
]


@pytest.mark.parametrize(("text", "left"), TEXTS)
def test_a_text_says_their_names_as_words_no_more(text: str, left: str) -> None:
    """A longer name goes before a shorter one in it; one letter is no name to look for."""
    names = frozenset({"Zed", "Zeb", "Zed Lee", "小明", "b++", "Q"})
    assert ErasedPerson(names=names).replace_in_text(text) == left.replace("{}", ERASED_NAME)
