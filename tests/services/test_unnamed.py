"""Whose a name in an entry or a text is, so that it goes when they leave and everybody else's stays."""

from __future__ import annotations

from typing import Any

import pytest

from games.stories.leaver import NAMELESS, Leaver
from games.stories.online import Match
from games.stories.story import Fact, Story
from tests.services.companion_acts import ANA, BRAM, table_with

ZED, OTHER = 7, 8
LEAVER = Leaver(ZED, frozenset({0}), frozenset({ANA}), frozenset({"Zeb", "Zed"}))
"""Somebody who left: they had the first seat and Ana's phone, and were called Zed and Zeb."""
TABLE = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
MATCH = Match(1, "K7MPX2QA").fold(
    Fact("joined", seat, {"user": user, "name": name, "guest": False})
    for seat, user, name in ((0, ZED, "Zed"), (1, OTHER, "Lily"))
)


def came(name: str = "Lily", **data: Any) -> Fact:
    return Fact("placed", None, {"device": BRAM, "seats": [], "role": "watcher", "name": name, "user": OTHER, **data})


def asks(**data: Any) -> Fact:
    return Fact("asked_in", None, {"device": BRAM, "seat": 1, "name": "Lily", **data})


THEIRS = [
    (TABLE, Fact("named", 0, {"name": "Zara"})),
    (TABLE, Fact("named", 1, {"name": "Zeb"})),
    (TABLE, Fact("judged", None, {"what": "rename_seat", "seat": 0, "name": "Zara"})),
    (TABLE, came("Zed")),
    (TABLE, came(seats=[0])),
    (TABLE, came(device=ANA)),
    (TABLE, came(user=ZED)),
    (TABLE, asks(device=ANA)),
    (TABLE, asks(seat=0)),
    (MATCH, Fact("joined", 0, {"user": ZED, "name": "Zara", "guest": False})),
    (MATCH, Fact("judged", None, {"what": "rename_seat", "seat": 0, "name": "Zara"})),
]
OTHERS = [
    (TABLE, Fact("named", 1, {"name": "Lily"})),
    (TABLE, Fact("named", 1, {"name": "Lily", "device": ANA, "user": ZED})),
    (TABLE, Fact("judged", None, {"what": "rename_seat", "seat": 1, "name": "Lily"})),
    (TABLE, came()),
    (TABLE, came(seats=[1])),
    (TABLE, came(seats=[0, 1])),
    (TABLE, came("", device=ANA)),
    (TABLE, came(user=None)),
    (TABLE, asks()),
    (TABLE, Fact("locked", None, {"locked": True, "device": ANA})),
    (MATCH, Fact("joined", 1, {"user": OTHER, "name": "Lily", "guest": False})),
    (MATCH, Fact("judged", None, {"what": "rename_seat", "seat": 1, "name": "Lily"})),
    (MATCH, Fact("played", 0, {"card": "K7"})),
    (Match(1, "K7MPX2QA"), Fact("judged", None, {"what": "rename_seat", "seat": 0, "name": "Lily"})),
]


@pytest.mark.parametrize(("story", "fact"), THEIRS)
def test_a_name_that_is_theirs_goes_and_the_rest_of_the_entry_stays(story: Story, fact: Fact) -> None:
    assert story.unnamed(fact, LEAVER) == {**fact.data, "name": NAMELESS}


@pytest.mark.parametrize(("story", "fact"), OTHERS)
def test_all_else_stays(story: Story, fact: Fact) -> None:
    assert story.unnamed(fact, LEAVER) == fact.data


def test_who_had_no_account_is_whoever_came_without_one() -> None:
    assert TABLE.unnamed(came(user=None), Leaver(None))["name"] == NAMELESS


@pytest.mark.parametrize(
    ("names", "left"),
    [
        (["Zara", "Lily"], [NAMELESS, "Lily"]),
        (["Zara", "Zeb"], [NAMELESS, NAMELESS]),
        (["", "Lily"], ["", "Lily"]),
    ],
)
def test_of_the_names_that_a_table_was_opened_with_theirs_go(names: list[str], left: list[str]) -> None:
    fact = Fact("opened", None, {"names": names, "depth": "every", "host": 1})
    assert TABLE.unnamed(fact, LEAVER) == {**fact.data, "names": left}


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
    assert Leaver(names=names).unsaid(text) == left.replace("{}", NAMELESS)
