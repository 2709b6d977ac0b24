"""End of a physical game, apart from the votes of its cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.state import Seat, get_other_seat

WinnerRuling = tuple[Seat | None]
"""Winner by a moderator's ruling, in a tuple: ``(None,)`` is a draw, while None instead of a tuple is no ruling."""


@dataclass(frozen=True, slots=True)
class TableEnd:
    """Answers of each seat on the result and on a rematch, whether the game was called off, and a moderator's ruling.

    An answer is None until the seat gives it. ``best_of`` is the length of the series that the first request for a
    rematch proposed, None if it proposed none or nobody asks any more.
    """

    confirmed: tuple[bool | None, bool | None] = (None, None)
    again: tuple[bool | None, bool | None] = (None, None)
    called_off: bool = False
    ruling: WinnerRuling | None = None
    best_of: int | None = None

    def said(self, seat: Seat, accept: bool) -> TableEnd:
        """Return the end after a seat accepts or rejects the result."""
        first, second = self.confirmed
        return replace(self, confirmed=(accept, second) if seat == 0 else (first, accept))

    def wished(self, seat: Seat, accept: bool, best_of: int | None = None) -> TableEnd:
        """Return the end after a seat asks for or declines a rematch.

        A request clears an earlier refusal of the other seat, which has not answered the new request yet.
        """
        others = self.again[get_other_seat(seat)]
        answer = None if accept and others is False else others
        again = (accept, answer) if seat == 0 else (answer, accept)
        if True in again:
            return replace(self, again=again, best_of=self.best_of if True in self.again else best_of)
        return replace(self, again=again, best_of=None)

    @property
    def unsaid(self) -> TableEnd:
        """Return the end without the answers of both seats, which do not apply to a changed result."""
        return replace(self, confirmed=(None, None), again=(None, None), best_of=None)
