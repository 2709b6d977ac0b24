"""Perfect endings: the same as trying every line by the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.minds import endings
from games.minds.endings import Solver, _by_cards, solve
from games.minds.position import CARDS, position
from games.rules.rulings import Draw
from tests.draws import some
from tests.faults import times
from tests.minds.minimax import ending, values, values_after
from tests.rules.random_games import random_game


def assert_solved(seed: int, most: int, plain: bool) -> None:
    state = ending(seed, most)
    side = 1 if state.to_play == 0 else -1
    true, after = values(state), values_after(state)
    for at, draw in enumerate((Draw.VOTES, Draw.THREE)):
        found = solve(position(state), draw, plain=plain)
        assert (found.outcome, found.margin) == (side * true[at], side * true[2]), seed
        cards = {CARDS[card]: outcome for card, outcome in found.cards.items()}
        assert cards == {card: side * one[at] for card, one in after.items()}, seed


@pytest.mark.faults
def test_the_same_as_every_line_played_out() -> None:
    """Each by both rulings on draws, with every card; 2,000 endings of up to 5 tricks in the long form."""
    for seed in range(times(some(200), 2_000)):
        assert_solved(seed, times(4, 5), plain=False)


@pytest.mark.faults
def test_the_same_without_a_compiler() -> None:
    for seed in range(times(some(100), 300)):
        assert_solved(seed, 4, plain=True)


def test_there_are_wins_draws_and_losses_among_them() -> None:
    assert {values(ending(seed, 3))[0] for seed in range(60)} == {1, 0, -1}


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
def test_what_the_limit_leaves_open_is_not_known(plain: bool) -> None:
    start = position(random_game(3)[26])
    found = solve(start, limit=50, plain=plain)
    assert (found.outcome, found.margin) == (None, None)
    assert set(found.cards.values()) == {None}
    assert solve(position(random_game(3)[46]), limit=1_000, plain=plain).outcome is not None


def test_python_alone_never_looks_at_more_than_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "available", lambda: False)
    solver = Solver(position(random_game(3)[26]), limit=10**9)
    assert (solver.compiled, solver.limit) == (False, endings.PLAIN_NODES)


@pytest.mark.parametrize("seed", range(some(10)))
def test_compiled_or_not_the_answer_is_the_same(seed: int) -> None:
    at = position(random_game(seed)[34])
    assert replace(solve(at), nodes=0) == replace(solve(at, plain=True), nodes=0)


def test_a_win_after_a_card_decides_where_the_rest_is_not_known() -> None:
    assert _by_cards({0: None, 1: 1}) == 1
    assert _by_cards({0: None, 1: 0}) is None
    assert _by_cards({0: -1, 1: 0}) == 0
