"""Messages between processes: they carry entries, are sent in batches, and a lost message is noticed."""

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
    """The commits of the test."""
    with recording() as heard:
        yield heard


def an_online_game(game: Game) -> None:
    play_out(game)


def a_table(game: Game) -> None:
    table, ana, bram = two_phones()
    log_tricks(table, (ana, bram), honest_game(7), 4)


@database
@pytest.mark.parametrize("played", [an_online_game, a_table])
def test_entries_of_messages_fold_to_the_stored_state(
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
def test_entries_apply_only_to_the_version_before_them(game: Game, commits: list[Commit]) -> None:
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
def test_notifications_of_the_database_hold_no_entries(game: Game, commits: list[Commit]) -> None:
    play_out(game)
    text = "".join(publisher.split_messages(messages.build_game_advanced(commit) for commit in commits))
    assert re.fullmatch(rf'(\[?,?\["moved",{game.pk},\d+\]\]?)+', text)


def test_a_large_commit_is_announced_without_its_entries() -> None:
    story: Any = SimpleNamespace(game_id=1, version=9)
    facts: Any = [
        SimpleNamespace(kind="k", seat=0, data={"x": "y" * messages.MAX_ENTRY_BYTES}, client_id="", actor_id=1, at=None)
    ]
    assert messages.build_game_advanced(Commit(story, facts)) == GameAdvanced(1, 9)


def test_messages_of_an_unknown_kind_are_ignored() -> None:
    assert messages.parse_items('[["sung",1],["end","user:1","away"]]') == [CloseSockets("user:1", "away")]


def test_notifications_fit_the_limit_of_the_database() -> None:
    items = [GameAdvanced(number, 7) for number in range(2000)]
    texts = list(publisher.split_messages(items))
    assert all(len(text) + len(publisher.PROCESS_ID) + 6 < 8000 for text in texts)
    assert [item for text in texts for item in messages.parse_items(text)] == items
    assert len(texts) < 8
    lost = dropped()
    assert list(publisher.split_messages([Note(1, "wave", {"x": "y" * 9000})])) == []
    assert dropped() == lost + 1


def dropped() -> float:
    return metrics._dropped_counter._value.get()  # type: ignore[no-any-return]


class TestMessageDecoder:
    def test_a_gap_between_messages_is_counted_and_games_are_read_again(self) -> None:
        heard: list[BusMessage] = []
        missed: list[bool] = []
        decoder, lost = MessageDecoder(heard.extend, lambda: missed.append(True)), dropped()
        for number, count in [(5, 2), (7, 1), (11, 1), (0, 3), (3, 1)]:
            items = [CloseSockets(f"user:{number + n}", "away") for n in range(count)]
            decoder.decode(f"another {number} {count}\n{messages.serialize_items(items, entries=True)}")
        assert [int(item.tag[5:]) for item in heard if isinstance(item, CloseSockets)] == [5, 6, 7, 11, 0, 1, 2, 3]
        assert (dropped() - lost, missed) == (3, [True])

    def test_a_process_ignores_its_own_messages(self) -> None:
        heard: list[list[BusMessage]] = []
        MessageDecoder(heard.append, lambda: None).decode(publisher.build_message([CloseSockets("user:1", "away")], 0))
        assert heard == []


class MemoryTransport(bus.Transport):
    """A transport that keeps what it sends, unless it is broken."""

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


@pytest.fixture
async def transports() -> tuple[MemoryTransport, MemoryTransport]:
    return MemoryTransport(), MemoryTransport()


@pytest.fixture
async def message_bus(transports: tuple[MemoryTransport, MemoryTransport]) -> bus.MessageBus:
    tasks: list[asyncio.Future[None]] = []
    made = bus.MessageBus(lambda work: tasks.append(asyncio.ensure_future(work)), lambda items: None, lambda: None)
    made._transports = list(transports)
    return made


async def test_messages_during_a_transmission_are_sent_together(
    message_bus: bus.MessageBus, transports: tuple[MemoryTransport, MemoryTransport]
) -> None:
    transports[0].gate.clear()
    items = [GameAdvanced(number, 1) for number in range(100)]
    message_bus.send(items[0])
    await yield_to_loop()
    for item in items[1:]:
        message_bus.send(item)
    transports[0].gate.set()
    await yield_to_loop()
    assert transports[0].sent == [items[:1], items[1:]]


async def test_a_message_takes_the_next_transport_and_is_counted_as_lost_without_any(
    message_bus: bus.MessageBus, transports: tuple[MemoryTransport, MemoryTransport]
) -> None:
    lost, transports[0].broken = dropped(), True
    message_bus.send(GameAdvanced(1, 1))
    await yield_to_loop()
    assert (transports[1].sent, dropped()) == ([[GameAdvanced(1, 1)]], lost)
    transports[1].broken = True
    message_bus.send(GameAdvanced(1, 2))
    await yield_to_loop()
    assert dropped() == lost + 1
