"""What follows from several commits at once: done once for all of them, at the end, and for each where all fail."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Result, User
from games.services.online import lobby, play
from games.store import gathered
from games.stories.online import Options

Seen = list[list[int]]


@pytest.fixture
def seen() -> Seen:
    return []


def test_is_done_once_at_the_end_of_a_batch(seen: Seen) -> None:
    do = lambda keys: seen.append(list(keys))  # noqa: E731
    with gathered.together():
        for key in (3, 1, 2):
            gathered.once(do, key)
        assert seen == []
    assert seen == [[3, 1, 2]]


def test_is_done_at_once_outside_of_one(seen: Seen) -> None:
    gathered.once(lambda keys: seen.append(list(keys)), 3)
    assert seen == [[3]]


def test_one_that_fails_spoils_nothing_for_the_others(seen: Seen, caplog: pytest.LogCaptureFixture) -> None:
    def do(keys: Sequence[int]) -> None:
        if 1 in keys:
            raise ZeroDivisionError
        seen.append(list(keys))

    with gathered.together():
        for key in (3, 1, 2):
            gathered.once(do, key)
    assert seen == [[3], [2]]
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]


def test_is_done_even_where_the_batch_failed(seen: Seen) -> None:
    def fail() -> None:
        with gathered.together():
            gathered.once(lambda keys: seen.append(list(keys)), 3)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert seen == [[3]]


@pytest.mark.django_db(transaction=True)
def test_games_that_end_together_get_their_results_in_one_transaction(ana: User, bram: User) -> None:
    games = [lobby.create(ana, Options()) for _ in range(3)]
    for game in games:
        lobby.join(game, bram)
    with CaptureQueriesContext(connection) as statements, gathered.together():
        for game in games:
            play.resign(game, ana)
        assert not Result.objects.exists()
    words = [query["sql"].split()[0] for query in statements.captured_queries]
    assert words.count("COMMIT") == len(games) + 1
    found = Result.objects.order_by("game", "seat").values_list("game", "seat", "outcome")
    assert list(found) == [(game.pk, seat, ("lost", "won")[seat]) for game in games for seat in (0, 1)]
