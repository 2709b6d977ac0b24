"""Benchmark of the engine: it measures the levels that the site plays."""

from __future__ import annotations

import pytest

from bench.engine import build_players
from games.engine.card_choice import choose_card
from games.engine.levels import LEVELS
from tests.engine.games import views_of
from tests.rules.random_games import random_game


@pytest.mark.parametrize("what", ["greedy", "knowing", "duel", "random"])
def test_the_benched_best_level_makes_the_choices_of_the_shipped_one(what: str) -> None:
    states = random_game(3)
    benched, _ = build_players(what, LEVELS[-1].worlds)
    for state in states[:51:6]:
        assert state.to_play is not None
        views = views_of(states[: state.ply + 1], state.to_play)
        assert benched(views, state, 5) == choose_card(views, LEVELS[-1], 5)
