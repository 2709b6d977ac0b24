"""What a person is told on any page: once for each thing, and only while they do not look at the table itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import limits
from games.models import Game, Player, User
from games.pages.online import signals
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import lobby
from games.store import log
from games.store.presence import LEASE
from games.stories.online import Options
from tests.moderators import WHY
from tests.people import guest
from tests.services.plays import play_at_once, play_next

pytestmark = pytest.mark.django_db(transaction=True)


def asked(client: Client) -> Any:
    return client.get("/signals/", headers={"Accept": "application/json"}).json()


def told(client: Client) -> Any:
    """All but what the bell has."""
    return {name: value for name, value in asked(client).items() if name != "waiting"}


def kinds(client: Client) -> list[str]:
    return [one["kind"] for one in told(client)["signals"]]


def opened(ana: User, **options: Any) -> Game:
    return lobby.create(ana, Options(**{"lead": "creator", **options}))


def seen(game: Game, user: User, ago: timedelta) -> None:
    Player.objects.filter(game=game, user=user).update(seen_at=timezone.now() - ago)


@pytest.fixture
def begun(ana: User, bram: User) -> Game:
    """Ana made it and leads; neither has been at the table since."""
    game = opened(ana)
    lobby.join(game, bram)
    return game


QUIET = {"signals": [], "open": True, "rarely": False}
NEVER = {"signals": [], "open": False, "rarely": False}
RARELY = {"signals": [], "open": True, "rarely": True}
"""Nothing is told: it is asked for again, it is not, or seldom, since somebody may challenge an account."""


def test_nothing_waits_for_a_visitor_or_for_somebody_without_a_game(
    visitor: Client, ana: User, ana_client: Client, browser_of: Callable[[User], Client]
) -> None:
    assert told(visitor) == NEVER
    assert told(browser_of(guest("Gita"))) == {**NEVER, "rarely": True}
    assert told(ana_client) == RARELY
    User.objects.filter(pk=ana.pk).update(challenged_by="nobody")
    assert told(ana_client) == {**NEVER, "rarely": True}


def test_an_invitation_that_nobody_took_is_only_watched(ana: User, ana_client: Client) -> None:
    opened(ana)
    assert told(ana_client) == QUIET


def test_somebody_sat_down(begun: Game, ana_client: Client) -> None:
    (one,) = told(ana_client)["signals"]
    assert (one["kind"], one["text"]) == ("sat", "Bram sat down at your table.")
    assert one["url"] == f"/m/{begun.code}/"
    assert told(ana_client)["signals"][0]["key"] == one["key"]


def test_nobody_sat_down_at_the_table_of_whoever_joined(bram: User, ana: User, bram_client: Client) -> None:
    lobby.join(opened(ana), bram)
    assert kinds(bram_client) == []
    lobby.join(opened(ana, lead="other"), bram)
    assert [one["text"] for one in told(bram_client)["signals"]] == ["It is your turn against Ana."]


def test_whoever_was_at_the_table_since_then_has_seen_it(begun: Game, ana: User, ana_client: Client) -> None:
    seen(begun, ana, timedelta(0))
    later = LEASE + timedelta(seconds=1)
    Game.objects.get(pk=begun.pk).entries.update(created_at=timezone.now() - 2 * later)
    seen(begun, ana, later)
    assert kinds(ana_client) == ["turn"]


def test_it_is_ones_turn_and_then_the_others(begun: Game, ana_client: Client, bram_client: Client) -> None:
    play_next(begun)
    assert (kinds(ana_client), kinds(bram_client)) == ([], ["turn"])
    assert told(bram_client)["signals"][0]["text"] == "It is your turn against Ana."


def test_every_turn_is_told_anew(begun: Game, bram_client: Client) -> None:
    keys = []
    for _ in range(8):
        play_next(begun)
        keys += [one["key"] for one in told(bram_client)["signals"]]
    assert len(keys) == len(set(keys)) >= 3


def test_what_is_no_card_does_not_tell_it_anew(begun: Game, bram_client: Client, mona: Judge) -> None:
    play_next(begun)
    before = told(bram_client)
    moderation.rename_seat(mona, begun, 1, "Lily", WHY)
    moderation.undo(mona, moderation.freeze(mona, begun, WHY), WHY)
    assert told(bram_client) == before != QUIET


def test_nobody_is_called_to_a_frozen_game(begun: Game, ana_client: Client, bram_client: Client, mona: Judge) -> None:
    assert kinds(ana_client) == ["sat"]
    moderation.freeze(mona, begun, WHY)
    assert told(ana_client) == QUIET


def test_nor_in_the_middle_of_it(begun: Game, bram_client: Client, mona: Judge) -> None:
    play_next(begun)
    moderation.freeze(mona, begun, WHY)
    assert kinds(bram_client) == []


def test_what_another_process_wrote_is_read(begun: Game, bram_client: Client) -> None:
    known = log.load(begun.pk)
    play_next(begun)
    log.cache.clear()
    log.cache.put(known)
    assert kinds(bram_client) == ["turn"]


def test_many_games_take_no_more_queries_than_a_few(ana: User, bram: User, ana_client: Client) -> None:
    def asked() -> int:
        log.cache.clear()
        with CaptureQueriesContext(connection) as caught:
            told(ana_client)
        return len(caught)

    def play_three() -> None:
        """One that begins, one that goes on, one that ended with an offer."""
        games = [opened(ana) for _ in range(3)]
        for game in games:
            lobby.join(game, bram)
        play_next(games[1])
        play_next(games[1])
        play_at_once(games[2])
        lobby.rematch(games[2], bram)

    # The first question of a month writes to the session.
    told(ana_client)
    play_three()
    few = asked()
    play_three()
    assert asked() == few
    assert sorted(kinds(ana_client))[:4] == ["rematch", "rematch", "sat", "sat"]


def test_too_much_is_too_much(begun: Game, ana_client: Client, bram_client: Client) -> None:
    for _ in range(limits.SCOPES["signals"][0].amount):
        limits.hit("signals", str(begun.players.get(seat=0).user_id))
    assert ana_client.get("/signals/", headers={"Accept": "application/json"}).json()["code"] == "slow_down"
    assert bram_client.get("/signals/").status_code == 200


def test_whoever_looks_at_the_table_is_told_there(begun: Game, bram: User, bram_client: Client) -> None:
    play_next(begun)
    seen(begun, bram, LEASE - timedelta(seconds=2))
    assert kinds(bram_client) == []
    seen(begun, bram, LEASE + timedelta(seconds=2))
    assert kinds(bram_client) == ["turn"]


def test_a_rematch_is_offered_until_it_is_answered(
    begun: Game, ana: User, bram: User, ana_client: Client, bram_client: Client
) -> None:
    play_at_once(begun)
    lobby.rematch(begun, bram)
    assert (kinds(ana_client), kinds(bram_client)) == (["rematch"], [])
    assert told(ana_client)["signals"][0]["text"] == "Bram offers a rematch."
    lobby.rematch(begun, ana)
    assert told(bram_client)["signals"][0]["text"] == "The rematch with Ana begins."


def test_an_offer_that_was_declined_is_none(begun: Game, ana: User, bram: User, ana_client: Client) -> None:
    play_at_once(begun)
    lobby.rematch(begun, bram)
    lobby.rematch(begun, ana, accept=False)
    assert kinds(ana_client) == []


def test_a_game_that_ended_a_while_ago_is_not_watched(begun: Game, bram: User, ana_client: Client) -> None:
    play_at_once(begun)
    lobby.rematch(begun, bram)
    Game.objects.update(changed_at=timezone.now() - signals.LATELY - timedelta(seconds=1))
    assert told(ana_client) == RARELY


@pytest.mark.parametrize("path", ["/", "/rules/", "/preferences/"])
def test_ordinary_pages_listen_for_whoever_has_a_name(ana_client: Client, visitor: Client, path: str) -> None:
    assert "data-signals" in ana_client.get(path).content.decode()
    assert "data-signals" not in visitor.get(path).content.decode()


def test_the_table_tells_by_itself(begun: Game, ana_client: Client) -> None:
    assert "data-signals" not in ana_client.get(f"/m/{begun.code}/").content.decode()
