"""What may be played: leading, following, and the refusals that say why not."""

from __future__ import annotations

import pytest

from games.rules.errors import SENTENCES, Refusal
from games.rules.moves import apply, legal_moves
from tests.rules.situations import cards, codes, played, situation

DECKS = {1: "G9 K9 U9 D9 P9 U8 D8 P8", 2: ""}

FOLLOWING = [
    # lead, hand of the follower, what may be played
    ("G5", "G0 G9 K4 U1", "G0 G9"),
    ("G5", "G0 K9 D2 U1", "G0"),  # no Knight on a Goblin while a Goblin is held
    ("G5", "K2 K9 D2 U1", "D2 K2 K9 U1"),
    ("K5", "K2 K9 G9 P1", "K2 K9 P1"),
    ("U5", "U0 G1 D1 P1", "P1 U0"),
    ("D5", "D0 D7 P0 P9", "D0 D7 P0 P9"),
    ("D5", "G1 K2 U3 P4", "G1 K2 P4 U3"),  # ruling 7: a Doppelgänger is never obligatory
    ("U5", "G1 G0 G0 K2", "G0 G0 G1 K2"),
    ("P5", "P0 P9 G1 K2", "P0 P9"),  # a led Doppelgänger asks for a Doppelgänger
    ("P5", "G1 K2 U3 D4", "D4 G1 K2 U3"),
    ("G0", "G0 G0 K3 P2", "G0 G0 P2"),
]


@pytest.mark.parametrize("phase", [1, 2])
@pytest.mark.parametrize(("lead", "hand", "may"), FOLLOWING)
def test_following(phase: int, lead: str, hand: str, may: str) -> None:
    for leader in (0, 1):
        hands = (f"{lead} K7 K8 U7", hand) if leader == 0 else (hand, f"{lead} K7 K8 U7")
        assert codes(legal_moves(played(situation(*hands, DECKS[phase], leader), lead))) == may


@pytest.mark.parametrize("phase", [1, 2])
@pytest.mark.parametrize(("lead", "hand", "may"), FOLLOWING)
def test_every_card_that_may_not_follow_is_refused_with_the_faction_asked_for(
    phase: int, lead: str, hand: str, may: str
) -> None:
    state = played(situation(f"{lead} K7 K8 U7", hand, DECKS[phase]), lead)
    for card in set(cards(hand)) - set(cards(may)):
        with pytest.raises(Refusal) as refusal:
            apply(state, card)
        assert (refusal.value.code, refusal.value.key) == ("must_follow", f"must_follow_{lead[0]}")


@pytest.mark.parametrize("phase", [1, 2])
def test_the_leader_may_lead_any_card(phase: int) -> None:
    state = situation("G1 K2 U3 P4", "D1 D2 D3 D4", DECKS[phase])
    assert codes(legal_moves(state)) == "G1 K2 P4 U3"


@pytest.mark.parametrize(
    ("faction", "sentence"),
    [
        ("G", "You hold a Goblin, so you must follow with a Goblin or play a Doppelgänger."),
        ("K", "You hold a Knight, so you must follow with a Knight or play a Doppelgänger."),
        ("U", "You hold an Undead, so you must follow with an Undead or play a Doppelgänger."),
        ("D", "You hold a Dwarf, so you must follow with a Dwarf or play a Doppelgänger."),
        ("P", "You hold a Doppelgänger, so you must follow with a Doppelgänger."),
    ],
)
def test_a_refusal_to_follow_says_what_is_asked(faction: str, sentence: str) -> None:
    other = "K4" if faction != "K" else "U4"
    state = played(situation(f"{faction}5 D9", f"{faction}6 {other}"), f"{faction}5")
    with pytest.raises(Refusal) as refusal:
        apply(state, *cards(other))
    assert str(refusal.value) == sentence


def test_a_card_that_is_not_held_is_refused_before_anything_else() -> None:
    state = played(situation("G5 D9", "G6 K4"), "G5")
    for card in cards("G9 D9 G5 P0"):
        with pytest.raises(Refusal) as refusal:
            apply(state, card)
        assert refusal.value.code == "not_in_hand"
        assert str(refusal.value) == f"You do not hold {card}. Play a card from your hand."


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    state = played(situation("G5", "G6"), "G5 G6")
    assert (state.finished, state.to_play, legal_moves(state)) == (True, None, ())
    with pytest.raises(Refusal) as refusal:
        apply(state, *cards("G5"))
    assert refusal.value.code == "game_over"


def test_a_refused_card_changes_nothing() -> None:
    state = played(situation("G5 D9", "G6 K4"), "G5")
    before = repr(state)
    with pytest.raises(Refusal):
        apply(state, *cards("K4"))
    assert repr(state) == before


def test_refusals_are_values() -> None:
    assert Refusal("not_in_hand", card="G0") == Refusal("not_in_hand", card="G0")
    assert Refusal("not_in_hand", card="G0") != Refusal("not_in_hand", card="G1")
    assert Refusal("must_follow", key="must_follow_G") != Refusal("must_follow", key="must_follow_K")
    assert hash(Refusal("game_over")) == hash(Refusal("game_over"))
    assert Refusal("game_over") != "game_over"


def test_every_refusal_has_a_sentence() -> None:
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
    assert {f"must_follow_{faction}" for faction in "GKUDP"} < set(SENTENCES)
