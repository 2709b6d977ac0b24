"""The page about somebody's games: what it says, and that it stays as quick with many games as with few."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Result, User
from games.people import results
from games.people.results import Standing, Streaks, Wanted
from games.services.minds import sitting
from games.services.online import play
from tests.database import on_sqlite
from tests.pages.profiles import HERE, codes, make, played, said
from tests.people import person
from tests.services.test_results import confirm, scored

pytestmark = pytest.mark.django_db(transaction=True)


class TestWhatItSays:
    def test_each_sort_of_game_apart(self, ana: User, bram: User, cleo_client: Client) -> None:
        played(ana, bram, bram)
        for _ in range(3):
            play.resign(sitting.begin(ana, "page"), ana)
        confirm(*scored(ana, bram))
        page = said(cleo_client)
        assert "Against people 1 0 0 Against the site 0 3 0 With the real deck 1 0 0" in page

    def test_votes_by_faction_of_games_with_people(self, ana: User, bram: User, visitor: Client) -> None:
        played(ana, bram)
        sitting.begin(ana, "page")
        row = Result.objects.get(user=ana)
        Result.objects.create(**_copy(row, game=played(ana, bram), seat=2, sort="site", votes="GKUDP", lost=""))
        mine = results.faction_votes(results.sums(Result.objects.filter(game=row.game, user=ana)))
        assert "".join(one.faction for one in mine if one.won) == row.votes
        assert "".join(one.faction for one in mine if one.lost) == row.lost
        whole = results.faction_votes(results.sums(ana.results.all()))
        assert sum(one.won for one in whole) == sum(len(one.votes) for one in ana.results.exclude(sort="site"))

    @pytest.mark.parametrize(
        ("outcomes", "streaks"),
        [("", (0, 0)), ("w", (1, 1)), ("wwl", (0, 2)), ("lww", (2, 2)), ("wwwdw", (1, 3)), ("ldl", (0, 0))],
    )
    def test_runs_of_wins(self, outcomes: str, streaks: tuple[int, int], ana: User, bram: User) -> None:
        make(ana, bram, outcomes)
        assert results.streaks(ana.results.all()) == Streaks(*streaks)

    def test_head_to_head_most_played_first_and_without_those_who_left(self, ana: User, bram: User, cleo: User) -> None:
        make(ana, bram, "wl")
        make(ana, cleo, "wld")
        gone = person("Zeb")
        make(ana, gone, "wwww")
        User.objects.filter(pk=gone.pk).update(leaving_at=timezone.now())
        assert results.against(ana.results.all()) == [(cleo, Standing(1, 1, 1)), (bram, Standing(1, 1, 0))]

    def test_nothing_yet(self, ana: User, ana_client: Client, visitor: Client) -> None:
        assert "You have not finished a game yet." in said(ana_client, "/@/")
        assert "No finished games to show." in said(visitor)


class TestTheList:
    @pytest.fixture
    def three(self, ana: User, bram: User, cleo: User) -> list[str]:
        """Won of Bram, lost to Cleo, lost to the site: the latest first."""
        alone = sitting.begin(ana, "herald")
        play.resign(alone, ana)
        games = [alone, played(ana, cleo, ana), played(ana, bram, bram)]
        for days, game in enumerate(reversed(games)):
            Result.objects.filter(game=game).update(at=timezone.now() - timedelta(days=10 * days))
        return [game.code for game in reversed(games)]

    ASKED: ClassVar[dict[str, list[int]]] = {
        "": [0, 1, 2],
        "?sort=people": [0, 1],
        "?sort=site": [2],
        "?outcome=won": [0],
        "?outcome=lost&sort=people": [1],
        "?days=7": [0],
        "?days=30": [0, 1, 2],
        "?against=cleo": [1],
        "?against=Morvane+Sallow": [2],
        "?against=nobody": [],
        "?against=site/herald": [],
        "?sort=x&outcome=x&days=x": [0, 1, 2],
        "?days=-1": [0, 1, 2],
    }

    def test_what_is_asked_for(self, three: list[str], visitor: Client) -> None:
        wanted = {asked: [three[index] for index in which] for asked, which in self.ASKED.items()}
        assert {asked: codes(visitor, HERE + asked) for asked in self.ASKED} == wanted

    def test_what_that_comes_to(self, three: list[str], visitor: Client) -> None:
        assert "2 games: 1 won, 1 lost, 0 drawn" in said(visitor, f"{HERE}?sort=people")
        assert "No such game." in said(visitor, f"{HERE}?outcome=draw")

    def test_page_by_page_even_of_one_moment(
        self, ana: User, bram: User, visitor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(results, "PAGE", 2)
        make(ana, bram, "wwwww")
        Result.objects.update(at=timezone.now())
        found, address = list[str](), HERE
        for size in (2, 2, 1):
            some = codes(visitor, address)
            assert len(some) == size
            found += some
            address = f"{HERE}?before={some[-1]}"
        assert found == [game.code for game in Game.objects.order_by("-pk")]
        assert "Older games" not in said(visitor, address)

    def test_somebody_without_an_account_has_the_name_of_the_seat(self, ana: User, ana_client: Client) -> None:
        game, *phones = scored(ana, None)
        confirm(game, *phones)
        assert "Bram at the table Won" in said(ana_client, "/@/")


class TestHowMuchItTakes:
    @pytest.mark.skipif(not on_sqlite(), reason="the plan is SQLite's")
    def test_no_query_walks_over_all_games_or_sorts_all_of_a_person(self, ana: User, bram: User) -> None:
        make(ana, bram, "wld")
        reader = User.objects.get(pk=bram.pk)
        seen = results.seen_by(reader, ana)
        with CaptureQueriesContext(connection) as found:
            results.page(results.listed_for(reader, seen, ana))
            results.streaks(seen)
            results.sums(seen)
            results.against(seen)
            results.standing(results.asked_for(seen, Wanted("people", "won", 30, bram)))
        asked = [one["sql"] for one in found if '"games_result"' in one["sql"]]
        steps = [plan(sql) for sql in asked]
        assert len(asked) == 5
        assert [step for some in steps for step in some if step.startswith("SCAN")] == []
        for some in steps[:2]:
            assert "result_history" in some[0]
            assert not [step for step in some if "TEMP B-TREE" in step]


def plan(sql: str) -> list[str]:
    """The steps that SQLite takes for a query."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[-1] for row in cursor.fetchall()]


def _copy(row: Result, **changes: Any) -> dict[str, Any]:
    fields = {field.name: getattr(row, field.name) for field in Result._meta.concrete_fields if not field.primary_key}
    return fields | changes
