"""The deck, the codes of cards, and the deal."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.cards import DECK, Card, Faction
from games.rules.errors import Refusal
from games.rules.moves import deal, start
from games.rules.state import Cards, SeatCards
from tests.rules.situations import cards

VALUES = {
    "G": [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    "K": [2, 3, 4, 5, 6, 7, 8, 9],
    "U": list(range(10)),
    "D": list(range(10)),
    "P": list(range(10)),
}


@pytest.mark.parametrize("letter", VALUES)
def test_each_faction_has_the_values_of_the_table(letter: str) -> None:
    assert [card.value for card in DECK if str(card)[0] == letter] == VALUES[letter]


def test_factions_are_named_as_in_records() -> None:
    names = {"G": "goblins", "K": "knights", "U": "undead", "D": "dwarves", "P": "doppelgangers"}
    assert {faction.value: faction.key for faction in Faction} == names


def test_every_card_is_written_faction_letter_and_value_and_read_back() -> None:
    assert all(str(Card.parse(str(card))) == f"{card.faction.value}{card.value}" == str(card) for card in DECK)


def test_cards_sort_as_their_codes_sort_as_text() -> None:
    assert [str(card) for card in sorted(DECK)] == sorted(str(card) for card in DECK)


@pytest.mark.parametrize(
    "code", ["K0", "K1", "G10", "g0", "X3", "G", "", " G0", "G0\n", "G\u0663", "0G", None, 3, ["G0"]]
)
def test_other_texts_are_refused_as_cards(code: object) -> None:
    with pytest.raises(Refusal) as refusal:
        Card.parse(code)
    assert refusal.value.code == "bad_card"


def test_a_deal_is_13_cards_for_each_seat_and_26_in_the_deck() -> None:
    state = deal(DECK, 1)
    assert (state.hands, state.deck, state.leader) == ((DECK[:13], DECK[13:26]), DECK[26:], 1)
    assert (state.phase, state.number, state.ply, state.to_play) == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("hands", "deck", "detail"),
    [
        ((DECK[:12], DECK[12:26]), DECK[26:], "hand 0 has 12 cards"),
        ((DECK[:13], DECK[13:27]), DECK[26:], "hand 1 has 14 cards"),
        ((DECK[:13], DECK[13:26]), DECK[26:51], "the deck has 25 cards"),
        ((DECK[:13], DECK[13:26]), (*DECK[26:51], DECK[13]), "too many of G9"),
        ((DECK[:13], DECK[13:26]), (*DECK[26:51], *cards("G0")), "too many of G0"),
    ],
)
def test_a_deal_that_is_not_the_deck_is_refused(hands: SeatCards, deck: Cards, detail: str) -> None:
    with pytest.raises(Refusal, match=detail) as refusal:
        start(hands, deck, 0)
    assert refusal.value.code == "bad_deal"


def test_only_goblin_zeros_come_more_than_once() -> None:
    assert Counter(str(card) for card in DECK)["G0"] == 5
    assert max(Counter(str(card) for card in DECK if str(card) != "G0").values()) == 1
