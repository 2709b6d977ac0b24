"""End of a physical game, beside what its cards say."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.state import Seat, get_other_seat

WinnerRuling = tuple[Seat | None]
"""Winner by a moderator's decision, None for a draw, in a tuple: no ruling at all is None."""


@dataclass(frozen=True, slots=True)
class TableEnd:
    """Answers of each seat on the result and on a rematch, whether the game was called off, and a moderator's ruling.

    An answer is None until the seat gives it.
    """

    confirmed: tuple[bool | None, bool | None] = (None, None)
    again: tuple[bool | None, bool | None] = (None, None)
    called_off: bool = False
    ruling: WinnerRuling | None = None

    def said(self, seat: Seat, accept: bool) -> TableEnd:
        """Return the end after a seat accepts the result, or does not."""
        first, second = self.confirmed
        return replace(self, confirmed=(accept, second) if seat == 0 else (first, accept))

    def wished(self, seat: Seat, accept: bool) -> TableEnd:
        """Return the end after a seat wants a rematch, or does not.

        Asking anew clears a refusal of the other seat, which has not answered the new request yet.
        """
        others = self.again[get_other_seat(seat)]
        answer = None if accept and others is False else others
        return replace(self, again=(accept, answer) if seat == 0 else (answer, accept))

    @property
    def unsaid(self) -> TableEnd:
        """Return the end once the result changed: no seat has accepted the new one, or asked for a rematch after it."""
        return replace(self, confirmed=(None, None), again=(None, None))
