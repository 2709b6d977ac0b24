"""The rows of results made anew from the logs, and what a process did not live to write."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Player, Result, User
from games.services import moderation
from games.services.minds import sitting
from games.services.moderation import Judge
from games.services.online import lobby, play
from games.services.results import keeping
from games.store import listeners
from games.store.rows import MANY, SOME
from games.stories.online import Options
from tests.moderators import WHY
from tests.people import guest
from tests.services.plays import match_of, play_at_once
from tests.services.test_results import confirm, put_right, rebuilt, rows, scored, told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The process ends after its commits, before it has heard of them."""

    def end() -> None:
        monkeypatch.setattr(listeners, "_listeners", [])

    return end


class TestMadeAnew:
    def test_the_same_rows_as_those_made_game_by_game(self, game: Game, ana: User, bram: User, mona: Judge) -> None:
        play_at_once(game)
        moderation.change_result(mona, game, int(match_of(game).winner == 0), WHY)
        table, *phones = scored(ana, bram)
        confirm(table, *phones)
        alone = sitting.begin(guest("Gita"), "page")
        play.resign(alone, Player.objects.get(game=alone, seat=0).user)
        before = rows()
        assert len(before) == 5
        Result.objects.filter(sort="site").update(outcome="won")
        Result.objects.filter(sort="people").delete()
        Result.objects.create(**before[0] | {"game_id": lobby.create(ana, Options()).pk})
        assert rebuilt() == "Games: 4. Results that were something else: 3.\n"
        assert rows() == before
        assert rebuilt() == "Games: 3. Results that were something else: 0.\n"

    @pytest.mark.parametrize("most", [len(MANY), len(SOME)])
    def test_those_of_many_games_at_once_are_those_of_each(
        self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch, most: int
    ) -> None:
        """More games than one statement names; some are decided otherwise meanwhile, some not decided any more."""
        monkeypatch.setattr("games.store.rows.MANY", range(most))
        games = []
        for number in range(2 * len(SOME) + 3):
            games.append(game := lobby.create(ana, Options()))
            lobby.join(game, bram)
            if number % 5:
                play.resign(game, (ana, bram)[number % 2])
        table, *phones = scored(ana, bram)
        confirm(table, *phones)
        before, keys = rows(), [*[game.pk for game in games], table.pk]
        assert len(before) == 2 * (len(games) - 7) + 2
        some = [row["game_id"] for row in before[::8]]
        Result.objects.filter(game__in=some).update(outcome="draw")
        Result.objects.filter(game=games[-1].pk).delete()
        Result.objects.create(**before[0] | {"game_id": games[0].pk})
        with CaptureQueriesContext(connection) as statements:
            assert keeping.keep_all([*reversed(keys), *keys, 10**6]) == len(some) + 2
        assert rows() == before
        read = [query["sql"] for query in statements.captured_queries if query["sql"].startswith("SELECT")]
        assert len(read) <= 4 * -(-len(keys) // most) + 3  # The last are asked before what is gone is deleted.
        assert keeping.keep_all(keys) == 0
        assert keeping.keep_all([]) == 0

    def test_what_a_process_did_not_live_to_write_is_found(
        self, game: Game, ana: User, bram: User, mona: Judge, deaf: Callable[[], None]
    ) -> None:
        again, third = (lobby.create(ana, Options()) for _ in range(2))
        for one in (again, third):
            lobby.join(one, bram)
            play.resign(one, ana)
        table, *phones = scored(ana, bram)
        deaf()
        play.resign(game, bram)
        moderation.change_result(mona, again, 0, WHY)
        moderation.reopen(mona, third, WHY)
        confirm(table, *phones)
        assert put_right() == 4
        assert [row[2] for row in told()][:4] == ["won", "lost", "won", "lost"]
        before = rows()
        assert {row["game_id"] for row in before} == {game.pk, again.pk, table.pk}
        assert put_right() == 0
        rebuilt()
        assert rows() == before

    def test_tables_of_long_ago_are_left_to_the_command(self, ana: User, bram: User, deaf: Callable[[], None]) -> None:
        table, *phones = scored(ana, bram)
        deaf()
        confirm(table, *phones)
        Game.objects.update(changed_at=timezone.now() - timedelta(days=3))
        assert put_right() == 0
        assert "something else: 1" in rebuilt()
