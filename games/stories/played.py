"""A card as its entry and its game's row have it, without the story after it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from games.rules.state import Phase, Seat
from games.stories.online import Kind
from games.stories.story import Fact


class Played(NamedTuple):
    """A card by ``seat``, as the entry ``version`` of a game's log, and where the game stands after it: whose turn it
    is, also by the key of their account, and in which trick of which phase."""

    game_id: int
    version: int
    seat: Seat
    card: str
    client_id: str
    at: datetime
    turn: Seat
    awaits: int
    phase: Phase
    trick: int

    @property
    def fact(self) -> Fact:
        """What its entry says."""
        return Fact(Kind.PLAYED, self.seat, {"card": self.card}, self.client_id, None, self.at)

    def answer(self, seat: object, client_id: str) -> int | None:
        """The version with what a seat asked for under this id; None where that is something else."""
        return self.version if self.client_id == f"{seat}:{client_id}" else None
