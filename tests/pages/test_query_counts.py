"""Pages ask as much of the database with many games as with few, and find what they show by indexes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.people import ratings
from games.services.online import lobby, play
from games.services.people.ties import follow
from games.stories.online import Options
from tests.database import on_sqlite
from tests.pages.profiles import HERE, make
from tests.people import guest, person
from tests.services.plays import play_at_once
from tests.services.test_leaderboards import stand
from tests.services.test_ratings import RATED

pytestmark = pytest.mark.django_db

FILTERS = "?sort=people&outcome=won&days=365&against=Bram"
MONTH = "{0.year}-{0.month:02}".format(ratings.this_month())
PAGES = {
    "front page, a visitor": ("visitor", "/", 4),
    "front page, a regular": ("ana", "/", 14),
    "lobby": ("ana", "/lobby/", 13),
    "signals": ("ana", "/signals/", 7),
    "profile, one's own": ("ana", "/@/", 12),
    "profile, a friend's": ("cleo", HERE, 20),
    "profile, a stranger's": ("visitor", HERE, 9),
    "profile, with filters": ("visitor", f"{HERE}{FILTERS}", 10),
    "leaderboard, for good": ("ana", "/leaderboard/", 6),
    "leaderboard, a month": ("visitor", f"/leaderboard/?month={MONTH}", 2),
    "watch": ("visitor", "/watch/", 4),
    "watch, tables": ("visitor", "/watch/tables/", 4),
    "replay": ("visitor", "replay/?step=2", 4),
    "replay, steps": ("visitor", "replay/steps/", 3),
    "replay, picture": ("visitor", "replay/picture/?step=2", 3),
}
"""Of each page who asks for it, its address, and the queries that it may take."""
SMALL = ("games_process", "games_outage")
"""Tables with a handful of rows, however many games there are."""
Asked = dict[str, list[str]]


@pytest.fixture
def ask(ana: User, cleo: User, browser_of: Callable[[User], Client], visitor: Client) -> Callable[[Game], Asked]:
    """All pages, and the statements of each; the game is that of the replay."""
    readers = {"ana": browser_of(ana), "cleo": browser_of(cleo), "visitor": visitor}

    def asked(game: Game) -> Asked:
        found = {}
        for name, (who, row, _) in PAGES.items():
            address = row if row.startswith("/") else f"{game.address}{row}"
            readers[who].get(address)
            with CaptureQueriesContext(connection) as queries:
                assert readers[who].get(address).status_code == 200, address
            found[name] = [query["sql"] for query in queries]
        return found

    return asked


def life(ana: User, other: User, plies: int) -> Game:
    """A rated game that ended, of so many cards, and one of all else that two can have."""
    game = lobby.create(ana, RATED)
    lobby.join(game, other)
    play_at_once(game, plies)
    play.resign(game, other)
    lobby.join(lobby.create(other, Options()), ana)
    lobby.create(other, RATED)
    stand(other, 1500)
    make(ana, other, "wld")
    return game


def test_as_many_queries_with_many_games_as_with_few(
    ana: User, bram: User, cleo: User, ask: Callable[[Game], Asked]
) -> None:
    follow(ana, cleo)
    follow(cleo, ana)
    lobby.create(guest("Gita"), Options())
    few = ask(life(ana, bram, 5))
    for number in range(12):
        life(ana, person(f"P{number}"), 5)
    many = ask(life(ana, person("Last"), 51))
    assert {name: len(asked) for name, asked in many.items()} == {name: len(asked) for name, asked in few.items()}
    assert {name: len(asked) for name, asked in many.items() if len(asked) > PAGES[name][2]} == {}
    if on_sqlite():
        assert {name: found for name, asked in many.items() if (found := walks(asked))} == {}


def walks(asked: list[str]) -> list[str]:
    """Those steps of the statements that go through a whole table."""
    found = []
    for sql in asked:
        if sql.startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
                found += [row[-1] for row in cursor.fetchall() if row[-1].startswith("SCAN games_")]
    return [step for step in found if not any(name in step for name in SMALL)]
