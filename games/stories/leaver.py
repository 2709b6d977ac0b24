"""Somebody who left the site for good: what of a game's log was theirs. The seat stays, the name does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.state import Seat
from games.stories.sheet import NOBODY, Seats

ERASED = "erased"
"""The kind of log entry after which every kind of game must be read anew: names in earlier entries were replaced."""
NAMELESS = "Player"
"""What stands where a name was, in every language: whoever is muted is called the same."""


@dataclass(frozen=True, slots=True)
class Leaver:
    """A person, the seats and devices of one game that are theirs alone, and the names that they went by.

    ``names`` are without those that somebody else at the game goes by now.
    """

    user: int | None = None
    seats: Seats = NOBODY
    devices: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()

    def named(self, seat: Seat, name: str) -> str:
        """The name of a seat, as it may stay."""
        return NAMELESS if name and (seat in self.seats or name in self.names) else name

    def both(self, names: Sequence[str]) -> list[str]:
        """The names of both seats, as they may stay."""
        return [self.named(seat, name) for seat, name in enumerate(names)]

    def unsaid(self, text: str) -> str:
        """What somebody wrote, without these names as words of it."""
        for name in sorted(self.names, key=len, reverse=True):
            if len(name) > 1:
                text = re.sub(_as_words(name), NAMELESS, text, flags=re.IGNORECASE)
        return text


def _as_words(name: str) -> str:
    """Where a text says a name. Scripts without capitals, such as Chinese, put no space around it."""
    before = r"(?<!\w)" if name[0].lower() != name[0].upper() else ""
    after = r"(?!\w)" if name[-1].lower() != name[-1].upper() else ""
    return f"{before}{re.escape(name)}{after}"
