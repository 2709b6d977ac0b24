"""Conduct: which games count as left, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.eventlog import event_store
from games.messaging import presence
from games.models import Game, Player, User
from games.queries import conduct
from games.services.bots import bot_games
from games.services.matches import cancellation, clocks, lobby, play
from games.services.matches.clocks import TimeoutChoice
from games.services.moderation.games import award_win, cancel_game
from games.services.moderation.permissions import Moderator
from games.state.game_state import Event
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from tests.moderators import WHY
from tests.services.matches.clock import install_clock, timed
from tests.services.matches.games import long_ago, play_at_once, play_next

pytestmark = pytest.mark.django_db(transaction=True)

Way = Callable[[User, User], object]
"""A game of two ends somehow; the first of them is who may have left it."""


def dealt(one: User, other: User, **options: object) -> Game:
    game = lobby.create_game(one, MatchOptions(**{"lead": "creator", **options}))  # type: ignore[arg-type]
    lobby.join_game(game, other)
    return game


def away(one: User, other: User) -> None:
    """The first one leads and is gone when it is their turn again."""
    game = dealt(other, one)
    play_next(game)
    long_ago(game)
    hour = timezone.now() - timedelta(hours=1)
    Player.objects.filter(game=game).update(here_since=hour, seen_at=timezone.now())
    Player.objects.filter(game=game, user=one).update(seen_at=hour)
    play.claim_win(game, other)


def late(one: User, other: User, plies: int) -> None:
    """The time of the first one runs out after so many cards."""
    game = timed(one, other, "1+0", plies=plies)
    event_store.append(MatchState, game.pk, lambda match: [Event(MatchEventKind.TIMED_OUT, 1, {"winner": 1})])


def both(one: User, other: User) -> None:
    game = dealt(one, other, rated=True)
    for user in (one, other):
        cancellation.cancel_game(game, user)


LEAVES: dict[str, Way] = {
    "cancelled after the deal": lambda one, other: cancellation.cancel_game(dealt(one, other), one),
    "cancelled by who joined": lambda one, other: cancellation.cancel_game(dealt(other, one), one),
    "away until the win was claimed": away,
    "never played a card in time": lambda one, other: late(one, other, 0),
}
STAYS: dict[str, Way] = {
    "withdrew an invitation": lambda one, other: cancellation.cancel_game(lobby.create_game(one, MatchOptions()), one),
    "was left by a cancellation": lambda one, other: cancellation.cancel_game(dealt(one, other), other),
    "agreed to cancel": both,
    "resigned": lambda one, other: play.resign(dealt(one, other), one),
    "claimed the win": lambda one, other: away(other, one),
    "ran out of time later": lambda one, other: late(one, other, 12),
    "cancelled against the site": lambda one, other: cancellation.cancel_game(bot_games.create_game(one, "page"), one),
    "played to the end": lambda one, other: play_at_once(dealt(one, other)),
}


@pytest.fixture(autouse=True)
def up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site has been up for long."""
    monkeypatch.setattr(presence.uptime, "since", timezone.now() - timedelta(days=1))


@pytest.mark.parametrize("way", [*LEAVES, *STAYS])
def test_three_left_games_in_a_week_make_a_leaver(ana: User, bram: User, way: str) -> None:
    for count in range(1, conduct.MIN_LEFT + 1):
        {**LEAVES, **STAYS}[way](ana, bram)
        often = way in LEAVES and count == conduct.MIN_LEFT
        assert conduct.list_leavers([ana.pk], timezone.now()) == ({ana.pk} if often else set())


def test_a_game_that_moderators_end_is_left_by_nobody(ana: User, bram: User, mona: Moderator) -> None:
    for _ in range(conduct.MIN_LEFT):
        cancel_game(mona, dealt(ana, bram), WHY)
        award_win(mona, dealt(ana, bram), 1, WHY)
    assert conduct.list_leavers([ana.pk, bram.pk], timezone.now()) == set()


def test_a_week_later_it_is_forgotten(ana: User, bram: User) -> None:
    for _ in range(conduct.MIN_LEFT):
        cancellation.cancel_game(dealt(ana, bram), ana)
    now = timezone.now()
    assert conduct.list_leavers([ana.pk], now + timedelta(days=6)) == {ana.pk}
    assert conduct.list_leavers([ana.pk], now + timedelta(days=8)) == set()


def test_each_of_many_is_counted_apart(ana: User, bram: User, cleo: User) -> None:
    for _ in range(conduct.MIN_LEFT - 1):
        cancellation.cancel_game(dealt(ana, bram), ana)
        cancellation.cancel_game(dealt(bram, cleo), bram)
    assert conduct.list_leavers([one.pk for one in (ana, bram, cleo)], timezone.now()) == set()
    cancellation.cancel_game(dealt(bram, ana), bram)
    assert conduct.list_leavers([one.pk for one in (ana, bram, cleo)], timezone.now()) == {bram.pk}


def test_a_player_who_never_plays_a_first_card_has_left(ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connected or not: the player across takes the win."""
    clock = install_clock(monkeypatch)
    for _ in range(conduct.MIN_LEFT):
        game = timed(ana, bram, "1+0")
        clock.advance(121)
        clocks.decide_timeout(game, bram, TimeoutChoice.WIN)
    assert conduct.list_leavers([ana.pk, bram.pk], clock.now) == {ana.pk}
