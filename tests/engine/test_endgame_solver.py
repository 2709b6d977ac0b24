"""Exact endings, against minimax over every line by the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import endgame_solver
from games.engine.endgame_solver import Solver, _combine_outcomes, solve_endgame
from games.engine.position import CARDS, build_position
from games.rules.rulings import Draw
from tests.engine.minimax import ending, values, values_after
from tests.repetitions import fault_rounds, sample_size
from tests.rules.random_games import random_game


def assert_solved(seed: int, most: int, plain: bool) -> None:
    state = ending(seed, most)
    side = 1 if state.to_play == 0 else -1
    true, after = values(state), values_after(state)
    for at, draw in enumerate((Draw.VOTES, Draw.THREE)):
        found = solve_endgame(build_position(state), draw, plain=plain)
        assert (found.outcome, found.margin) == (side * true[at], side * true[2]), seed
        cards = {CARDS[card]: outcome for card, outcome in found.cards.items()}
        assert cards == {card: side * one[at] for card, one in after.items()}, seed


@pytest.mark.faults
def test_the_same_as_every_line_played_out() -> None:
    """Each by both rulings on draws, with every card; 2,000 endings of up to 5 tricks in the long form."""
    for seed in range(fault_rounds(sample_size(60), 2_000)):
        assert_solved(seed, fault_rounds(4, 5), plain=False)


@pytest.mark.faults
def test_the_same_without_a_compiler() -> None:
    for seed in range(fault_rounds(sample_size(30), 300)):
        assert_solved(seed, 4, plain=True)


def test_there_are_wins_draws_and_losses_among_them() -> None:
    assert {values(ending(seed, 3))[0] for seed in range(60)} == {1, 0, -1}


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
def test_endings_beyond_the_limit_are_unknown(plain: bool) -> None:
    start = build_position(random_game(3)[26])
    found = solve_endgame(start, max_nodes=50, plain=plain)
    assert (found.outcome, found.margin) == (None, None)
    assert set(found.cards.values()) == {None}
    assert solve_endgame(build_position(random_game(3)[46]), max_nodes=1_000, plain=plain).outcome is not None


def test_python_alone_never_looks_at_more_than_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame_solver, "is_available", lambda: False)
    solver = Solver(build_position(random_game(3)[26]), max_nodes=10**9)
    assert (solver.compiled, solver.max_nodes) == (False, endgame_solver.MAX_PLAIN_NODES)


@pytest.mark.parametrize("seed", range(3))
def test_compiled_or_not_the_answer_is_the_same(seed: int) -> None:
    at = build_position(random_game(seed)[34])
    assert replace(solve_endgame(at), nodes=0) == replace(solve_endgame(at, plain=True), nodes=0)


def test_a_win_after_a_card_decides_where_the_rest_is_not_known() -> None:
    assert _combine_outcomes({0: None, 1: 1}) == 1
    assert _combine_outcomes({0: None, 1: 0}) is None
    assert _combine_outcomes({0: -1, 1: 0}) == 0
