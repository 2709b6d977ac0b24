"""How a game at a table ended, beside what its cards say."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.state import Seat, other

Ruling = tuple[Seat | None]
"""The winner by a moderator's decision, None for a draw, in a tuple: no ruling at all is None."""


@dataclass(frozen=True, slots=True)
class End:
    """What each seat says of the result and of a rematch, whether the game was called off, and a moderator's ruling."""

    confirmed: tuple[bool | None, bool | None] = (None, None)
    again: tuple[bool | None, bool | None] = (None, None)
    called_off: bool = False
    ruling: Ruling | None = None

    def said(self, seat: Seat, accept: bool) -> End:
        """A seat accepts the result, or not."""
        first, second = self.confirmed
        return replace(self, confirmed=(accept, second) if seat == 0 else (first, accept))

    def wished(self, seat: Seat, accept: bool) -> End:
        """A seat wants a rematch, or does not. Who asks anew asks somebody who has not answered that yet."""
        others = self.again[other(seat)]
        answer = None if accept and others is False else others
        return replace(self, again=(accept, answer) if seat == 0 else (answer, accept))

    @property
    def unsaid(self) -> End:
        """What it is once the result is another: nobody has accepted that one yet, or asked for a rematch after it."""
        return replace(self, confirmed=(None, None), again=(None, None))
