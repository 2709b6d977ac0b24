"""Turns, tricks and phases of whole games, against the reference implementation."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import DECK, Card
from games.rules.moves import apply, deal, legal_moves
from games.rules.record import build_report, read, replay, write
from games.rules.scoring import compute_outcome
from games.rules.state import Phase, State
from tests.repetitions import sample_size
from tests.rules import reference
from tests.rules.random_games import QUIET, games, record_of
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


LINES = [
    # hands, deck, depth, number of lines
    ("K2", "G2", "U1 D1", 4, 1),
    ("G1 K2", "G2 K3", "U1 D1 U2 D2", 8, 8),
    ("G1 K2 U3", "G0 G0 P4", "U1 D1 U2 D2 P1 K9", 12, 774),
    ("U1 D2 P3", "U4 D5 P6", "G0 K2 G0 K3 G0 K4", 12, 576),
    ("G0 G0 G0 G0", "K2 K3 P0 P1", "", 8, 576),
    ("G1 K4 U7 D2 P5", "G8 K3 U0 D9 P6", "", 10, 1105),
    ("G1 K4 U7 D2", "G8 K3 U0 P6", "P1 P2 K8 G3 G4 U2 U3 D7", 12, 12901),
]


def strings(state: State) -> reference.Game:
    hands = [[str(card) for card in hand] for hand in state.hands]
    return reference.new_game(hands, [str(card) for card in state.deck], state.leader)


def perft(state: State, depth: int) -> int:
    """The number of ways to play on for ``depth`` cards, or to the end."""
    moves = legal_moves(state)
    if depth <= 1 or not moves:
        return len(moves) if depth == 1 and moves else 1
    return sum(perft(apply(state, card), depth - 1) for card in moves)


def reference_perft(game: reference.Game, depth: int) -> int:
    moves = reference.legal(game)
    if depth <= 1 or not moves:
        return len(moves) if depth == 1 and moves else 1
    return sum(reference_perft(reference.play(game, card), depth - 1) for card in moves)


def difference(state: State, game: reference.Game, depth: int, line: tuple[str, ...] = ()) -> str:
    """The first line in which the two disagree, and what each of them says may be played there."""
    mine, plain = [str(card) for card in legal_moves(state)], reference.legal(game)
    if mine != plain or depth == 0:
        return f"after {' '.join(line) or 'the deal'}: legal {mine}, by the plain rules {plain}"
    for code in dict.fromkeys(plain):
        after, plainly = apply(state, Card.parse(code)), reference.play(game, code)
        if perft(after, depth - 1) != reference_perft(plainly, depth - 1):
            return difference(after, plainly, depth - 1, (*line, code))
    return "nowhere"


def assert_same(state: State, depth: int) -> int:
    count, plain = perft(state, depth), reference_perft(strings(state), depth)
    assert count == plain, f"{count} lines, not {plain}; {difference(state, strings(state), depth)}"
    return count


@pytest.mark.parametrize(("hand0", "hand1", "deck", "depth", "lines"), LINES)
def test_small_hands_played_out(hand0: str, hand1: str, deck: str, depth: int, lines: int) -> None:
    assert assert_same(situation(hand0, hand1, deck), depth) == lines


@pytest.mark.parametrize("seed", range(sample_size(6)))
def test_random_small_hands_in_both_phases(seed: int) -> None:
    shuffled = random.Random(seed).sample(DECK, 16)
    codes = [" ".join(str(card) for card in shuffled[at : at + 4]) for at in (0, 4, 8)]
    three = [" ".join(str(card) for card in shuffled[at : at + 3]) for at in (0, 3)]
    assert_same(situation(codes[0], codes[1], leader=seed % 2), 8)
    assert_same(situation(three[0], three[1], " ".join(str(card) for card in shuffled[6:12]), leader=seed % 2), 12)


@pytest.mark.parametrize(("seed", "lines"), [(1, 2605), (2, 2832), (3, 3490), (4, 2524)])
def test_whole_deals_to_depth_four(seed: int, lines: int) -> None:
    state = deal(tuple(random.Random(seed).sample(DECK, 52)), seed % 2)
    assert assert_same(state, 4) == lines


def discards(state: State) -> list[Card]:
    done = [trick for trick in state.tricks if trick.phase is Phase.ONE]
    return [card for trick in done for card in (trick.lead, trick.follow) if str(card)[0] != "U"]


@settings(QUIET, max_examples=sample_size(25))
@given(games())
def test_no_card_is_lost_or_doubled(states: list[State]) -> None:
    for state in states:
        table = () if state.lead is None else (state.lead,)
        piles = (*state.hands, state.deck, *state.followers, *state.score, table, discards(state))
        assert sorted(card for pile in piles for card in pile) == sorted(DECK)


@settings(QUIET, max_examples=sample_size(25))
@given(games())
def test_every_game_ends_after_52_plays_with_empty_hands(states: list[State]) -> None:
    assert len(states) == 53
    assert [compute_outcome(state) is not None for state in states] == [False] * 52 + [True]
    assert (states[-1].hands, states[-1].followers) == (((), ()), ((), ()))


@settings(QUIET, max_examples=sample_size(25))
@given(games())
def test_the_legal_cards_are_held_and_there_is_always_one(states: list[State]) -> None:
    for state in states[:-1]:
        assert state.to_play is not None
        assert legal_moves(state)
        assert set(legal_moves(state)) <= set(state.hands[state.to_play])


@settings(QUIET, max_examples=sample_size(25))
@given(games(), st.integers(0, 52))
def test_reading_and_writing_a_record_are_inverse(states: list[State], plies: int) -> None:
    record = record_of(states, plies)
    assert read(write(record)) == record
    assert write(read(write(record))) == write(record)


@settings(QUIET, max_examples=sample_size(25))
@given(games(), st.integers(0, 52))
def test_a_report_agrees_with_the_reference_implementation(states: list[State], plies: int) -> None:
    record = record_of(states, plies)
    assert replay(record) == states[plies]
    assert build_report(replay(record)) == reference.report(write(record))
