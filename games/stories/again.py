"""What the players of an online game say of playing again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from games.rules.shuffle import Shuffle
from games.rules.state import Seat
from games.stories.aided import Aided
from games.stories.story import Fact


@dataclass(frozen=True)
class Again(Aided):
    """Who ``asked`` for a rematch, and whether the last word was that it is ``declined``.

    ``quiet`` are those whose wish the other seat is not to hear of. ``next`` is what the deal of a rematch follows
    from, as secret as hands; games of older releases have none.
    """

    asked: tuple[bool, bool] = (False, False)
    quiet: tuple[bool, bool] = (False, False)
    declined: bool = False
    next: Shuffle | None = None

    def rematched(self, fact: Fact) -> Self:
        """The story after somebody asked, agreed or declined."""
        accept, seat = fact.data["accept"], 0 if fact.seat == 0 else 1
        asked = _put(self.asked, seat, accept)
        quiet = _put(self.quiet, seat, fact.data.get("quiet", False))
        after = self.next and self.next.given(0 if seat == 0 else 1, fact.data.get("part"))
        return replace(self, asked=asked, quiet=quiet, declined=not accept, next=after)

    def heard_asking(self, audience: Seat | None) -> tuple[bool, bool]:
        """Who asked, as far as an audience is told."""
        first, second = (
            asked and (seat == audience or not quiet)
            for seat, (asked, quiet) in enumerate(zip(self.asked, self.quiet, strict=True))
        )
        return first, second


def _put(pair: tuple[bool, bool], seat: int, value: bool) -> tuple[bool, bool]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
