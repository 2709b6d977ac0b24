"""Fakes for tests of the hub in this process: presenter, pages without sockets, and heartbeats on request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from games.messaging import broadcast, messages, presence
from games.messaging.messages import BusMessage
from games.messaging.presence import PresenceSpan
from games.models import Player, User
from games.realtime import delivery
from games.realtime.connection import Audience, Connection
from games.realtime.hub import Hub
from games.realtime.presenter import Presenter
from games.realtime.room import Room
from games.state.dealt_state import Occupant
from games.state.match_state import MatchOptions, MatchState

MATCH = MatchState(
    1, "CODE", 4, options=MatchOptions(), occupants=(Occupant(10, "Ana", False), Occupant(11, "Bram", False))
)


class CountingPresenter(Presenter):
    """A kind of game that counts what it renders; views and heartbeats name their version."""

    def __init__(self, *, is_slow: bool = False) -> None:
        self.is_slow = is_slow
        self.rendered: list[tuple[int, Audience, str]] = []
        self.beats = 0

    def get_audience(self, state: MatchState, connection: Connection) -> Audience:
        return state.seat_of(connection.user_id)

    def render_view(self, state: MatchState, audience: Audience, language: str) -> str:
        self.rendered.append((state.version, audience, language))
        return f"view {state.version}"

    def render_heartbeat(self, room: Room, audience: Audience) -> str:
        self.beats += 1
        return f"beat {room.version}"

    def list_present(self, room: Room) -> tuple[object, ...]:
        return tuple(sorted(connection.lease_id or 0 for connection in room.seated))

    def get_lease_rows(self) -> presence.Rows:
        return Player.objects.none()

    def list_stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, PresenceSpan]]:
        return {}


class Page:
    """A socket, and what it was sent."""

    def __init__(self, crowd: FakeHub, user: int | None, language: str) -> None:
        self.connection_limiter, self.sent = crowd, list[str]()
        self.connection = Connection(user, user, None, language, self._send, self._send)

    async def _send(self, text: str) -> None:
        self.sent.append(text)
        self.connection_limiter.order.append((self.connection.user_id, text))

    @property
    def beats(self) -> int:
        return sum(text.startswith("beat") for text in self.sent)

    @property
    def notes(self) -> list[str]:
        return [text for text in self.sent if not text.startswith(("view", "beat"))]

    @property
    def views(self) -> list[str]:
        return [text for text in self.sent if text.startswith("view")]


class FakeHub:
    """A hub whose heartbeats the test makes."""

    def __init__(self, presenter: CountingPresenter, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub, self.presenter = Hub(), presenter
        self.order: list[tuple[int | None, str]] = []
        monkeypatch.setattr(broadcast, "_local", None)
        monkeypatch.setattr(self.hub._heartbeat, "sync", idle)
        monkeypatch.setattr(self.hub._heartbeat, "beat_forever", idle)
        monkeypatch.setattr(delivery, "MAX_PAUSE", 0)

    async def come(self, user: int | None = None, language: str = "en") -> Page:
        page = Page(self, user, language)
        await self.hub.join(page.connection, MATCH, self.presenter, {})
        return page

    def go(self, page: Page) -> None:
        self.hub.leave(page.connection, MATCH.game_id)

    async def tick(self, number: int) -> None:
        await self.hub._heartbeat.tick(number)
        await settled()

    @property
    def room(self) -> Room:
        return self.hub.rooms[MATCH.game_id]


async def idle() -> None:
    pass


async def settled() -> None:
    """Wait until no other task is left."""
    while rest := [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]:
        await asyncio.wait(rest)


async def yield_to_loop() -> None:
    """Let the loop do what it can do at once."""
    for _ in range(10):
        await asyncio.sleep(0)


class VersionSocket:
    """A socket of a real hub that keeps the versions it was sent."""

    def __init__(self, user: User, lease: int | None = None) -> None:
        self.versions: list[int] = []
        self.connection = Connection(user.pk, lease, "key", "en", self._send, self._send)

    async def _send(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] != "beat":
            self.versions.append(message["version"])


def transmit(item: BusMessage, *, entries: bool = True) -> Any:
    """Return the item as another process gets it."""
    (heard,) = messages.parse_items(messages.serialize_items([item], entries=entries))
    return heard
