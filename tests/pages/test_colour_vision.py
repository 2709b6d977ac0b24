"""The colours of the factions for people who see colours otherwise, and in grey."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from coloraide import Color

from games.pages.table.picture import drawing
from games.rules.cards import Faction

SHEET = (Path(__file__).resolve().parents[2] / "static/css/cards.css").read_text()
COLOURS = {faction: re.search(rf"--{faction.key}: (#\w{{6}});", SHEET)[1] for faction in Faction}  # type: ignore[index]
PATTERNS = re.findall(r'\[data-faction="(\w)"\] :is\(\.paper.*?--pattern: (.*?);', SHEET, re.DOTALL)
APART = 10
"""By CIEDE2000; about 2 is the least that is noticed side by side."""
PAIRS = list(combinations(Faction, 2))
LIGHTER = 5
"""Of a hundred steps from black to white."""


def seen(colour: str, deficiency: str) -> Color:
    """A colour as somebody sees it who lacks one kind of cones wholly (Machado, Oliveira and Fernandes, 2009)."""
    return Color(colour).filter(deficiency, method="machado") if deficiency else Color(colour)


@pytest.mark.parametrize("deficiency", ["", "protan", "deutan", "tritan"], ids=lambda one: one or "usual")
@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda faction: faction.key)
def test_two_factions_look_different(one: Faction, other: Faction, deficiency: str) -> None:
    first, second = (seen(COLOURS[faction], deficiency) for faction in (one, other))
    assert first.delta_e(second, method="2000") >= APART


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda faction: faction.key)
def test_two_factions_differ_in_grey(one: Faction, other: Faction) -> None:
    first, second = (Color(COLOURS[faction]).convert("lab-d65")["l"] for faction in (one, other))
    assert abs(first - second) >= LIGHTER


@pytest.mark.parametrize("faction", Faction, ids=lambda faction: faction.key)
def test_white_can_be_read_on_every_banner(faction: Faction) -> None:
    assert Color(COLOURS[faction]).contrast("white", method="wcag21") >= 4.5


def test_every_faction_has_a_pattern_of_its_own() -> None:
    assert [letter for letter, _ in PATTERNS] == list(Faction)
    assert len({" ".join(pattern.split()) for _, pattern in PATTERNS}) == len(Faction)


def test_the_picture_of_a_result_has_the_colours_of_the_cards() -> None:
    assert drawing.COLOURS == COLOURS
