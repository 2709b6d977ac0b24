"""A manual clock for tests, and games against the clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

import pytest
from django.utils import timezone

from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.messaging.outages import RETURN_TIME, outages
from games.messaging.process_heartbeat import ProcessHeartbeat
from games.models import Game, User
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions
from tests.services.matches.games import code_of, match_of, play_next, state_of

BACK = RETURN_TIME.total_seconds()


class ManualClock:
    """The database's clock, which stands still until a test advances it."""

    def __init__(self) -> None:
        self.now = timezone.now().replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float = 0, **more: float) -> None:
        self.now += timedelta(seconds=seconds, **more)

    def install(self, patch: pytest.MonkeyPatch) -> Self:
        """Make this the time of the site."""
        patch.setattr(database_clock, "read", self)
        patch.setattr(database_clock, "now", self)
        return self


def install_clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """Give a site that was never down a manual clock."""
    monkeypatch.setattr(outages, "_spans", ())
    monkeypatch.setattr(presence, "uptime", ProcessHeartbeat(presence.get_pause_threshold))
    return ManualClock().install(monkeypatch)


def timed(ana: User, bram: User, agreed: str, plies: int = 0) -> Game:
    """Begin a game of both against the clock, and play so many cards that take no time."""
    game = lobby.create_game(ana, MatchOptions(lead="creator", clock=agreed))
    lobby.join_game(game, bram)
    for _ in range(plies):
        play_next(game)
    return game


def left(game: Game) -> tuple[float, float]:
    """Return the seconds that both have left."""
    clocks = match_of(game).clock
    assert clocks is not None
    return clocks.left[0] / 1000, clocks.left[1] / 1000


def turn(game: Game) -> int:
    """Return the seat to play."""
    seat = state_of(game).to_play
    assert seat is not None
    return seat


def waiting(game: Game, *users: User) -> User:
    """Return the player who waits for the other one's card."""
    return users[1 - turn(game)]


def card(game: Game, *users: User, thought: int | None = None) -> None:
    """Play a legal card for the seat to play, which tells how long it thought."""
    ply = state_of(game).ply
    play.play_card(game.pk, users[turn(game)].pk, code_of(game), ply, f"ply-{ply}", thought=thought)


def outage(clock: ManualClock, seconds: float) -> None:
    """Note that the site was down for so long until now, and let the pages come back."""
    outages.record(clock.now - timedelta(seconds=seconds), clock.now)
    clock.advance(BACK)
