"""Votes of the factions, and the winner."""

from __future__ import annotations

import pytest

from games.rules.rulings import Draw
from games.rules.scoring import VoteBasis, compute_outcome, compute_votes, decide_outcome
from tests.rules.situations import cards, played, situation

VOTES = [
    # score piles, faction, who gets the vote, by what
    ("G1 G2", "G9", "goblins", 0, VoteBasis.COUNT),
    ("G9", "G0 G0", "goblins", 1, VoteBasis.COUNT),  # zeros count as any card
    ("K2 K5", "K9 K3", "knights", 1, VoteBasis.CARD),
    ("U9", "U0", "undead", 0, VoteBasis.CARD),
    ("D1 D8 D2", "D9 D3 D4", "dwarves", 1, VoteBasis.CARD),
    ("G0 G0", "G0 G0", "goblins", None, VoteBasis.NONE),  # level to the last: nobody
    ("G0", "G0", "goblins", None, VoteBasis.NONE),
    ("G0 G7", "G0 G8", "goblins", 1, VoteBasis.CARD),
    ("", "", "undead", None, VoteBasis.NONE),  # nobody has any
    ("G1", "K2", "doppelgangers", None, VoteBasis.NONE),
    ("P0", "", "doppelgangers", 0, VoteBasis.COUNT),  # ruling 8: a Doppelgänger is one vote's own faction
    ("G0", "", "goblins", 0, VoteBasis.COUNT),
    ("", "K2", "knights", 1, VoteBasis.COUNT),
]


@pytest.mark.parametrize(("pile0", "pile1", "faction", "seat", "by"), VOTES)
def test_a_vote(pile0: str, pile1: str, faction: str, seat: int | None, by: VoteBasis) -> None:
    found = {vote.faction.key: vote for vote in compute_votes((cards(pile0), cards(pile1)))}
    assert (found[faction].seat, found[faction].by) == (seat, by)
    assert list(found) == ["goblins", "knights", "undead", "dwarves", "doppelgangers"]


def test_a_vote_tells_counts_and_highest_cards() -> None:
    goblins, knights, *_ = compute_votes((cards("G0 G7 P9"), cards("G8 G0")))
    assert (goblins.counts, goblins.highest) == ((2, 2), cards("G7 G8"))
    assert (knights.counts, knights.highest) == ((0, 0), (None, None))


@pytest.mark.parametrize(
    ("seats", "winner", "counts"),
    [
        ((0, 0, 0, 1, 1), 0, (3, 2)),
        ((1, 1, 1, 1, 1), 1, (0, 5)),
        ((0, 0, 1, 1, None), None, (2, 2)),  # ruling 15: a draw
        ((0, 1, None, None, None), None, (1, 1)),
        ((None,) * 5, None, (0, 0)),
        ((1, 1, 0, None, None), 1, (1, 2)),  # ruling 16: fewer than three, but more
        ((0, None, None, None, None), 0, (1, 0)),
    ],
)
def test_more_votes_win_and_equal_votes_are_a_draw(
    seats: tuple[int | None, ...], winner: int | None, counts: tuple[int, int]
) -> None:
    end = decide_outcome(seats)
    assert (end.winner, end.votes) == (winner, counts)


@pytest.mark.parametrize(
    ("seats", "winner"),
    [((0, 0, 0, 1, 1), 0), ((1, 1, 1, None, None), 1), ((1, 1, 0, None, None), None), ((0, 0, 1, 1, None), None)],
)
def test_fewer_than_three_votes_do_not_win_if_three_are_needed(
    seats: tuple[int | None, ...], winner: int | None
) -> None:
    end = decide_outcome(seats, Draw.THREE)
    assert (end.winner, end.votes) == (winner, (seats.count(0), seats.count(1)))


def test_there_is_no_outcome_before_the_last_trick() -> None:
    state = situation("G5 K2", "G6 K3", score=("U1 D1 P1", ""))
    assert compute_outcome(state) is None
    assert compute_outcome(played(state, "G5 G6 K3")) is None
    assert compute_outcome(played(state, "G5 G6 K3 K2")) is not None


def test_the_last_trick_of_phase_one_is_no_end() -> None:
    assert compute_outcome(played(situation("G5", "G6", "K2 K3"), "G5 G6")) is None


@pytest.mark.parametrize(
    ("hand0", "hand1", "plays", "score", "winner", "counts"),
    [
        ("G5", "G6", "G5 G6", ("K2 U1 D1", "P1"), 0, (3, 2)),
        ("G5", "G6", "G5 G6", ("K2 U1", "P1"), None, (2, 2)),
        ("D5", "P6", "D5 P6", ("", ""), None, (1, 1)),
        ("G5", "K6", "G5 K6", ("", "U1"), 1, (0, 3)),
    ],
)
def test_outcomes(
    hand0: str, hand1: str, plays: str, score: tuple[str, str], winner: int | None, counts: tuple[int, int]
) -> None:
    end = compute_outcome(played(situation(hand0, hand1, score=score), plays))
    assert end is not None
    assert (end.winner, end.votes) == (winner, counts)
