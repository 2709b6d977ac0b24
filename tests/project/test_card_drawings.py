"""Drawings of the cards: those that docs/cards/ describes, a different person on each card."""

from __future__ import annotations

import gzip
import re
from itertools import combinations
from pathlib import Path

import pytest

from docs.cards import draw
from games.rules.cards import CODES, Faction

SPRITE = Path(__file__).resolve().parents[2] / "static/cards/cards.svg"
HEAVIEST = 10_000
"""Bytes over the wire."""
PEOPLE = dict(re.findall(r'<symbol id="([GKUDP]\d)"[^>]*>(.*?)</symbol>', SPRITE.read_text()))


def test_the_file_is_what_the_descriptions_draw() -> None:
    assert SPRITE.read_text() == draw.build_sprite()


def test_every_card_has_a_person_and_every_faction_a_symbol() -> None:
    symbols = re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text())
    assert len(symbols) == len(set(symbols))
    assert set(PEOPLE) == set(CODES.values())
    assert set(symbols) > set(Faction)


@pytest.mark.parametrize("faction", Faction, ids=lambda one: one.key)
def test_no_two_ranks_of_a_faction_are_the_same_person(faction: Faction) -> None:
    worn = {code: set(re.findall(r' d="([^"]+)"', drawn)) for code, drawn in PEOPLE.items() if code[0] == faction}
    for one, other in combinations(worn.values(), 2):
        assert len(one ^ other) >= 3


def test_the_people_use_nothing_but_paths() -> None:
    tags = {tag for drawn in PEOPLE.values() for tag in re.findall(r"<(\w+)", drawn)}
    assert tags == {"g", "path"}


def test_the_file_of_the_drawings_is_small() -> None:
    assert len(gzip.compress(SPRITE.read_bytes(), 9)) <= HEAVIEST
