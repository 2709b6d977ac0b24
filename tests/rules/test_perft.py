"""Counting every legal line to a depth, against the plain rules and against fixed totals."""

from __future__ import annotations

import random

import pytest

from games.rules.cards import DECK, Card
from games.rules.moves import apply, deal, legal_moves
from games.rules.state import State
from tests.draws import some
from tests.rules import naive
from tests.rules.situations import situation

LINES = [
    # hands, deck, depth, number of lines
    ("K2", "G2", "U1 D1", 4, 1),
    ("G1 K2", "G2 K3", "U1 D1 U2 D2", 8, 8),
    ("G1 K2 U3", "G0 G0 P4", "U1 D1 U2 D2 P1 K9", 12, 774),
    ("U1 D2 P3", "U4 D5 P6", "G0 K2 G0 K3 G0 K4", 12, 576),
    ("G0 G0 G0 G0", "K2 K3 P0 P1", "", 8, 576),
    ("G1 K4 U7 D2 P5", "G8 K3 U0 D9 P6", "", 10, 1105),
    ("D1 D2 D3 P1 P2", "D4 D5 D6 G1 K2", "", 10, 8424),
    ("G1 K4 U7 D2", "G8 K3 U0 P6", "P1 P2 K8 G3 G4 U2 U3 D7", 12, 12901),
]


def strings(state: State) -> naive.Game:
    hands = [[str(card) for card in hand] for hand in state.hands]
    return naive.new_game(hands, [str(card) for card in state.deck], state.leader)


def perft(state: State, depth: int) -> int:
    """The number of ways to play on for ``depth`` cards, or to the end."""
    moves = legal_moves(state)
    if depth <= 1 or not moves:
        return len(moves) if depth == 1 and moves else 1
    return sum(perft(apply(state, card), depth - 1) for card in moves)


def naive_perft(game: naive.Game, depth: int) -> int:
    moves = naive.legal(game)
    if depth <= 1 or not moves:
        return len(moves) if depth == 1 and moves else 1
    return sum(naive_perft(naive.play(game, card), depth - 1) for card in moves)


def difference(state: State, game: naive.Game, depth: int, line: tuple[str, ...] = ()) -> str:
    """The first line in which the two disagree, and what each of them says may be played there."""
    mine, plain = [str(card) for card in legal_moves(state)], naive.legal(game)
    if mine != plain or depth == 0:
        return f"after {' '.join(line) or 'the deal'}: legal {mine}, by the plain rules {plain}"
    for code in dict.fromkeys(plain):
        after, plainly = apply(state, Card.parse(code)), naive.play(game, code)
        if perft(after, depth - 1) != naive_perft(plainly, depth - 1):
            return difference(after, plainly, depth - 1, (*line, code))
    return "nowhere"


def assert_same(state: State, depth: int) -> int:
    count, plain = perft(state, depth), naive_perft(strings(state), depth)
    assert count == plain, f"{count} lines, not {plain}; {difference(state, strings(state), depth)}"
    return count


@pytest.mark.parametrize(("hand0", "hand1", "deck", "depth", "lines"), LINES)
def test_small_hands_played_out(hand0: str, hand1: str, deck: str, depth: int, lines: int) -> None:
    assert assert_same(situation(hand0, hand1, deck), depth) == lines


@pytest.mark.parametrize("seed", range(some(12)))
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


def test_a_difference_is_told_with_its_line() -> None:
    state, other = situation("G1 K2", "G2 K3"), situation("G1 K2", "U2 K3")
    assert perft(state, 4) != perft(other, 4)
    told = difference(state, strings(other), 4)
    assert told == "after G1: legal ['G2'], by the plain rules ['K3', 'U2']"
