"""What the log of a game has to know before anything follows from its clocks: when nobody could play."""

from __future__ import annotations

from games.store.outages import Span, outages
from games.stories.clock import Clock
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.story import Fact


def missed(match: Match) -> tuple[list[Fact], Clock | None]:
    """What is to be told first, as far as this process knows of it, and the clocks with it."""
    facts, clocks = [], match.clock
    if clocks is not None and clocks.since is not None:
        for one in outages.after(clocks.since):
            before, clocks = clocks, clocks.paused(one.began, one.ended)
            facts += [_paused(one)] if clocks != before else []
    return facts, clocks


def _paused(span: Span) -> Fact:
    return Fact(Kind.PAUSED, data={"began": span.began.isoformat(), "ended": span.ended.isoformat()})
