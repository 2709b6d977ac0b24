"""The ``committed`` signal: every receiver hears once of what a batch committed, with the facts and their moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from django.db import transaction

from games.eventlog import event_store, signals
from games.eventlog.signals import Commit
from games.models import Game, Result, User
from games.services.matches import lobby, play
from games.state.match_state import MatchOptions, MatchState
from games.state.table_state import TableState
from tests.commits import receiving, recording
from tests.services.matches.games import play_next

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told() -> Iterator[list[Commit]]:
    with recording() as heard:
        yield heard


def test_a_receiver_hears_of_the_facts_and_of_the_story_after_them(game: Game, told: list[Commit]) -> None:
    version = play_next(game)
    (commit,) = told
    assert commit.state == event_store.load_state(game.pk)
    assert ([event.kind for event in commit.events], commit.state.version) == (["played"], version)


def test_the_beginning_of_a_game_is_told_whole(ana: User, told: list[Commit]) -> None:
    lobby.create_game(ana, MatchOptions())
    assert [[event.kind for event in commit.events] for commit in told] == [["opened", "joined"]]


def test_a_receiver_of_one_kind_of_game_hears_of_no_other(game: Game) -> None:
    heard: list[type] = []

    def receive(sender: type, **_: object) -> None:
        heard.append(sender)

    signals.committed.connect(receive, sender=TableState)
    play_next(game)
    signals.committed.disconnect(receive, sender=TableState)
    signals.committed.connect(receive, sender=MatchState)
    play_next(game)
    signals.committed.disconnect(receive, sender=MatchState)
    assert heard == [MatchState]


def test_a_receiver_that_fails_takes_nothing_from_the_others(game: Game, told: list[Commit]) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("not today")

    with receiving(fail), recording() as later:
        play_next(game)
    assert later == told != []


def test_nobody_hears_of_what_was_taken_back(game: Game, told: list[Commit]) -> None:
    with transaction.atomic():
        play_next(game)
        transaction.set_rollback(True)
    assert told == []


def test_a_fact_carries_the_moment_of_its_row(game: Game, told: list[Commit]) -> None:
    play_next(game)
    entry = game.entries.order_by("number").last()
    assert entry is not None
    assert [event.at for commit in told for event in commit.events] == [entry.created_at]
    assert event_store.build_event(entry) == told[-1].events[-1]


class TestBatch:
    @pytest.fixture
    def games(self, ana: User, bram: User) -> list[Game]:
        games = [lobby.create_game(ana, MatchOptions()) for _ in range(3)]
        for game in games:
            lobby.join_game(game, bram)
        return games

    def test_commits_of_a_batch_are_heard_of_together_at_its_end(self, games: list[Game], ana: User) -> None:
        heard: list[list[int]] = []

        def receive(commits: Sequence[Commit], **_: object) -> None:
            heard.append([one.state.game_id for one in commits])

        with receiving(receive), signals.batch_commits():
            for game in games:
                play.resign(game, ana)
            assert heard == []
            assert not Result.objects.exists()
        assert heard == [[game.pk for game in games]]
        found = Result.objects.order_by("game", "seat").values_list("game", "seat", "outcome")
        assert list(found) == [(game.pk, seat, ("lost", "won")[seat]) for game in games for seat in (0, 1)]

    def test_a_receiver_that_fails_for_one_hears_of_the_others_alone(self, games: list[Game], ana: User) -> None:
        heard: list[int] = []

        def receive(commits: Sequence[Commit], **_: object) -> None:
            if any(one.state.game_id == games[0].pk for one in commits):
                raise ZeroDivisionError
            heard.extend(one.state.game_id for one in commits)

        with receiving(receive), signals.batch_commits():
            for game in games:
                play.resign(game, ana)
        assert heard == [game.pk for game in games[1:]]

    def test_what_was_committed_is_heard_of_even_where_the_batch_failed(self, games: list[Game], ana: User) -> None:
        def fail() -> None:
            with signals.batch_commits():
                play.resign(games[0], ana)
                raise ZeroDivisionError

        with recording() as heard, pytest.raises(ZeroDivisionError):
            fail()
        assert [one.state.game_id for one in heard] == [games[0].pk]
