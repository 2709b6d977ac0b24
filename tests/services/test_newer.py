"""Reading what was added to the log: nothing is asked of a game while there is no news of any."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.services.online import lobby
from games.store.newer import Ahead, Tail
from games.stories.online import Options
from games.stories.story import Story
from tests.services.plays import match_of, play_next

pytestmark = pytest.mark.django_db


class Reading(Tail):
    """Notes how often it asked the database of games."""

    asked = 0

    def ahead(self, *stories: Story) -> Ahead:  # type: ignore[override]
        with CaptureQueriesContext(connection) as queries:
            found = super().ahead(stories)
        self.asked += sum("games_game" in query["sql"] for query in queries)
        return found


@pytest.fixture
def reading() -> Reading:
    return Reading()


def test_an_entry_is_found_and_then_nothing_is_asked(game: Game, reading: Reading) -> None:
    before = match_of(game)
    play_next(game)
    after = match_of(game)
    assert reading.ahead(before) == {game.pk: after.version}
    assert [reading.ahead(after) for _ in range(3)] == [{}, {}, {}]
    assert reading.asked == (1 if connection.vendor == "sqlite" else 4)
    play_next(game)
    assert reading.ahead(after) == {game.pk: after.version + 1}


def test_a_game_that_was_not_asked_for_yet_is(game: Game, ana: User, bram: User, reading: Reading) -> None:
    """It may have moved on before the last look, after it was read."""
    other = lobby.create(ana, Options())
    lobby.join(other, bram)
    known, behind = match_of(game), match_of(other)
    play_next(other)
    assert reading.ahead(known) == {}
    assert reading.ahead(known, behind) == {other.pk: behind.version + 1}


def test_an_entry_that_is_erased_is_news(game: Game, reading: Reading) -> None:
    play_next(game)
    reading.ahead(match_of(game))
    asked = reading.asked
    game.entries.filter(number=match_of(game).version).delete()
    reading.ahead(match_of(game))
    assert reading.asked == asked + 1


def test_where_writers_commit_in_another_order_every_game_is_asked_for(
    game: Game, reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    for _ in range(2):
        reading.ahead(match_of(game))
    assert reading.asked == 2


def test_one_of_which_an_older_version_is_shown_than_then_is_asked_for(game: Game, reading: Reading) -> None:
    """Everybody left, and somebody comes back who read the game before its last card."""
    before = match_of(game)
    play_next(game)
    assert reading.ahead(match_of(game)) == {}
    assert reading.ahead(before) == {game.pk: before.version + 1}


def test_what_was_found_and_not_shown_is_found_again(game: Game, reading: Reading) -> None:
    before = match_of(game)
    play_next(game)
    for _ in range(2):
        assert reading.ahead(before) == {game.pk: before.version + 1}
        reading.forget()
