"""What processes tell each other: enough to need no reading, exact or read anew, gathered, and never lost unnoticed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from games import metrics
from games.live import relay
from games.live.ears import Ears
from games.models import Game
from games.store import listeners, log, news, post
from games.store.listeners import Commit
from games.store.news import End, Item, Moved, Note
from games.stories.story import Story
from tests.live.test_notes import settled
from tests.services.companion_acts import honest_game, log_tricks, two_phones
from tests.services.plays import match_of, play_next, play_out

database = pytest.mark.django_db(transaction=True)


@pytest.fixture
def commits() -> Iterator[list[Commit]]:
    """Everything that is committed meanwhile."""
    heard: list[Commit] = []
    listeners.listen(heard.append)
    yield heard
    listeners.forget(heard.append)


def passed_on(item: Item, *, entries: bool = True) -> Any:
    """The item as another process gets it."""
    (heard,) = news.read(news.written([item], entries=entries))
    return heard


def an_online_game(game: Game) -> None:
    play_out(game)


def a_table(game: Game) -> None:
    table, ana, bram = two_phones()
    log_tricks(table, (ana, bram), honest_game(7), 4)


@database
@pytest.mark.parametrize("played", [an_online_game, a_table])
def test_who_hears_of_entries_has_the_story_that_the_log_tells(
    played: Callable[[Game], None], game: Game, commits: list[Commit]
) -> None:
    played(game)
    known: dict[int, Story] = {}
    followed = 0
    for commit in commits:
        before = known.get(commit.story.game_id)
        if before is not None and before.version + len(commit.facts) == commit.story.version:
            after = passed_on(news.moved(commit)).onto(before)
            assert repr(after) == repr(commit.story)
            followed += 1
        known[commit.story.game_id] = commit.story
    log.cache.clear()
    assert followed > 8
    assert all(log.load(game_id) == story for game_id, story in known.items())


@database
def test_entries_that_do_not_fit_are_read(game: Game, commits: list[Commit]) -> None:
    before = match_of(game)
    play_next(game)
    play_next(game)
    first, second = (news.moved(commit) for commit in commits)
    between = first.onto(before)
    assert between is not None
    assert second.onto(before) is None
    assert first.onto(between) is None
    assert passed_on(first, entries=False).onto(before) is None


@database
def test_what_the_database_passes_on_holds_no_entries(game: Game, commits: list[Commit]) -> None:
    play_out(game)
    text = "".join(post.portions(news.moved(commit) for commit in commits))
    assert re.fullmatch(rf'(\[?,?\["moved",{game.pk},\d+\]\]?)+', text)


def test_a_large_change_goes_without_its_entries() -> None:
    story: Any = SimpleNamespace(game_id=1, version=9)
    facts: Any = [SimpleNamespace(kind="k", seat=0, data={"x": "y" * news.SMALL}, client_id="", actor_id=1, at=None)]
    assert news.moved(Commit(story, facts)) == Moved(1, 9)


def test_news_that_this_release_does_not_know_is_left_out() -> None:
    assert news.read('[["sung",1],["end","user:1","away"]]') == [End("user:1", "away")]


def test_notices_are_as_long_as_the_database_takes_them() -> None:
    items = [Moved(number, 7) for number in range(2000)]
    texts = list(post.portions(items))
    assert all(len(text) + len(post.ME) + 6 < 8000 for text in texts)
    assert [item for text in texts for item in news.read(text)] == items
    assert len(texts) < 8
    lost = dropped()
    assert list(post.portions([Note(1, "wave", {"x": "y" * 9000})])) == []
    assert dropped() == lost + 1


def never(items: list[Item]) -> None:
    """What nobody may be told."""
    raise AssertionError(items)


def dropped() -> float:
    return metrics._dropped._value.get()  # type: ignore[no-any-return]


class TestEars:
    """They know what they did not hear."""

    def test_what_did_not_come_is_counted_and_looked_for(self) -> None:
        heard: list[Item] = []
        missed: list[bool] = []
        ears, lost = Ears(heard.extend, lambda: missed.append(True)), dropped()
        for number, count in [(5, 2), (7, 1), (11, 1), (0, 3), (3, 1)]:
            items = [End(f"user:{number + n}", "away") for n in range(count)]
            ears.understand(f"another {number} {count}\n{news.written(items, entries=True)}")
        assert [int(item.tag[5:]) for item in heard if isinstance(item, End)] == [5, 6, 7, 11, 0, 1, 2, 3]
        assert (dropped() - lost, missed) == (3, [True])

    def test_nobody_listens_to_themselves(self) -> None:
        heard: list[list[Item]] = []
        Ears(heard.append, lambda: None).understand(post.message([End("user:1", "away")], 0))
        assert heard == []


class Memory(relay.Way):
    """A way that keeps what it is given, as long as nothing is wrong with it."""

    pause, errors = 0.0, (OSError,)

    def __init__(self) -> None:
        self.sent: list[list[Item]] = []
        self.broken = False
        self.gate = asyncio.Event()
        self.gate.set()

    def open(self) -> bool:
        return True

    async def send(self, items: Sequence[Item]) -> None:
        await self.gate.wait()
        if self.broken:
            raise OSError
        self.sent.append(list(items))

    def failed(self, error: Exception) -> None:
        pass


class TestSending:
    @pytest.fixture
    def ways(self) -> tuple[Memory, Memory]:
        return Memory(), Memory()

    @pytest.fixture
    def told(self, ways: tuple[Memory, Memory]) -> relay.Relay:
        tasks: set[asyncio.Task[None]] = set()
        made = relay.Relay(lambda coroutine: tasks.add(asyncio.ensure_future(coroutine)), never, lambda: None)
        made._ways = list(ways)
        return made

    async def test_what_happens_meanwhile_goes_together(self, told: relay.Relay, ways: tuple[Memory, Memory]) -> None:
        ways[0].gate.clear()
        items = [Moved(number, 1) for number in range(100)]
        told.send(items[0])
        await settled()
        for item in items[1:]:
            told.send(item)
        ways[0].gate.set()
        await settled()
        assert ways[0].sent == [items[:1], items[1:]]

    async def test_the_next_way_is_taken_and_else_it_is_counted(
        self, told: relay.Relay, ways: tuple[Memory, Memory]
    ) -> None:
        lost, ways[0].broken = dropped(), True
        told.send(Moved(1, 1))
        await settled()
        assert (ways[1].sent, dropped()) == ([[Moved(1, 1)]], lost)
        ways[1].broken = True
        told.send(Moved(1, 2))
        await settled()
        assert dropped() == lost + 1
