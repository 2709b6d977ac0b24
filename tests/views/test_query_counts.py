"""Queries: as many with many games as with few, and none that scans a whole table."""

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
from games.views import notifications
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
    "front page, a visitor": ("visitor", "/"),
    "front page, a regular": ("ana", "/"),
    "lobby": ("ana", "/lobby/"),
    "notifications": ("ana", "/notifications/"),
    "own profile": ("ana", "/@/"),
    "profile of a friend": ("cleo", ANAS_PROFILE),
    "profile of a stranger": ("visitor", ANAS_PROFILE),
    "profile, with filters": ("visitor", f"{ANAS_PROFILE}{FILTERS}"),
    "leaderboard, all time": ("ana", "/leaderboard/"),
    "leaderboard, a month": ("visitor", f"/leaderboard/?month={MONTH}"),
    "watch": ("visitor", "/watch/"),
    "watch, tables": ("visitor", "/watch/tables/"),
    "replay": ("visitor", "replay/?step=2"),
    "replay, steps": ("visitor", "replay/steps/"),
    "replay, picture": ("visitor", "replay/picture/?step=2"),
}
"""Reader and address of each page."""
SMALL = ("games_process", "games_outage")
"""Tables with a handful of rows, however many games there are."""
Statements = dict[str, list[str]]


@pytest.fixture
def read_pages(
    ana: User, cleo: User, browser_of: Callable[[User], Client], visitor: Client
) -> Callable[[Game], Statements]:
    """Return a function that reads all pages, with the replay of a game, and returns the statements of each."""
    readers = {"ana": browser_of(ana), "cleo": browser_of(cleo), "visitor": visitor}

    def read(game: Game) -> Statements:
        statements = {}
        for name, (reader, path) in PAGES.items():
            address = path if path.startswith("/") else f"{game.address}{path}"
            readers[reader].get(address)
            with CaptureQueriesContext(connection) as queries:
                assert readers[reader].get(address).status_code == 200, address
            statements[name] = [query["sql"] for query in queries]
        return statements

    return read


def make_games(ana: User, other: User, plies: int) -> Game:
    """Make a rated game that ended after some cards, and a game or result of every other kind."""
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
    ana: User, bram: User, cleo: User, read_pages: Callable[[Game], Statements]
) -> None:
    follow(ana, cleo)
    follow(cleo, ana)
    lobby.create_game(guest("Gita"), MatchOptions())
    few = read_pages(make_games(ana, bram, 5))
    for number in range(4):
        make_games(ana, person(f"P{number}"), 5)
    many = read_pages(make_games(ana, person("Last"), 51))
    assert {name: len(statements) for name, statements in many.items()} == {
        name: len(statements) for name, statements in few.items()
    }
    if on_sqlite():
        assert {name: scans for name, statements in many.items() if (scans := full_scans(statements))} == {}


def full_scans(statements: list[str]) -> list[str]:
    """Return the steps of the statements that scan a whole table."""
    steps: list[str] = []
    for sql in statements:
        if sql.startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
                steps += [row[-1] for row in cursor.fetchall() if row[-1].startswith("SCAN games_")]
    return [step for step in steps if not any(name in step for name in SMALL)]


def lists(user: User) -> dict[str, QuerySet[Any]]:
    """Return the lists of the front page."""
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
