"""Where somebody speaks: at which game, on which seat, and who hears it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from games.models import Game, Player, User
from games.people import ties
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.online.play import seat_of
from games.store import log
from games.store.clock import clock
from games.stories.online import Match

AFTERWARDS = timedelta(hours=1)
"""How long after the end of a game its players may speak."""


@dataclass(frozen=True, slots=True)
class Place:
    """A game, the person who speaks and whoever sits across. ``agreed`` tells of both who wants to write."""

    match: Match
    game: Game
    seat: Seat
    me: User
    other: User
    agreed: tuple[bool, bool]
    """Mine, and theirs."""

    @property
    def late(self) -> bool:
        """Whether the game has been over for too long."""
        return self.match.over and clock.now() - self.game.changed_at > AFTERWARDS

    @property
    def private(self) -> bool:
        """Whether free text may be spoken of at all: at a private game of two friends."""
        return not self.match.options.listed and ties.are_friends(self.me, self.other)


def place_of(game_id: int, user_id: int | None) -> Place:
    """Where somebody would speak. Refused with ``not_seated``, with ``not_started`` as long as nobody sits across, and
    with ``site_hears_nothing``."""
    match = log.load_as(Match, game_id)
    seat = seat_of(match, user_id)
    rows = {one.seat: one for one in Player.objects.filter(game=game_id).select_related("user", "game")}
    mine, theirs = rows.get(seat), rows.get(1 - seat)
    if mine is None or theirs is None:
        raise Refusal("not_started")
    if theirs.user.opponent:
        raise Refusal("site_hears_nothing")
    return Place(match, mine.game, seat, mine.user, theirs.user, (mine.writes, theirs.writes))
