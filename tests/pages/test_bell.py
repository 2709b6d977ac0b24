"""The bell of every page: the games that wait for a card of the person, with a script and without."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.pages.online import waiting
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import lobby, play
from games.store import log
from games.stories.online import Options
from tests.moderators import WHY
from tests.people import person
from tests.services.plays import play_next

pytestmark = pytest.mark.django_db


def begun(first: User, second: User) -> Game:
    """The first of them leads."""
    game = lobby.create(first, Options(lead="creator"))
    lobby.join(game, second)
    return game


def bell(client: Client, path: str = "/rules/") -> list[str]:
    """Where the links of the bell lead, on a page without its script."""
    text = client.get(path).content.decode()
    games = text.partition("data-bell-games")[2].partition("</div>")[0]
    links = re.findall(r'href="([^"]+)"', games)
    return list(map(str, links))


def asked(client: Client) -> Any:
    return client.get("/signals/", headers={"Accept": "application/json"}).json()["waiting"]


def test_a_visitor_has_none(visitor: Client) -> None:
    assert "data-bell" not in visitor.get("/rules/").content.decode()


def test_nothing_waits(ana_client: Client) -> None:
    text = ana_client.get("/rules/").content.decode()
    assert re.search(r'class="bell-count" aria-hidden="true" hidden>0<', text)
    assert "No game waits for you. When it is your turn somewhere" in text
    assert asked(ana_client) == {"label": "No game waits for you", "games": []}


def test_the_games_in_which_it_is_ones_turn_the_latest_first(
    ana: User, bram: User, ana_client: Client, bram_client: Client
) -> None:
    one, two = begun(ana, bram), begun(ana, bram)
    assert bell(ana_client) == [two.address, one.address]
    assert bell(bram_client) == []
    play_next(one)
    assert (bell(ana_client), bell(bram_client)) == ([two.address], [one.address])


def test_its_script_is_told_the_same(ana: User, bram: User, ana_client: Client) -> None:
    game = begun(ana, bram)
    assert asked(ana_client) == {
        "label": "1 game waits for you",
        "games": [{"text": "It is your turn against Bram.", "url": game.address}],
    }
    begun(ana, bram)
    assert asked(ana_client)["label"] == "2 games wait for you"


def test_not_the_game_whose_page_it_is(ana: User, bram: User, ana_client: Client) -> None:
    one, two = begun(ana, bram), begun(ana, bram)
    assert bell(ana_client, one.address) == [two.address]


def test_none_that_is_over_stopped_or_still_an_invitation(
    ana: User, bram: User, mona: Judge, ana_client: Client
) -> None:
    lobby.create(ana, Options())
    over, stopped = begun(ana, bram), begun(ana, bram)
    play.resign(over, bram)
    moderation.freeze(mona, stopped, WHY)
    assert bell(ana_client) == []


def test_no_page_looks_at_all_games_for_it(ana: User) -> None:
    plan = waiting._games(ana).explain()
    assert "SCAN games_" not in plan
    assert "game_recent" not in plan


def test_many_games_take_no_more_queries_than_one(ana: User, bram: User, ana_client: Client) -> None:
    def counted() -> int:
        log.cache.clear()
        with CaptureQueriesContext(connection) as queries:
            bell(ana_client)
        return len(queries)

    begun(ana, bram)
    counted()
    one = counted()
    for number in range(8):
        begun(ana, person(f"Other{number}"))
    assert counted() == one
