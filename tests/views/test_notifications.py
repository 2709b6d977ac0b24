"""Notifications on every page: messages that its script asks for, and the bell with the games that wait."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.messaging.presence import PRESENCE_LEASE
from games.models import Game, Player, User
from games.services.matches import lobby, play
from games.services.moderation.games import freeze_game, rename_seat
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.people import guest
from tests.services.matches.games import play_at_once, play_next

pytestmark = pytest.mark.django_db(transaction=True)


def get_answer(client: Client) -> Any:
    return client.get("/notifications/", headers={"Accept": "application/json"}).json()


def notifications_of(client: Client) -> Any:
    """Return the answer without the games of the bell."""
    return {name: value for name, value in get_answer(client).items() if name != "bell"}


def kinds(client: Client) -> list[str]:
    return [notification["kind"] for notification in notifications_of(client)["notifications"]]


def start_game(first: User, second: User) -> Game:
    """Start a game in which the first player leads; neither player has been seen since the deal."""
    game = lobby.create_game(first, MatchOptions(lead="creator"))
    lobby.join_game(game, second)
    return game


def set_last_seen(game: Game, user: User, ago: timedelta) -> None:
    Player.objects.filter(game=game, user=user).update(seen_at=timezone.now() - ago)


@pytest.fixture
def running_game(ana: User, bram: User) -> Game:
    return start_game(ana, bram)


FAST = {"notifications": [], "polling": "fast"}
SLOW = {"notifications": [], "polling": "slow"}
OFF = {"notifications": [], "polling": "off"}
"""Answers without a notification: the script asks again, seldom as an account may be challenged, or never."""


def test_nothing_is_asked_for_again_without_a_game(
    visitor: Client, ana: User, ana_client: Client, browser_of: Callable[[User], Client]
) -> None:
    assert notifications_of(visitor) == OFF
    assert notifications_of(browser_of(guest("Gita"))) == OFF
    assert notifications_of(ana_client) == SLOW
    User.objects.filter(pk=ana.pk).update(challenged_by="nobody")
    assert notifications_of(ana_client) == OFF


def test_the_creator_is_notified_of_the_opponent(running_game: Game, ana_client: Client) -> None:
    (notification,) = notifications_of(ana_client)["notifications"]
    assert (notification["kind"], notification["text"]) == ("start", "Bram joined your game.")
    assert notification["url"] == f"/m/{running_game.code}/"
    assert notifications_of(ana_client)["notifications"] == [notification]


def test_a_player_who_saw_the_opponent_is_not_notified(running_game: Game, ana: User, ana_client: Client) -> None:
    set_last_seen(running_game, ana, timedelta(0))
    later = PRESENCE_LEASE + timedelta(seconds=1)
    Game.objects.get(pk=running_game.pk).entries.update(created_at=timezone.now() - 2 * later)
    set_last_seen(running_game, ana, later)
    assert kinds(ana_client) == ["turn"]


def test_the_player_to_move_is_notified_unless_the_game_is_frozen(
    running_game: Game, ana_client: Client, bram_client: Client, mona: Moderator
) -> None:
    play_next(running_game)
    assert (kinds(ana_client), kinds(bram_client)) == ([], ["turn"])
    before = notifications_of(bram_client)
    assert before["notifications"][0]["text"] == "It's your turn against Ana."
    rename_seat(mona, running_game, 1, "Lily", WHY)
    freeze = freeze_game(mona, running_game, WHY)
    assert notifications_of(bram_client) == FAST
    undo_act(mona, freeze, WHY)
    assert notifications_of(bram_client) == before


def test_a_player_who_is_at_the_game_is_not_notified(running_game: Game, bram: User, bram_client: Client) -> None:
    play_next(running_game)
    set_last_seen(running_game, bram, PRESENCE_LEASE - timedelta(seconds=2))
    assert kinds(bram_client) == []
    set_last_seen(running_game, bram, PRESENCE_LEASE + timedelta(seconds=2))
    assert kinds(bram_client) == ["turn"]


def test_an_offered_rematch_is_notified_until_it_is_answered(
    running_game: Game, ana: User, bram: User, ana_client: Client, bram_client: Client
) -> None:
    play_at_once(running_game)
    lobby.answer_rematch(running_game, bram)
    assert (kinds(ana_client), kinds(bram_client)) == (["rematch"], [])
    assert notifications_of(ana_client)["notifications"][0]["text"] == "Bram offers a rematch."
    lobby.answer_rematch(running_game, ana)
    assert notifications_of(bram_client)["notifications"][0]["text"] == "Your rematch with Ana has started."


def bell(client: Client, path: str = "/rules/") -> list[str]:
    """Return the links of the bell on a page without its script."""
    games = client.get(path).content.decode().partition("data-bell-games")[2].partition("</div>")[0]
    return list(map(str, re.findall(r'href="([^"]+)"', games)))


@pytest.mark.parametrize("path", ["/", "/rules/", "/preferences/"])
def test_pages_have_a_bell_and_ask_for_notifications_of_users(ana_client: Client, visitor: Client, path: str) -> None:
    page, page_of_visitor = (client.get(path).content.decode() for client in (ana_client, visitor))
    for mark in ("data-notifications", "data-bell"):
        assert mark in page
        assert mark not in page_of_visitor


def test_the_bell_has_games_with_your_turn_latest_first(
    ana: User, bram: User, ana_client: Client, bram_client: Client
) -> None:
    page = ana_client.get("/rules/").content.decode()
    assert re.search(r'class="bell-count" aria-hidden="true" hidden>0<', page)
    assert "No games are waiting for you. When it's your turn" in page
    assert get_answer(ana_client)["bell"] == {"label": "No games are waiting for you", "games": []}
    first, second = start_game(ana, bram), start_game(ana, bram)
    assert (bell(ana_client), bell(bram_client)) == ([second.address, first.address], [])
    assert bell(ana_client, first.address) == [second.address]
    assert get_answer(ana_client)["bell"]["label"] == "2 games are waiting for you"
    play_next(first)
    assert (bell(ana_client), bell(bram_client)) == ([second.address], [first.address])
    assert get_answer(ana_client)["bell"] == {
        "label": "1 game is waiting for you",
        "games": [{"text": "It's your turn against Bram.", "url": second.address}],
    }


def test_the_bell_leaves_out_invitations_finished_and_frozen_games(
    ana: User, bram: User, mona: Moderator, ana_client: Client
) -> None:
    lobby.create_game(ana, MatchOptions())
    over, stopped = start_game(ana, bram), start_game(ana, bram)
    play.resign(over, bram)
    freeze_game(mona, stopped, WHY)
    assert bell(ana_client) == []
