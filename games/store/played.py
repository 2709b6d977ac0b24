"""A card as its entry and its game's row have it, without the story after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.rules.state import Seat
from games.store.job import Job
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.story import Fact


@dataclass(slots=True, eq=False)
class Played(Job):
    """A card by ``seat``, as the entry ``version`` of a game's log, and where the game stands after it: whose turn it
    is, also by the key of their account, and in which trick of which phase. It is the job of storing it, too, and saves
    one for each card.

    One that ``dates`` has the game's row say when it was stored, as its entry does. ``at`` is that moment, and
    ``shown`` what those who look at the game are shown of it, until they were. One that ``waits`` is not stored, or
    nobody was answered yet. The last card of a game has the story with which it ``ends``, and is nobody's turn.
    """

    version: int
    seat: Seat
    card: str
    client_id: str
    turn: Seat | None
    awaits: int | None
    phase: int
    trick: int
    dates: bool
    shown: Any = None
    at: datetime | None = None
    ends: Match | None = None
    plain: bool = field(default=True, init=False)

    @property
    def asked(self) -> str:
        """The id under which a socket asked for it."""
        return self.client_id[2:]

    @property
    def fact(self) -> Fact:
        """What its entry says."""
        return Fact(Kind.PLAYED, self.seat, {"card": self.card}, self.client_id, None, self.at)
