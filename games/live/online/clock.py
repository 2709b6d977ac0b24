"""The clocks of a game as everybody sees them, in the server's time: a view stays true however long it lasts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.stories.online import Match


def shown_clock(match: Match) -> dict[str, Any] | None:
    """None where nobody plays against the clock, and before the deal."""
    clock = match.clock
    if clock is None:
        return None
    return {
        "daily": clock.pace.daily,
        "left": clock.left,
        "runs": clock.runs,
        "since": milliseconds(clock.since),
        "out": milliseconds(clock.out_at),
    }


def milliseconds(moment: datetime | None) -> int | None:
    """A moment as programs count it, since 1970."""
    return None if moment is None else int(moment.timestamp() * 1000)
