"""Glicko-2 as Glickman's paper has it, and how long a rating is sure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.queries import glicko
from games.queries.glicko import DEFAULT_RATING, MAX_SURE_DEVIATION, PERIOD, GlickoRating

NOW = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize("shift", [0, 1000, -900])
def test_the_example_of_the_paper_wherever_on_the_scale(shift: int) -> None:
    """Section 8: the volatility is 0.05999 there, and 0.0599959842864885 in further digits."""
    player = glicko._Player(1500 + shift, 200, 0.06)
    player.update_player([1400 + shift, 1550 + shift, 1700 + shift], [30, 100, 300], [1, 0, 0])
    assert (player.rating - shift, player.rd) == pytest.approx((1464.0507, 151.5165), abs=1e-4)
    assert player.vol == pytest.approx(0.0599959842864885, abs=1e-12)


def test_equally_known_players_win_and_lose_as_much() -> None:
    first, second = (glicko.rate_game(DEFAULT_RATING, DEFAULT_RATING, points) for points in (1.0, 0.0))
    assert first.rating - 1500 == pytest.approx(1500 - second.rating)
    assert first.deviation == second.deviation < DEFAULT_RATING.deviation
    assert glicko.rate_game(DEFAULT_RATING, DEFAULT_RATING, 0.5).rating == pytest.approx(1500)


def test_a_dozen_games_make_a_rating_sure_and_two_do_not() -> None:
    known = GlickoRating(1500, 80)
    games, now = 0, DEFAULT_RATING
    while now.deviation > MAX_SURE_DEVIATION:
        now, games = glicko.rate_game(now, known, (1.0, 0.0)[games % 2]), games + 1
    assert 8 <= games <= 14


def test_deviation_grows_with_absence_up_to_that_of_a_newcomer() -> None:
    known = GlickoRating(1700, 60)
    year = glicko.decay(known, glicko.count_periods(NOW, NOW + timedelta(days=365)))
    assert (year.rating, 105 < year.deviation < 112) == (1700, True)
    assert glicko.decay(known, 10_000) == GlickoRating(1700, DEFAULT_RATING.deviation)
    assert glicko.count_periods(NOW, NOW - PERIOD) == glicko.count_periods(NOW, NOW + PERIOD / 2) == 0


@pytest.mark.parametrize("deviation", [30.0, 75.5, 109.9, 110.0])
def test_a_rating_is_sure_until_waiting_makes_it_a_guess(deviation: float) -> None:
    numbers = GlickoRating(1500, deviation)
    until = glicko.get_sure_until(numbers, NOW)
    assert until is not None
    periods = glicko.count_periods(NOW, until)
    assert glicko.decay(numbers, periods - 1).deviation <= MAX_SURE_DEVIATION + 1e-9
    assert glicko.decay(numbers, periods).deviation > MAX_SURE_DEVIATION
    assert glicko.get_sure_until(GlickoRating(1500, 110.1), NOW) is None
