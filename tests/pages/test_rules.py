"""The page of the rules tells of every faction what its cards are and what they can do."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from games.pages.rules import FACTIONS, FactionText
from games.rules.cards import DECK, Faction

pytestmark = pytest.mark.django_db


def test_all_of_them_in_the_order_of_the_deck() -> None:
    assert [one.faction for one in FACTIONS] == list(Faction)


@pytest.mark.parametrize("told", FACTIONS, ids=lambda one: one.key)
def test_values_and_power_are_told(told: FactionText, visitor: Client) -> None:
    page = visitor.get("/rules/").content.decode()
    values = sorted({card.value for card in DECK if card.faction is told.faction})
    assert str(told.values).startswith(f"{values[0]} to {values[-1]}")
    assert len(str(told.power)) > 20
    for text in (told.values, told.power):
        assert escape(str(text)) in page


@pytest.mark.parametrize("told", FACTIONS, ids=lambda one: one.key)
def test_its_lowest_and_its_highest_card_are_shown(told: FactionText) -> None:
    values = sorted({card.value for card in DECK if card.faction is told.faction})
    assert [told.folk[0], told.folk[-1]] == [f"{told.letter}{values[0]}", f"{told.letter}{values[-1]}"]


@pytest.mark.parametrize("told", FACTIONS, ids=lambda one: one.key)
def test_its_values_are_told_in_other_languages(told: FactionText) -> None:
    english = str(told.values)
    with translation.override("nl"):
        assert str(told.values) == english.replace("to", "t/m").replace("with five zeros", "met vijf nullen")
