"""Matchpoints and differences of games of one deal."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import Card
from games.state.shared_deal import compute_matchpoints, find_difference


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=12))
def test_matchpoints_are_those_of_comparing_every_pair(scores: list[int]) -> None:
    shares = compute_matchpoints(scores)
    for index, own in enumerate(scores):
        points = Fraction(0)
        for place, other in enumerate(scores):
            if place != index:
                points += 1 if own > other else Fraction(1, 2) if own == other else 0
        assert shares[index] == points / (len(scores) - 1)
    assert sum(share for share in shares if share is not None) == Fraction(len(scores), 2)


def test_a_single_table_has_no_matchpoints() -> None:
    assert compute_matchpoints([3]) == [None]
    assert compute_matchpoints([]) == []


def test_games_differ_at_their_first_other_card_or_where_one_ends() -> None:
    first, second, third = map(Card.parse, ("G1", "K2", "U3"))
    assert find_difference((first, second), (first, third)) == 1
    assert find_difference((first, second), (first,)) == 1
    assert find_difference((first, second), (first, second)) is None
