"""Notifications on every page: the bell with the games that wait, and the messages that the page's script asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.eventlog import event_store
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


def asked(client: Client) -> Any:
    return client.get("/signals/", headers={"Accept": "application/json"}).json()


def notifications_of(client: Client) -> Any:
    """Return the answer without the games of the bell."""
    return {name: value for name, value in asked(client).items() if name != "waiting"}


def kinds(client: Client) -> list[str]:
    return [one["kind"] for one in notifications_of(client)["signals"]]


def invite(ana: User, **options: Any) -> Game:
    return lobby.create_game(ana, MatchOptions(**{"lead": "creator", **options}))


def set_last_seen(game: Game, user: User, ago: timedelta) -> None:
    Player.objects.filter(game=game, user=user).update(seen_at=timezone.now() - ago)


@pytest.fixture
def running_game(ana: User, bram: User) -> Game:
    """A game in which Ana leads; neither player has been seen since the deal."""
    game = invite(ana)
    lobby.join_game(game, bram)
    return game


QUIET = {"signals": [], "open": True, "rarely": False}
NEVER = {"signals": [], "open": False, "rarely": False}
RARELY = {"signals": [], "open": True, "rarely": True}
"""Answers without a notification: the script asks again, never, or seldom since somebody may challenge an account."""


def test_nothing_is_asked_for_again_without_a_game(
    visitor: Client, ana: User, ana_client: Client, browser_of: Callable[[User], Client]
) -> None:
    assert notifications_of(visitor) == NEVER
    assert notifications_of(browser_of(guest("Gita"))) == {**NEVER, "rarely": True}
    assert notifications_of(ana_client) == RARELY
    User.objects.filter(pk=ana.pk).update(challenged_by="nobody")
    assert notifications_of(ana_client) == {**NEVER, "rarely": True}


def test_the_creator_is_notified_of_the_opponent(running_game: Game, ana_client: Client) -> None:
    (one,) = notifications_of(ana_client)["signals"]
    assert (one["kind"], one["text"]) == ("sat", "Bram sat down at your table.")
    assert one["url"] == f"/m/{running_game.code}/"
    assert notifications_of(ana_client)["signals"][0]["key"] == one["key"]


def test_a_player_who_saw_the_opponent_is_not_notified(running_game: Game, ana: User, ana_client: Client) -> None:
    set_last_seen(running_game, ana, timedelta(0))
    later = PRESENCE_LEASE + timedelta(seconds=1)
    Game.objects.get(pk=running_game.pk).entries.update(created_at=timezone.now() - 2 * later)
    set_last_seen(running_game, ana, later)
    assert kinds(ana_client) == ["turn"]


def test_the_player_to_move_is_notified(running_game: Game, ana_client: Client, bram_client: Client) -> None:
    play_next(running_game)
    assert (kinds(ana_client), kinds(bram_client)) == ([], ["turn"])
    assert notifications_of(bram_client)["signals"][0]["text"] == "It is your turn against Ana."


def test_a_moderation_action_does_not_repeat_a_notification(
    running_game: Game, bram_client: Client, mona: Moderator
) -> None:
    play_next(running_game)
    before = notifications_of(bram_client)
    rename_seat(mona, running_game, 1, "Lily", WHY)
    undo_act(mona, freeze_game(mona, running_game, WHY), WHY)
    assert notifications_of(bram_client) == before != QUIET


def test_a_frozen_game_notifies_nobody(
    running_game: Game, ana_client: Client, bram_client: Client, mona: Moderator
) -> None:
    assert kinds(ana_client) == ["sat"]
    freeze_game(mona, running_game, WHY)
    assert notifications_of(ana_client) == QUIET


def test_queries_do_not_grow_with_the_number_of_games(ana: User, bram: User, ana_client: Client) -> None:
    def asked() -> int:
        event_store.state_cache.clear()
        with CaptureQueriesContext(connection) as caught:
            notifications_of(ana_client)
        return len(caught)

    def play_three() -> None:
        """One that begins, one that goes on, one that ended with an offer."""
        games = [invite(ana) for _ in range(3)]
        for game in games:
            lobby.join_game(game, bram)
        play_next(games[1])
        play_next(games[1])
        play_at_once(games[2])
        lobby.answer_rematch(games[2], bram)

    # The first question of a month writes to the session.
    notifications_of(ana_client)
    play_three()
    few = asked()
    play_three()
    assert asked() == few
    assert sorted(kinds(ana_client))[:4] == ["rematch", "rematch", "sat", "sat"]


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
    assert notifications_of(ana_client)["signals"][0]["text"] == "Bram offers a rematch."
    lobby.answer_rematch(running_game, ana)
    assert notifications_of(bram_client)["signals"][0]["text"] == "The rematch with Ana begins."


@pytest.mark.parametrize("path", ["/", "/rules/", "/preferences/"])
def test_pages_ask_for_notifications_of_users(ana_client: Client, visitor: Client, path: str) -> None:
    assert "data-signals" in ana_client.get(path).content.decode()
    assert "data-signals" not in visitor.get(path).content.decode()


def start_game(first: User, second: User) -> Game:
    """Start a game in which the first player leads."""
    game = lobby.create_game(first, MatchOptions(lead="creator"))
    lobby.join_game(game, second)
    return game


def bell(client: Client, path: str = "/rules/") -> list[str]:
    """Return the links of the bell on a page without its script."""
    text = client.get(path).content.decode()
    games = text.partition("data-bell-games")[2].partition("</div>")[0]
    links = re.findall(r'href="([^"]+)"', games)
    return list(map(str, links))


def waiting_of(client: Client) -> Any:
    return client.get("/signals/", headers={"Accept": "application/json"}).json()["waiting"]


@pytest.mark.django_db
def test_a_visitor_has_no_bell(visitor: Client) -> None:
    assert "data-bell" not in visitor.get("/rules/").content.decode()


@pytest.mark.django_db
def test_the_bell_is_empty_without_a_game(ana_client: Client) -> None:
    text = ana_client.get("/rules/").content.decode()
    assert re.search(r'class="bell-count" aria-hidden="true" hidden>0<', text)
    assert "No game waits for you. When it is your turn somewhere" in text
    assert waiting_of(ana_client) == {"label": "No game waits for you", "games": []}


@pytest.mark.django_db
def test_the_bell_has_games_with_your_turn_latest_first(
    ana: User, bram: User, ana_client: Client, bram_client: Client
) -> None:
    one, two = start_game(ana, bram), start_game(ana, bram)
    assert bell(ana_client) == [two.address, one.address]
    assert bell(bram_client) == []
    play_next(one)
    assert (bell(ana_client), bell(bram_client)) == ([two.address], [one.address])


@pytest.mark.django_db
def test_the_script_gets_the_games_of_the_bell(ana: User, bram: User, ana_client: Client) -> None:
    game = start_game(ana, bram)
    assert waiting_of(ana_client) == {
        "label": "1 game waits for you",
        "games": [{"text": "It is your turn against Bram.", "url": game.address}],
    }
    start_game(ana, bram)
    assert waiting_of(ana_client)["label"] == "2 games wait for you"


@pytest.mark.django_db
def test_the_bell_leaves_out_the_game_of_the_page(ana: User, bram: User, ana_client: Client) -> None:
    one, two = start_game(ana, bram), start_game(ana, bram)
    assert bell(ana_client, one.address) == [two.address]


@pytest.mark.django_db
def test_the_bell_leaves_out_invitations_finished_and_frozen_games(
    ana: User, bram: User, mona: Moderator, ana_client: Client
) -> None:
    lobby.create_game(ana, MatchOptions())
    over, stopped = start_game(ana, bram), start_game(ana, bram)
    play.resign(over, bram)
    freeze_game(mona, stopped, WHY)
    assert bell(ana_client) == []
