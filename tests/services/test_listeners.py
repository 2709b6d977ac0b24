"""What follows a commit: everybody on the list hears of it once, with the facts and their moments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction

from games.models import Game, User
from games.services.online import lobby
from games.store import listeners, log
from games.store.listeners import Commit
from games.stories.online import Match, Options
from tests.services.plays import play_next

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told() -> Iterator[list[Commit]]:
    heard: list[Commit] = []
    listeners.listen(heard.append)
    yield heard
    listeners.forget(heard.append)


def test_a_listener_hears_of_the_facts_and_of_the_story_after_them(game: Game, told: list[Commit]) -> None:
    version = play_next(game)
    (commit,) = told
    assert commit.story == log.load(game.pk)
    assert ([fact.kind for fact in commit.facts], commit.story.version) == (["played"], version)


def test_the_beginning_of_a_game_is_told_whole(ana: User, told: list[Commit]) -> None:
    lobby.create(ana, Options())
    assert [[fact.kind for fact in commit.facts] for commit in told] == [["opened", "joined"]]


def test_who_is_added_twice_hears_once(game: Game, told: list[Commit]) -> None:
    listeners.listen(told.append)
    play_next(game)
    assert len(told) == 1


def test_one_that_fails_takes_nothing_from_the_others(game: Game, told: list[Commit]) -> None:
    def fail(commit: Commit) -> None:
        raise RuntimeError("not today")

    later: list[Commit] = []
    for listener in (fail, later.append):
        listeners.listen(listener)
    play_next(game)
    for listener in (fail, later.append):
        listeners.forget(listener)
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
    assert [fact.at for commit in told for fact in commit.facts] == [entry.created_at]
    assert log.fact_of(entry) == told[-1].facts[-1]


def test_the_same_for_games_that_are_read_again(game: Game) -> None:
    play_next(game)
    facts = [log.fact_of(entry) for entry in game.entries.order_by("number")]
    moments = [fact.at for fact in facts]
    assert None not in moments
    assert moments == sorted(moments, key=lambda moment: moment.timestamp() if moment else 0)
    assert Match(game.pk, game.code).fold(facts) == log.load(game.pk)
