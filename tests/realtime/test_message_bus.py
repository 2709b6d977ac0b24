"""Tests of messages between processes: enough to need no reading, gathered, and never lost unnoticed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from games import metrics
from games.eventlog import event_store
from games.eventlog.signals import Commit
from games.messaging import bus, messages, publisher
from games.messaging.messages import BusMessage, CloseSockets, GameAdvanced, Note
from games.messaging.subscriptions import MessageDecoder
from games.models import Game
from games.state.game_state import GameState
from tests.commits import recording
from tests.realtime.fake_hub import transmit, yield_to_loop
from tests.services.companion.entries import honest_game, log_tricks, two_phones
from tests.services.matches.games import match_of, play_next, play_out

database = pytest.mark.django_db(transaction=True)


@pytest.fixture
def commits() -> Iterator[list[Commit]]:
    """Everything that is committed meanwhile."""
    with recording() as heard:
        yield heard


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
    known: dict[int, GameState] = {}
    followed = 0
    for commit in commits:
        before = known.get(commit.state.game_id)
        if before is not None and before.version + len(commit.events) == commit.state.version:
            after = transmit(messages.build_game_advanced(commit)).apply_to(before)
            assert repr(after) == repr(commit.state)
            followed += 1
        known[commit.state.game_id] = commit.state
    event_store.state_cache.clear()
    assert followed > 8
    assert all(event_store.load_state(game_id) == story for game_id, story in known.items())


@database
def test_entries_that_do_not_fit_are_read(game: Game, commits: list[Commit]) -> None:
    before = match_of(game)
    play_next(game)
    play_next(game)
    first, second = (messages.build_game_advanced(commit) for commit in commits)
    between = first.apply_to(before)
    assert between is not None
    assert second.apply_to(before) is None
    assert first.apply_to(between) is None
    assert transmit(first, entries=False).apply_to(before) is None


@database
def test_what_the_database_passes_on_holds_no_entries(game: Game, commits: list[Commit]) -> None:
    play_out(game)
    text = "".join(publisher.split_messages(messages.build_game_advanced(commit) for commit in commits))
    assert re.fullmatch(rf'(\[?,?\["moved",{game.pk},\d+\]\]?)+', text)


def test_a_large_change_goes_without_its_entries() -> None:
    story: Any = SimpleNamespace(game_id=1, version=9)
    facts: Any = [
        SimpleNamespace(kind="k", seat=0, data={"x": "y" * messages.MAX_ENTRY_BYTES}, client_id="", actor_id=1, at=None)
    ]
    assert messages.build_game_advanced(Commit(story, facts)) == GameAdvanced(1, 9)


def test_news_that_this_release_does_not_know_is_left_out() -> None:
    assert messages.parse_items('[["sung",1],["end","user:1","away"]]') == [CloseSockets("user:1", "away")]


def test_notices_are_as_long_as_the_database_takes_them() -> None:
    items = [GameAdvanced(number, 7) for number in range(2000)]
    texts = list(publisher.split_messages(items))
    assert all(len(text) + len(publisher.PROCESS_ID) + 6 < 8000 for text in texts)
    assert [item for text in texts for item in messages.parse_items(text)] == items
    assert len(texts) < 8
    lost = dropped()
    assert list(publisher.split_messages([Note(1, "wave", {"x": "y" * 9000})])) == []
    assert dropped() == lost + 1


def never(items: list[BusMessage]) -> None:
    """What nobody may be told."""
    raise AssertionError(items)


def dropped() -> float:
    return metrics._dropped_counter._value.get()  # type: ignore[no-any-return]


class TestMessageDecoder:
    """A decoder knows what it was not sent."""

    def test_what_did_not_come_is_counted_and_looked_for(self) -> None:
        heard: list[BusMessage] = []
        missed: list[bool] = []
        decoder, lost = MessageDecoder(heard.extend, lambda: missed.append(True)), dropped()
        for number, count in [(5, 2), (7, 1), (11, 1), (0, 3), (3, 1)]:
            items = [CloseSockets(f"user:{number + n}", "away") for n in range(count)]
            decoder.decode(f"another {number} {count}\n{messages.serialize_items(items, entries=True)}")
        assert [int(item.tag[5:]) for item in heard if isinstance(item, CloseSockets)] == [5, 6, 7, 11, 0, 1, 2, 3]
        assert (dropped() - lost, missed) == (3, [True])

    def test_nobody_listens_to_themselves(self) -> None:
        heard: list[list[BusMessage]] = []
        MessageDecoder(heard.append, lambda: None).decode(publisher.build_message([CloseSockets("user:1", "away")], 0))
        assert heard == []


class Memory(bus.Transport):
    """A way that keeps what it is given, as long as nothing is wrong with it."""

    pause, errors = 0.0, (OSError,)

    def __init__(self) -> None:
        self.sent: list[list[BusMessage]] = []
        self.broken = False
        self.gate = asyncio.Event()
        self.gate.set()

    def is_available(self) -> bool:
        return True

    async def send(self, items: Sequence[BusMessage]) -> None:
        await self.gate.wait()
        if self.broken:
            raise OSError
        self.sent.append(list(items))

    def record_failure(self, error: Exception) -> None:
        pass


class TestSending:
    @pytest.fixture
    def ways(self) -> tuple[Memory, Memory]:
        return Memory(), Memory()

    @pytest.fixture
    def message_bus(self, ways: tuple[Memory, Memory]) -> bus.MessageBus:
        tasks: set[asyncio.Task[None]] = set()
        made = bus.MessageBus(lambda coroutine: tasks.add(asyncio.ensure_future(coroutine)), never, lambda: None)
        made._transports = list(ways)
        return made

    async def test_what_happens_meanwhile_goes_together(
        self, message_bus: bus.MessageBus, ways: tuple[Memory, Memory]
    ) -> None:
        ways[0].gate.clear()
        items = [GameAdvanced(number, 1) for number in range(100)]
        message_bus.send(items[0])
        await yield_to_loop()
        for item in items[1:]:
            message_bus.send(item)
        ways[0].gate.set()
        await yield_to_loop()
        assert ways[0].sent == [items[:1], items[1:]]

    async def test_the_next_way_is_taken_and_else_it_is_counted(
        self, message_bus: bus.MessageBus, ways: tuple[Memory, Memory]
    ) -> None:
        lost, ways[0].broken = dropped(), True
        message_bus.send(GameAdvanced(1, 1))
        await yield_to_loop()
        assert (ways[1].sent, dropped()) == ([[GameAdvanced(1, 1)]], lost)
        ways[1].broken = True
        message_bus.send(GameAdvanced(1, 2))
        await yield_to_loop()
        assert dropped() == lost + 1
