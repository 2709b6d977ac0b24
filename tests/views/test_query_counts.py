"""Queries: as many with many games as with few, and none that full_scans a whole table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.messaging.presence import filter_attended
from games.models import Game, Player, User
from games.queries import ratings
from games.services.matches import lobby, play
from games.services.social.relations import follow
from games.state.match_state import MatchOptions
from games.views.matches import notifications
from tests.database import on_sqlite
from tests.people import guest, person
from tests.queries.test_leaderboards import stand
from tests.services.matches.games import play_at_once
from tests.services.ratings.test_ratings import RATED
from tests.views.profiles import ANAS_PROFILE, make_results

pytestmark = pytest.mark.django_db
FILTERS = "?sort=people&outcome=won&days=365&against=Bram"
MONTH = "{0.year}-{0.month:02}".format(ratings.get_this_month())
PAGES = {
    "front page, a visitor": ("visitor", "/", 4),
    "front page, a regular": ("ana", "/", 14),
    "lobby": ("ana", "/lobby/", 13),
    "signals": ("ana", "/signals/", 7),
    "profile, one's own": ("ana", "/@/", 12),
    "profile, a friend's": ("cleo", ANAS_PROFILE, 20),
    "profile, a stranger's": ("visitor", ANAS_PROFILE, 9),
    "profile, with filters": ("visitor", f"{ANAS_PROFILE}{FILTERS}", 10),
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


def make_games(ana: User, other: User, plies: int) -> Game:
    """A rated game that ended, of so many cards, and one of all else that two can have."""
    game = lobby.create_game(ana, RATED)
    lobby.join_game(game, other)
    play_at_once(game, plies)
    play.resign(game, other)
    lobby.join_game(lobby.create_game(other, MatchOptions()), ana)
    lobby.create_game(other, RATED)
    stand(other, 1500)
    make_results(ana, other, "wld")
    return game


def test_queries_do_not_grow_with_the_number_of_games(
    ana: User, bram: User, cleo: User, ask: Callable[[Game], Asked]
) -> None:
    follow(ana, cleo)
    follow(cleo, ana)
    lobby.create_game(guest("Gita"), MatchOptions())
    few = ask(make_games(ana, bram, 5))
    for number in range(4):
        make_games(ana, person(f"P{number}"), 5)
    many = ask(make_games(ana, person("Last"), 51))
    assert {name: len(asked) for name, asked in many.items()} == {name: len(asked) for name, asked in few.items()}
    assert {name: len(asked) for name, asked in many.items() if len(asked) > PAGES[name][2]} == {}
    if on_sqlite():
        assert {name: found for name, asked in many.items() if (found := full_scans(asked))} == {}


def full_scans(asked: list[str]) -> list[str]:
    """Those steps of the statements that go through a whole table."""
    found = []
    for sql in asked:
        if sql.startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
                found += [row[-1] for row in cursor.fetchall() if row[-1].startswith("SCAN games_")]
    return [step for step in found if not any(name in step for name in SMALL)]


def lists(user: User) -> dict[str, QuerySet[Any]]:
    """What the front page asks for."""
    return {
        "open": filter_attended(Game.objects.open()),
        "of others": filter_attended(Game.objects.open()).exclude(players__user=user),
        "to resume": Game.objects.to_resume(user),
        "finished": Game.objects.finished(user),
        "waits for me": notifications._query_waiting_games(user),
        "seats": Player.objects.select_related("user", "process").filter(game__in=[1, 2, 3]),
    }


LISTS = ("open", "of others", "to resume", "finished", "waits for me", "seats")


@pytest.mark.parametrize("name", LISTS)
def test_no_list_scans_all_games(name: str, ana: User) -> None:
    plan = lists(ana)[name][:30].explain()
    assert "SCAN games_" not in plan
    assert "game_recent" not in plan


@pytest.mark.parametrize("name", ["to resume", "waits for me"])
def test_finished_games_are_not_scanned(name: str, ana: User) -> None:
    assert "seat_history (user_id=? AND over_at=?)" in lists(ana)[name][:20].explain()
