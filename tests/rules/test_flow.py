"""Turns, tricks and the two phases."""

from __future__ import annotations

import pytest

from games.rules.cards import DECK
from games.rules.moves import apply, deal, legal_moves
from games.rules.state import Phase, State
from tests.rules.situations import codes, played, situation


def whole_game(leader: int) -> list[State]:
    states = [deal(DECK[::3] + DECK[1::3] + DECK[2::3], leader)]
    while moves := legal_moves(states[-1]):
        states.append(apply(states[-1], moves[0]))
    return states


@pytest.mark.parametrize("leader", [0, 1])
def test_a_game_is_52_plays_in_two_phases_of_13_tricks(leader: int) -> None:
    states = whole_game(leader)
    assert [state.ply for state in states] == list(range(53))
    numbers = [n for n in range(1, 14) for _ in range(2)]
    assert [state.number for state in states] == [*numbers, *numbers, 13]
    assert [state.phase for state in states] == [Phase.ONE] * 26 + [Phase.TWO] * 27
    assert [state.finished for state in states] == [False] * 52 + [True]
    assert [(trick.phase, trick.number) for trick in states[-1].tricks] == [
        (phase, number) for phase in (1, 2) for number in range(1, 14)
    ]


@pytest.mark.parametrize("leader", [0, 1])
def test_the_follower_answers_and_the_winner_leads(leader: int) -> None:
    states = whole_game(leader)
    assert states[0].to_play == leader
    for before, between, after in zip(states[:-2:2], states[1::2], states[2::2], strict=True):
        assert between.to_play == 1 - before.leader
        assert after.to_play == (None if after.finished else after.tricks[-1].winner)


def test_the_revealed_card_is_the_top_of_the_deck_and_changes_after_each_trick() -> None:
    state = situation("G5 K2", "G6 K3", "U1 U2 U3 U4")
    assert str(state.revealed) == "U1"
    assert str(played(state, "G5").revealed) == "U1"
    assert str(played(state, "G5 G6").revealed) == "U3"
    assert played(state, "G5 G6 K3 K2").revealed is None


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(("high", "low"), [("K9", "K2"), ("D9", "D2"), ("P9", "P2")])
def test_the_winner_of_trick_13_leads_phase_two(leader: int, high: str, low: str) -> None:
    """Ruling 10, also if they took nothing."""
    for winner in (0, 1):
        lead, follow = (high, low) if winner == leader else (low, high)
        hands = (lead, follow) if leader == 0 else (follow, lead)
        state = played(situation(*hands, "G1 G2", leader), f"{lead} {follow}")
        assert (state.phase, state.to_play) == (Phase.TWO, winner)


def test_phase_two_is_played_with_the_13_followers() -> None:
    state = situation("G5", "G6", "K2 K3", followers=("U1 D2", "P3 G0"))
    state = played(state, "G5 G6")
    assert [codes(hand) for hand in state.hands] == ["U1 D2 K3", "P3 G0 K2"]
    assert state.followers == ((), ())
    assert state.deck == ()


def test_score_piles_are_kept_across_the_phases() -> None:
    state = situation("U5", "U6", "K2 K3", score=("U1", "U2"))
    state = played(state, "U5 U6")
    assert [codes(pile) for pile in state.score] == ["U1", "U2 U5 U6"]


def test_winning_a_trick_without_taking_anything_still_leads() -> None:
    state = played(situation("D5 G1", "D4 G2"), "D5 D4")
    assert [codes(pile) for pile in state.score] == ["", "D5 D4"]
    assert state.to_play == 0


def test_one_goblin_zero_leaves_the_hand_for_each_one_played() -> None:
    state = situation("G0 G0 G0", "G0 G0 K2")
    state = played(state, "G0 G0")
    assert [codes(hand) for hand in state.hands] == ["G0 G0", "G0 K2"]


def test_a_state_is_never_changed_by_playing_from_it() -> None:
    states = whole_game(0)
    copies = [repr(state) for state in states]
    for state in states:
        for card in legal_moves(state):
            apply(state, card)
    assert [repr(state) for state in states] == copies
