"""Erasure of the names of a deleted account from the log of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.state import Seat
from games.state.sheet import NO_SEATS, Seats

ERASED_KIND = "erased"
"""Kind of the log entry of an erasure. Earlier entries were rewritten with it, so the state must be folded anew."""
ERASED_NAME = "Player"
"""Placeholder for an erased name in every language, also shown for muted people."""


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """Erased person in one game: the seats and devices that are theirs alone, and the names that they used.

    ``names`` excludes names that another player of the game uses now.
    """

    user: int | None = None
    seats: Seats = NO_SEATS
    devices: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()

    def replace_name(self, seat: Seat, name: str) -> str:
        """Return the name of a seat, replaced with the placeholder if it is the person's."""
        return ERASED_NAME if name and (seat in self.seats or name in self.names) else name

    def replace_names(self, names: Sequence[str]) -> list[str]:
        """Return the names of both seats, each replaced with the placeholder if it is the person's."""
        return [self.replace_name(seat, name) for seat, name in enumerate(names)]

    def replace_in_text(self, text: str) -> str:
        """Return a text with the person's names replaced where they are whole words, except names of one character."""
        for name in sorted(self.names, key=len, reverse=True):
            if len(name) > 1:
                text = re.sub(_build_name_pattern(name), ERASED_NAME, text, flags=re.IGNORECASE)
        return text


def _build_name_pattern(name: str) -> str:
    """Return the pattern of a name as a whole word. Scripts without capitals, such as Chinese, do not space words."""
    before = r"(?<!\w)" if name[0].lower() != name[0].upper() else ""
    after = r"(?!\w)" if name[-1].lower() != name[-1].upper() else ""
    return f"{before}{re.escape(name)}{after}"
