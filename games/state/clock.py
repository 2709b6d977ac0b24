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
"""Allowed initial time in minutes, and allowed increment per card in seconds."""
REAL_TIME = ("5+5", "10+10", "15+15")
"""Preset time controls in real time: initial minutes and increment per card in seconds."""
DAILY = ("1d", "3d", "7d")
"""Daily time controls: days per card."""
NO_CLOCK = ""

LAG_COMPENSATION = timedelta(milliseconds=500)
"""Maximum network delay that is credited back for one card."""
EXTRA_TIME = timedelta(seconds=15)
"""Time that a player may grant an opponent whose time is out."""
OPENING_CARDS = 2
"""Number of cards in real time whose clock starts late: the first of each seat, whose player may be on another page."""
FIRST_CARD = timedelta(minutes=1)
"""Delay of these clocks. It is limited so that the opponent can end a game in which a first card is never played."""

_SECOND, _MINUTE, _DAY = 1000, 60_000, 86_400_000
_MOMENT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time control in milliseconds: the initial time of each seat, and the increment per card.

    In a ``daily`` game each card has all of ``base``.
    """

    base: int
    bonus: int = 0
    daily: bool = False


def parse_time_control(agreed: str) -> TimeControl | None:
    """Return the time control written as ``5+5`` (minutes and seconds) or ``3d`` (days); None without a clock.

    Raise ValueError for any other text.
    """
    if agreed == NO_CLOCK:
        return None
    if agreed in DAILY:
        return TimeControl(int(agreed[0]) * _DAY, daily=True)
    parts = re.fullmatch(r"([1-9][0-9]?)\+(0|[1-9][0-9]?)", agreed)
    if parts is None or int(parts[1]) not in MINUTES or int(parts[2]) not in SECONDS:
        raise ValueError(f"no clock: {agreed}")
    return TimeControl(int(parts[1]) * _MINUTE, int(parts[2]) * _SECOND)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks at the moment ``since``, from which the clock of the seat ``runs`` counts down.

    ``runs`` and ``since`` are None while both clocks are stopped. ``left`` is the time left to each seat, in
    milliseconds. ``free`` is the number of next cards that take no time. ``opening`` is the number of next cards whose
    clock starts ``FIRST_CARD`` after the turn begins and which bring no bonus; ``since`` may then lie in the future.
    """

    pace: TimeControl
    left: tuple[int, int]
    runs: Seat | None = None
    since: datetime | None = None
    free: int = 0
    opening: int = 0

    @property
    def runs_out_at(self) -> datetime | None:
        """Return when the running clock runs out, lag compensation included; None while both clocks are stopped."""
        if self.runs is None or self.since is None:
            return None
        return self.since + self.left[self.runs] * _MOMENT + LAG_COMPENSATION

    def out(self, now: datetime) -> bool:
        """Return whether the running clock has run out."""
        out_at = self.runs_out_at
        return out_at is not None and now >= out_at

    def played(self, at: datetime, thought: int | None = None) -> Clock:
        """Return the clocks after a card.

        ``thought`` is for how many milliseconds the player saw the turn; None if unknown. The rest of the time spent
        was network delay, of which at most ``LAG_COMPENSATION`` is credited back.
        """
        after = replace(self, opening=max(0, self.opening - 1))
        if self.runs is None:
            return replace(after, free=max(0, self.free - 1))
        spent = self._compute_time_spent(at)
        credit = 0 if thought is None else min(LAG_COMPENSATION // _MOMENT, max(0, spent - thought))
        left = max(0, self.left[self.runs] - (spent - credit))
        bonus = 0 if self.opening else self.pace.bonus
        return after._stop(self.pace.base if self.pace.daily else left + bonus)

    def paused(self, began: datetime, ended: datetime) -> Clock:
        """Return the clocks after an outage of the site, which takes no time from either seat.

        An outage that ended before the clock started changes nothing.
        """
        if self.runs is None or self.since is None or ended <= self.since:
            return self
        return replace(self._stop(self._compute_time_left(began)), runs=self.runs, since=ended)

    def given(self, at: datetime) -> Clock:
        """Return the clocks with ``EXTRA_TIME`` granted at ``at`` to the seat whose time is out."""
        if self.runs is None:
            return self
        return replace(self._stop(EXTRA_TIME // _MOMENT), runs=self.runs, since=at)

    def resumed(self, turn: Seat) -> Clock:
        """Return the clocks after a moderator resumes the game, with ``turn`` to play.

        The player cannot foresee that moment. In a daily game the seat therefore has all of its time for the card, and
        in real time the card takes no time.
        """
        return self._set_left(turn, self.pace.base) if self.pace.daily else replace(self, free=max(1, self.free))

    def continue_from(self, turn: Seat | None, at: datetime) -> Clock:
        """Return the clocks with that of the seat to play running from ``at`` on; without a seat to play both stop."""
        if turn is None:
            return self if self.runs is None else self._stop(self._compute_time_left(at))
        if self.free or self.runs == turn:
            return self
        return replace(self, runs=turn, since=at + FIRST_CARD if self.opening else at)

    def _compute_time_spent(self, at: datetime) -> int:
        return 0 if self.since is None else max(0, (at - self.since) // _MOMENT)

    def _compute_time_left(self, at: datetime) -> int:
        return 0 if self.runs is None else max(0, self.left[self.runs] - self._compute_time_spent(at))

    def _stop(self, left: int) -> Clock:
        """Return both clocks stopped, with ``left`` milliseconds for the seat whose clock ran."""
        clock = self if self.runs is None else self._set_left(self.runs, left)
        return replace(clock, runs=None, since=None)

    def _set_left(self, seat: Seat, left: int) -> Clock:
        first, second = self.left
        return replace(self, left=(left, second) if seat == 0 else (first, left))


def start_clock(agreed: str) -> Clock | None:
    """Return the clocks of a newly dealt game with this time control; None without a clock."""
    control = parse_time_control(agreed)
    if control is None:
        return None
    return Clock(control, (control.base, control.base), opening=0 if control.daily else OPENING_CARDS)


# State of a timed game. The clocks advance by the timestamps of the log entries.


class TimeEventKind(StrEnum):
    """Kind of a log entry that changes the clocks; the values are those of ``MatchEventKind``."""

    PLAYED = "played"
    OUTAGE = "paused"
    GRANTED = "granted"


@dataclass(frozen=True)
class TimedGameState(DealtGameState):
    """State of a dealt game with its status and its clocks.

    ``clock`` is None before the deal and in games without a clock. ``awaited_since`` is the moment since which the game
    has waited for a card of the seat ``awaited``; None if unknown, or if no seat is to play.
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
        """Return whether the last trick has been played."""
        return self.state is not None and self.state.to_play is None

    @property
    def awaited(self) -> Seat | None:
        """Return the seat to play; None while the game is not running or is frozen."""
        running = self.status == Status.PLAYING and not self.frozen
        return self.state.to_play if running and self.state is not None else None

    @property
    def daily(self) -> bool:
        """Return whether the game has a daily time control."""
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
    """Return the clocks after an entry. ``before`` and ``now`` are the seats to play before and after it."""
    match event.kind:
        case TimeEventKind.PLAYED:
            clock = clock.played(at, event.data.get("thought"))
        case TimeEventKind.OUTAGE:
            clock = clock.paused(*(datetime.fromisoformat(event.data[name]) for name in ("began", "ended")))
        case TimeEventKind.GRANTED:
            clock = clock.given(at)
        case _ if event.kind == MODERATED_KIND and before is None and now is not None:
            clock = clock.resumed(now)
    return clock.continue_from(now, at)
