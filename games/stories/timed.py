"""A story whose seats may play against the clock: what each entry does to it follows from the entry's moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Self

from games.rules.state import Seat
from games.stories.aided import Aided
from games.stories.clock import Clock
from games.stories.status import Status
from games.stories.story import Fact
from games.stories.verdicts import JUDGED


class TimeKind(StrEnum):
    """The kinds of entry that a clock knows, by the names that ``online_kinds.Kind`` gives them."""

    PLAYED = "played"
    PAUSED = "paused"
    GRANTED = "granted"


@dataclass(frozen=True)
class Timed(Aided):
    """Where a game stands, and the clocks of its seats; None where none was agreed, and before the deal."""

    status: str = Status.WAITING
    clock: Clock | None = None

    @property
    def over(self) -> bool:
        return self.status in (Status.FINISHED, Status.CALLED_OFF)

    @property
    def played_out(self) -> bool:
        """Whether the last trick was played."""
        return self.state is not None and self.state.to_play is None

    @property
    def awaited(self) -> Seat | None:
        """The seat whose card the game waits for; None while it does not go on."""
        going = self.status == Status.PLAYING and not self.frozen
        return self.state.to_play if going and self.state is not None else None

    @property
    def daily(self) -> bool:
        """Whether it is played by the day."""
        return self.clock is not None and self.clock.pace.daily

    def _after(self, fact: Fact) -> Self:
        after = super()._after(fact)
        if after.clock is None or fact.at is None:
            return after
        return after.changed(clock=_clock(after.clock, fact, fact.at, self.awaited, after.awaited))


def _clock(clock: Clock, fact: Fact, at: datetime, before: Seat | None, now: Seat | None) -> Clock:
    """The clocks after an entry, with the seat that the game waited for before it and the one that it waits for now."""
    match fact.kind:
        case TimeKind.PLAYED:
            clock = clock.played(at, fact.data.get("thought"))
        case TimeKind.PAUSED:
            clock = clock.paused(*(datetime.fromisoformat(fact.data[name]) for name in ("began", "ended")))
        case TimeKind.GRANTED:
            clock = clock.given(at)
        case _ if fact.kind == JUDGED and before is None and now is not None:
            clock = clock.resumed(now)
    return clock.goes_on(now, at)
