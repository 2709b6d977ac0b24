"""The examples on the page of the rules are what happens when their cards are played."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from games.pages.examples import HANDS, PILES, TRICKS, HandExample, TrickExample, told
from games.rules.cards import Faction
from games.rules.moves import legal_moves
from games.rules.scoring import By
from games.rules.state import State
from games.rules.tricks import POWERS, Pile, Power, Reason
from games.words.table import card_text
from tests.rules.situations import codes, played, situation

UNSEEN = "K9"


def after(example: TrickExample) -> State:
    """The end of a game whose last trick, or last trick of phase one, is the example."""
    deck = f"{example.revealed} {UNSEEN}" if example.revealed else ""
    return played(situation(str(example.lead), str(example.follow), deck), f"{example.lead} {example.follow}")


def scored(example: TrickExample) -> list[str]:
    """What each seat gets on its score pile as the example tells it."""
    gains = [gain for gain in told(example).tricks[-1].gains if gain.pile is Pile.SCORE]
    return [" ".join(sorted(str(gain.card) for gain in gains if gain.seat == seat)) for seat in (0, 1)]


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_goes_as_it_is_told(name: str) -> None:
    example = TRICKS[name]
    state = after(example)
    assert int(example.follower_wins) == state.tricks[-1].winner
    assert scored(example) == [codes(tuple(sorted(pile))) for pile in state.score]
    if example.revealed:
        assert example.revealed in state.hands[int(example.follower_wins)]
        assert (example.revealed, int(example.follower_wins)) in [
            (gain.card, gain.seat) for gain in told(example).tricks[-1].gains
        ]


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_may_answer_with_what_it_is_told(name: str) -> None:
    example = HANDS[name]
    state = played(situation(str(example.lead), codes(example.hand)), str(example.lead))
    assert {held.card for held in example.held if held.legal} == set(legal_moves(state))


def test_every_power_is_seen_at_work() -> None:
    assert {faction.key for faction in Faction if POWERS[faction] != Power()} <= TRICKS.keys()
    assert reason("knights") is Reason.POWER
    assert scored(TRICKS["undead"]) == ["", "U4 U7"]
    assert scored(TRICKS["dwarves"]) == ["", "D3 D6"]
    assert not TRICKS["dwarves"].follower_wins
    assert (reason("doppelgangers"), TRICKS["doppelgangers"].follower_wins) == (Reason.HIGHER, True)


def test_every_way_to_win_and_to_be_barred_is_shown() -> None:
    assert [reason(name) for name in ("higher", "equal", "other")] == [
        Reason.HIGHER,
        Reason.EQUAL,
        Reason.OTHER_FACTION,
    ]
    assert legal(HANDS["held"]) == "U1 U9 P4"
    assert legal(HANDS["none"]) == codes(HANDS["none"].hand)
    assert legal(HANDS["wild"]) == "P4"
    assert legal(HANDS["knight"]) == "G1 P6"
    assert [example.vote.by for example in PILES.values()] == [By.COUNT, By.CARD]


def reason(name: str) -> Reason | None:
    return told(TRICKS[name]).tricks[-1].reason


def legal(example: HandExample) -> str:
    return codes(tuple(held.card for held in example.held if held.legal))


def test_sentences_begin_with_capitals() -> None:
    assert TRICKS["equal"].text == (
        "The leader's Goblin 6 and Doppelgänger 6 are level, and the leader led. "
        "The leader scores Goblin 6 and Doppelgänger 6. The leader leads."
    )


@pytest.mark.django_db
def test_the_page_shows_all_of_them(visitor: Client) -> None:
    page = unescape(visitor.get("/rules/").content.decode())
    texts = [
        *(trick.text for trick in TRICKS.values()),
        *(hand.text for hand in HANDS.values()),
        *(piles.text for piles in PILES.values()),
    ]
    assert [text for text in texts if text not in page] == []
    for shown in TRICKS.values():
        assert f'aria-label="{card_text(shown.lead)}"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "anchor",
    [
        "minute",
        "factions",
        *(faction.key for faction in Faction),
        "following",
        "winning",
        "phase-one",
        "phase-two",
        "vote",
    ],
)
def test_every_concept_can_be_linked_to(visitor: Client, anchor: str) -> None:
    assert f'id="{anchor}"' in visitor.get("/rules/").content.decode()
