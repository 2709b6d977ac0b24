"""Clocks of a game, as pure values: the time control, the time left to each seat, and the state of a timed game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from games.rules.state import Seat
from games.state.dealt_state import DealtGameState
from games.state.game_state import Event, Status
from games.state.moderation import MODERATED_KIND

MINUTES, SECONDS = range(1, 61), range(61)
"""Minutes that a seat may have at the beginning, and seconds that a card may bring."""
REAL_TIME = ("5+5", "10+10", "15+15")
"""Time controls offered beside custom ones: minutes at the beginning, and seconds for each card."""
DAILY = ("1d", "3d", "7d")
"""Days for each card."""
NO_CLOCK = ""

LAG_COMPENSATION = timedelta(milliseconds=500)
"""Maximum of the network's delay that is given back for a card."""
EXTRA_TIME = timedelta(seconds=15)
"""Time that the waiting player may give."""
OPENING_CARDS = 2
"""Cards in real time whose clock starts late: the first of each seat, since its player may be on another page."""
FIRST_CARD = timedelta(minutes=1)
"""Delay of those clocks. Without a limit the opponent could never end a game whose first card does not come."""

_SECOND, _MINUTE, _DAY = 1000, 60_000, 86_400_000
_MOMENT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time control that was agreed, in milliseconds: what each seat begins with, and what a card brings.

    By the ``daily`` clock each card has all of ``base``.
    """

    base: int
    bonus: int = 0
    daily: bool = False


def parse_time_control(agreed: str) -> TimeControl | None:
    """Parse ``5+5``, minutes and seconds, or ``3d``; None where there is no clock. Raise ValueError for all else."""
    if agreed == NO_CLOCK:
        return None
    if agreed in DAILY:
        return TimeControl(int(agreed[0]) * _DAY, daily=True)
    found = re.fullmatch(r"([1-9][0-9]?)\+(0|[1-9][0-9]?)", agreed)
    if found is None or int(found[1]) not in MINUTES or int(found[2]) not in SECONDS:
        raise ValueError(f"no clock: {agreed}")
    return TimeControl(int(found[1]) * _MINUTE, int(found[2]) * _SECOND)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks as they stood at ``since``, from when the clock of the seat ``runs`` goes down.

    ``runs`` and ``since`` are None where both clocks stand. ``left`` is in milliseconds. While cards are ``free``, time
    counts for nobody. For the next ``opening`` cards the clock runs from ``FIRST_CARD`` after the turn began, and they
    bring no bonus; ``since`` may lie ahead then.
    """

    pace: TimeControl
    left: tuple[int, int]
    runs: Seat | None = None
    since: datetime | None = None
    free: int = 0
    opening: int = 0

    @property
    def runs_out_at(self) -> datetime | None:
        """Return when the time of the seat is out, with the delay that a card may have had; None while both stand."""
        if self.runs is None or self.since is None:
            return None
        return self.since + self.left[self.runs] * _MOMENT + LAG_COMPENSATION

    def out(self, now: datetime) -> bool:
        """Return whether the time of the seat whose clock runs is out."""
        out_at = self.runs_out_at
        return out_at is not None and now >= out_at

    def played(self, at: datetime, thought: int | None = None) -> Clock:
        """Return the clocks after a card.

        ``thought`` is for how long its player had the turn in sight, as far as that is known: the rest was the network,
        of which ``LAG_COMPENSATION`` is given back at the most.
        """
        after = replace(self, opening=max(0, self.opening - 1))
        if self.runs is None:
            return replace(after, free=max(0, self.free - 1))
        spent = self._spent(at)
        back = 0 if thought is None else min(LAG_COMPENSATION // _MOMENT, max(0, spent - thought))
        rest = max(0, self.left[self.runs] - (spent - back))
        bonus = 0 if self.opening else self.pace.bonus
        return after._standing(self.pace.base if self.pace.daily else rest + bonus)

    def paused(self, began: datetime, ended: datetime) -> Clock:
        """Return the clocks after a pause in which nobody could play.

        A pause that ended before the clock began to run changes nothing.
        """
        if self.runs is None or self.since is None or ended <= self.since:
            return self
        return replace(self._standing(self._rest(began)), runs=self.runs, since=ended)

    def given(self, at: datetime) -> Clock:
        """Return the clocks with ``EXTRA_TIME`` from now on for the seat whose time is out."""
        if self.runs is None:
            return self
        return replace(self._standing(EXTRA_TIME // _MOMENT), runs=self.runs, since=at)

    def resumed(self, turn: Seat) -> Clock:
        """Return the clocks after moderators let the game go on.

        Nobody can know when they do, so the seat has all of its time for its card by the day, and in real time the card
        takes none.
        """
        return self._with(turn, self.pace.base) if self.pace.daily else replace(self, free=max(1, self.free))

    def continue_from(self, turn: Seat | None, at: datetime) -> Clock:
        """Return the clocks of the game as it stands now: the clock of the seat to play runs, or none."""
        if turn is None:
            return self if self.runs is None else self._standing(self._rest(at))
        if self.free or self.runs == turn:
            return self
        return replace(self, runs=turn, since=at + FIRST_CARD if self.opening else at)

    def _spent(self, at: datetime) -> int:
        return 0 if self.since is None else max(0, (at - self.since) // _MOMENT)

    def _rest(self, at: datetime) -> int:
        return 0 if self.runs is None else max(0, self.left[self.runs] - self._spent(at))

    def _standing(self, left: int) -> Clock:
        """Return both clocks stopped, with so much left for the seat whose clock ran."""
        there = self if self.runs is None else self._with(self.runs, left)
        return replace(there, runs=None, since=None)

    def _with(self, seat: Seat, left: int) -> Clock:
        first, second = self.left
        return replace(self, left=(left, second) if seat == 0 else (first, left))


def start_clock(agreed: str) -> Clock | None:
    """Return the clocks of a game that is dealt now; None where none was agreed."""
    found = parse_time_control(agreed)
    return (
        None if found is None else Clock(found, (found.base, found.base), opening=0 if found.daily else OPENING_CARDS)
    )


# State of a timed game: what each entry does to the clocks follows from the entry's moment.


class TimeEventKind(StrEnum):
    """Kinds of entries that a clock knows, by the names that ``MatchEventKind`` gives them."""

    PLAYED = "played"
    PAUSED = "paused"
    GRANTED = "granted"


@dataclass(frozen=True)
class TimedGameState(DealtGameState):
    """Status of a dealt game and the clocks of its seats; None where none was agreed, and before the deal.

    ``awaited_since`` is since when the game has waited for the card of the seat ``awaited``; None where that is not
    known, and while it waits for nobody.
    """

    status: str = Status.WAITING
    clock: Clock | None = None
    awaited_since: datetime | None = None

    @property
    def over(self) -> bool:
        """Return whether the game is finished or called off."""
        return self.status in (Status.FINISHED, Status.CALLED_OFF)

    @property
    def played_out(self) -> bool:
        """Return whether the last trick was played."""
        return self.state is not None and self.state.to_play is None

    @property
    def awaited(self) -> Seat | None:
        """Return the seat whose card the game waits for; None while it does not go on."""
        going = self.status == Status.PLAYING and not self.frozen
        return self.state.to_play if going and self.state is not None else None

    @property
    def daily(self) -> bool:
        """Return whether the game is played by the day."""
        return self.clock is not None and self.clock.pace.daily

    def _after(self, event: Event) -> Self:
        after = super()._after(event)
        if event.at is None:
            return after
        before, now = self.awaited, after.awaited
        if event.kind == TimeEventKind.PLAYED or before != now:
            after = after.changed(awaited_since=None if now is None else event.at)
        if after.clock is None:
            return after
        return after.changed(clock=_advance_clock(after.clock, event, event.at, before, now))


def _advance_clock(clock: Clock, event: Event, at: datetime, before: Seat | None, now: Seat | None) -> Clock:
    """Return the clocks after an entry, with the seat awaited before it and the seat awaited now."""
    match event.kind:
        case TimeEventKind.PLAYED:
            clock = clock.played(at, event.data.get("thought"))
        case TimeEventKind.PAUSED:
            clock = clock.paused(*(datetime.fromisoformat(event.data[name]) for name in ("began", "ended")))
        case TimeEventKind.GRANTED:
            clock = clock.given(at)
        case _ if event.kind == MODERATED_KIND and before is None and now is not None:
            clock = clock.resumed(now)
    return clock.continue_from(now, at)
