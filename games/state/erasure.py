"""Erasure of a deleted account from a game's log. The seat stays, the name does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.state import Seat
from games.state.sheet import NO_SEATS, Seats

ERASED_KIND = "erased"
"""Kind of the log entry after which every kind of game must be read anew: names in earlier entries were replaced."""
ERASED_NAME = "Player"
"""Placeholder for an erased name, in every language; a muted person is called the same."""


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """Person, the seats and devices of one game that are theirs alone, and the names that they went by.

    ``names`` are without the names that another player of the game goes by now.
    """

    user: int | None = None
    seats: Seats = NO_SEATS
    devices: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()

    def named(self, seat: Seat, name: str) -> str:
        """Return the name of a seat, replaced where it is the person's."""
        return ERASED_NAME if name and (seat in self.seats or name in self.names) else name

    def both(self, names: Sequence[str]) -> list[str]:
        """Return the names of both seats, replaced where they are the person's."""
        return [self.named(seat, name) for seat, name in enumerate(names)]

    def unsaid(self, text: str) -> str:
        """Return a written text with these names replaced where they are words of it; one character is no name."""
        for name in sorted(self.names, key=len, reverse=True):
            if len(name) > 1:
                text = re.sub(_build_name_pattern(name), ERASED_NAME, text, flags=re.IGNORECASE)
        return text


def _build_name_pattern(name: str) -> str:
    """Return the pattern of a name in a text. Scripts without capitals, such as Chinese, put no space around it."""
    before = r"(?<!\w)" if name[0].lower() != name[0].upper() else ""
    after = r"(?!\w)" if name[-1].lower() != name[-1].upper() else ""
    return f"{before}{re.escape(name)}{after}"
