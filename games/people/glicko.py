"""Glicko-2, each game a rating period of its own: what a game makes of the ratings of both."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp

import glicko2

SURE = 110.0
"""A rating with a greater deviation than this is a guess."""
PERIOD = timedelta(days=5)
"""After each such time without a game a rating is a little less sure: after a year as little as that of a newcomer with
a dozen games."""
POINTS = {"won": 1.0, "draw": 0.5, "lost": 0.0}
_SCALE = 173.7178
_BEGIN = glicko2.Player()


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is known of somebody's strength; at first what Glickman recommends for somebody unknown."""

    rating: float = _BEGIN.rating
    deviation: float = _BEGIN.rd
    volatility: float = _BEGIN.vol


BEGIN = Numbers()


class _Player(glicko2.Player):  # type: ignore[misc]
    """The library's, with the formula of the volatility as Glickman's paper has it: in its fifth step the library takes
    the rating for the deviation, so that the same game would mean something else far from 1500."""

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        square, ex = (self.rd / _SCALE) ** 2, exp(x)
        first: float = ex * (delta**2 - square - v - ex) / (2 * (square + v + ex) ** 2)
        return first - (x - a) / float(self._tau**2)


def played(mine: Numbers, theirs: Numbers, points: float) -> Numbers:
    """My numbers after a game with somebody: 1 point for a win, half of one for a draw."""
    player = _player(mine)
    player.update_player([theirs.rating], [theirs.deviation], [points])
    return _numbers(player)


def waited(numbers: Numbers, periods: int) -> Numbers:
    """The same after so many periods without a game; nobody is less known than somebody unknown."""
    player = _player(numbers)
    for _ in range(periods):
        if player.rd >= BEGIN.deviation:
            return Numbers(numbers.rating, BEGIN.deviation, numbers.volatility)
        player.did_not_compete()
    return _numbers(player)


def periods(since: datetime, until: datetime) -> int:
    """How many whole periods went by."""
    return max(0, (until - since) // PERIOD)


def sure_until(numbers: Numbers, at: datetime) -> datetime | None:
    """Until when a rating is sure, if nobody plays for it after ``at``; None where it is a guess already."""
    if numbers.deviation > SURE:
        return None
    growth = (numbers.volatility * _SCALE) ** 2
    return at + (int((SURE**2 - numbers.deviation**2) / growth) + 1) * PERIOD


def _player(numbers: Numbers) -> _Player:
    return _Player(numbers.rating, numbers.deviation, numbers.volatility)


def _numbers(player: _Player) -> Numbers:
    return Numbers(player.rating, player.rd, player.vol)
