"""The clocks of a game, as values: what was agreed, what each seat has left, and whose clock runs since when."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.rules.state import Seat

MINUTES, SECONDS = range(1, 61), range(61)
"""How much a seat may have at the beginning, and how much a card may bring."""
REAL_TIME = ("5+5", "10+10", "15+15")
"""What is offered, beside times of one's own: minutes at the beginning, and seconds for each card."""
BY_THE_DAY = ("1d", "3d", "7d")
"""Days for each card."""
NONE = ""

LAG = timedelta(milliseconds=500)
"""How much of the network's delay is given back for a card at the most."""
GIVEN = timedelta(seconds=15)
"""What the waiting player may give."""
FREE = 2
"""In real time the first card of each seat takes no time: whoever sits down may have been waited for."""

_SECOND, _MINUTE, _DAY = 1000, 60_000, 86_400_000
_MOMENT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Pace:
    """What was agreed, in milliseconds: what each seat begins with, and what a card brings. By the ``daily`` clock
    each card has all of ``base``."""

    base: int
    bonus: int = 0
    daily: bool = False


def pace(agreed: str) -> Pace | None:
    """What ``5+5``, minutes and seconds, or ``3d`` stand for; None where there is no clock. ValueError for all else."""
    if agreed == NONE:
        return None
    if agreed in BY_THE_DAY:
        return Pace(int(agreed[0]) * _DAY, daily=True)
    found = re.fullmatch(r"([1-9][0-9]?)\+(0|[1-9][0-9]?)", agreed)
    if found is None or int(found[1]) not in MINUTES or int(found[2]) not in SECONDS:
        raise ValueError(f"no clock: {agreed}")
    return Pace(int(found[1]) * _MINUTE, int(found[2]) * _SECOND)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks as they stood at ``since``, from when that of the seat ``runs`` goes down; None where both stand.

    ``left`` is in milliseconds. While cards are ``free``, time counts for nobody.
    """

    pace: Pace
    left: tuple[int, int]
    runs: Seat | None = None
    since: datetime | None = None
    free: int = 0

    @property
    def out_at(self) -> datetime | None:
        """When the time of the seat is out, with what a card may have lost on its way; None while both stand."""
        if self.runs is None or self.since is None:
            return None
        return self.since + self.left[self.runs] * _MOMENT + LAG

    def out(self, now: datetime) -> bool:
        """Whether the time of the seat whose clock runs is out."""
        out_at = self.out_at
        return out_at is not None and now >= out_at

    def played(self, at: datetime, thought: int | None = None) -> Clock:
        """After a card. ``thought`` is for how long its player had the turn in sight, as far as that is known: the rest
        was the network, of which ``LAG`` is given back at the most."""
        if self.runs is None:
            return replace(self, free=max(0, self.free - 1))
        spent = self._spent(at)
        back = 0 if thought is None else min(LAG // _MOMENT, max(0, spent - thought))
        rest = max(0, self.left[self.runs] - (spent - back))
        return self._standing(self.pace.base if self.pace.daily else rest + self.pace.bonus)

    def paused(self, began: datetime, ended: datetime) -> Clock:
        """After a time in which nobody could play. One that is over since the clock runs is known already."""
        if self.runs is None or self.since is None or ended <= self.since:
            return self
        return replace(self._standing(self._rest(began)), runs=self.runs, since=ended)

    def given(self, at: datetime) -> Clock:
        """With ``GIVEN`` from now on for the seat whose time is out."""
        if self.runs is None:
            return self
        return replace(self._standing(GIVEN // _MOMENT), runs=self.runs, since=at)

    def resumed(self, turn: Seat) -> Clock:
        """After moderators let the game go on: nobody can know when, so the seat has all of its time for its card by
        the day, and in real time the card takes none."""
        return self._with(turn, self.pace.base) if self.pace.daily else replace(self, free=max(1, self.free))

    def goes_on(self, turn: Seat | None, at: datetime) -> Clock:
        """As the game stands now: the clock of the seat to play runs, or none."""
        if turn is None:
            return self if self.runs is None else self._standing(self._rest(at))
        if self.free or self.runs == turn:
            return self
        return replace(self, runs=turn, since=at)

    def _spent(self, at: datetime) -> int:
        return 0 if self.since is None else max(0, (at - self.since) // _MOMENT)

    def _rest(self, at: datetime) -> int:
        return 0 if self.runs is None else max(0, self.left[self.runs] - self._spent(at))

    def _standing(self, left: int) -> Clock:
        """Stopped, with so much for the seat whose clock ran."""
        there = self if self.runs is None else self._with(self.runs, left)
        return replace(there, runs=None, since=None)

    def _with(self, seat: Seat, left: int) -> Clock:
        first, second = self.left
        return replace(self, left=(left, second) if seat == 0 else (first, left))


def begun(agreed: str) -> Clock | None:
    """The clocks of a game that is dealt now; None where none was agreed."""
    found = pace(agreed)
    return None if found is None else Clock(found, (found.base, found.base), free=0 if found.daily else FREE)
