"""Clocks in the test's hand: nobody waits, and what is shown goes by the same moments as what is stored."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Game, User
from games.services.online import lobby, play
from games.store.clock import clock
from games.store.outages import COMING_BACK, outages
from games.stories.online import Options
from tests.services.plays import code_of, match_of, play_next, state_of

BACK = COMING_BACK.total_seconds()


class Hand:
    """The clock of the database, set forward by hand."""

    def __init__(self) -> None:
        self.now = timezone.now().replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float = 0, **more: float) -> None:
        self.now += timedelta(seconds=seconds, **more)

    def held(self, patch: pytest.MonkeyPatch) -> Hand:
        """This one, from now on the time of the site."""
        patch.setattr(clock, "read", self)
        patch.setattr(clock, "now", self)
        return self


def timed(ana: User, bram: User, agreed: str, plies: int = 0) -> Game:
    """A game of both against the clock, after so many cards that took no time."""
    game = lobby.create(ana, Options(lead="creator", clock=agreed))
    lobby.join(game, bram)
    for _ in range(plies):
        play_next(game)
    return game


def left(game: Game) -> tuple[float, float]:
    """The seconds of both as the log has them."""
    clocks = match_of(game).clock
    assert clocks is not None
    return clocks.left[0] / 1000, clocks.left[1] / 1000


def in_hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """The time of a site that was never down."""
    monkeypatch.setattr(outages, "_known", ())
    return Hand().held(monkeypatch)


def turn(game: Game) -> int:
    """The seat whose card is awaited."""
    seat = state_of(game).to_play
    assert seat is not None
    return seat


def waiting(game: Game, *users: User) -> User:
    """Whoever waits for the card of the other one."""
    return users[1 - turn(game)]


def card(game: Game, *users: User, thought: int | None = None) -> None:
    """The next card of whoever is to play, who says how long they thought."""
    ply = state_of(game).ply
    play.play(game.pk, users[turn(game)].pk, code_of(game), ply, f"ply-{ply}", thought=thought)


def outage(hand: Hand, seconds: float) -> None:
    """The site was down for so long until now, and the pages are back."""
    outages.note(hand.now - timedelta(seconds=seconds), hand.now)
    hand.forward(BACK)
