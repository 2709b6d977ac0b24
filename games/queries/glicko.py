"""Glicko-2 ratings; each game is a rating period of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp

import glicko2

MAX_SURE_DEVIATION = 110.0
"""The greatest deviation of a sure rating; above it a rating is provisional."""
PERIOD = timedelta(days=5)
"""The time without a game after which the deviation grows: within a year to that of a newcomer with a dozen games."""
POINTS = {"won": 1.0, "draw": 0.5, "lost": 0.0}
"""Points by outcome."""
_SCALE = 173.7178
_DEFAULT_PLAYER = glicko2.Player()


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating; the defaults are Glickman's values for an unknown player."""

    rating: float = _DEFAULT_PLAYER.rating
    deviation: float = _DEFAULT_PLAYER.rd
    volatility: float = _DEFAULT_PLAYER.vol


DEFAULT_RATING = GlickoRating()


class _Player(glicko2.Player):  # type: ignore[misc]
    """The library's player with the volatility function of Glickman's paper.

    In step 5 the library uses the rating where the paper has the deviation, which is wrong far from 1500.
    """

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        square, ex = (self.rd / _SCALE) ** 2, exp(x)
        first: float = ex * (delta**2 - square - v - ex) / (2 * (square + v + ex) ** 2)
        return first - (x - a) / float(self._tau**2)


def rate_game(before: GlickoRating, opponent: GlickoRating, points: float) -> GlickoRating:
    """Return a rating after a game: 1 point for a win, 0.5 for a draw, 0 for a loss."""
    player = _to_player(before)
    player.update_player([opponent.rating], [opponent.deviation], [points])
    return _from_player(player)


def decay(rating: GlickoRating, periods: int) -> GlickoRating:
    """Return a rating after periods without a game; its deviation grows to that of an unknown player at most."""
    player = _to_player(rating)
    for _ in range(periods):
        if player.rd >= DEFAULT_RATING.deviation:
            return GlickoRating(rating.rating, DEFAULT_RATING.deviation, rating.volatility)
        player.did_not_compete()
    return _from_player(player)


def count_periods(since: datetime, until: datetime) -> int:
    """Return the number of whole periods between two times."""
    return max(0, (until - since) // PERIOD)


def get_sure_until(rating: GlickoRating, at: datetime) -> datetime | None:
    """Return the time until which a rating stays sure without a game after ``at``; None if it is provisional."""
    if rating.deviation > MAX_SURE_DEVIATION:
        return None
    growth = (rating.volatility * _SCALE) ** 2
    return at + (int((MAX_SURE_DEVIATION**2 - rating.deviation**2) / growth) + 1) * PERIOD


def _to_player(rating: GlickoRating) -> _Player:
    return _Player(rating.rating, rating.deviation, rating.volatility)


def _from_player(player: _Player) -> GlickoRating:
    return GlickoRating(player.rating, player.rd, player.vol)
