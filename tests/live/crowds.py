"""A hub without sockets: what each page is sent, and beats that come when the test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from games.live import delivery
from games.live.face import Face, Room
from games.live.hub import Hub
from games.live.line import Line
from games.live.listener import Audience, Listener
from games.models import Player
from games.store import broadcast, presence
from games.store.presence import Stay
from games.stories.online import Match, Options
from games.stories.sitter import Sitter

MATCH = Match(1, "CODE", 4, options=Options(), sitters=(Sitter(10, "Ana", False), Sitter(11, "Bram", False)))


STIRS = ("moves on", "somebody comes", "somebody goes", "news of a stay")
"""After each of these a room may be otherwise than it was told."""


class Counting(Face):
    """A kind of game that counts what it is asked for; its views and beats say which version they are of."""

    def __init__(self, *, slow: bool = False) -> None:
        self.slow = slow
        self.rendered: list[tuple[int, Audience, str]] = []
        self.beats = 0

    def audience(self, story: Match, listener: Listener) -> Audience:
        return story.seat_of(listener.user_id)

    def render(self, story: Match, audience: Audience, language: str) -> str:
        self.rendered.append((story.version, audience, language))
        return f"view {story.version}"

    def beat(self, room: Room, audience: Audience) -> str:
        self.beats += 1
        return f"beat {room.version}"

    def here(self, room: Room) -> tuple[object, ...]:
        return tuple(sorted(one.lease or 0 for one in room.seated))

    def rows(self) -> presence.Rows:
        return Player.objects.none()

    def stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, Stay]]:
        return {}


class Page:
    """A socket, and what it was sent."""

    def __init__(self, crowd: Crowd, user: int | None, language: str) -> None:
        self.crowd, self.sent = crowd, list[str]()
        self.listener = Listener(user, user, None, language, self._send, self._send)

    async def _send(self, text: str) -> None:
        self.sent.append(text)
        self.crowd.order.append((self.listener.user_id, text))

    @property
    def beats(self) -> int:
        return sum(text.startswith("beat") for text in self.sent)

    @property
    def views(self) -> list[str]:
        return [text for text in self.sent if text.startswith("view")]


class Direct(Line):
    """The direct way to whoever takes texts."""

    def __init__(self, take: Callable[[str], object]) -> None:
        super().__init__()
        self.take = take

    def written(self, text: str) -> bytes:
        return text.encode()

    def rest(self, frame: bytes) -> None:
        self.take(frame.decode())


class Crowd:
    """A hub whose beats come when the test says so."""

    def __init__(self, face: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub, self.face = Hub(), face
        self.order: list[tuple[int | None, str]] = []
        monkeypatch.setattr(broadcast, "_local", None)
        monkeypatch.setattr(self.hub._pulse, "store", idle)
        monkeypatch.setattr(self.hub._pulse, "beat_forever", idle)
        monkeypatch.setattr(delivery, "LONGEST", 0)

    async def come(self, user: int | None = None, language: str = "en") -> Page:
        page = Page(self, user, language)
        await self.hub.attach(page.listener, MATCH, self.face, {})
        return page

    def go(self, page: Page) -> None:
        self.hub.detach(page.listener, MATCH.game_id)

    async def tick(self, number: int) -> None:
        await self.hub._pulse.tick(number)
        await settled()

    @property
    def room(self) -> Room:
        return self.hub.rooms[MATCH.game_id]

    async def stir(self, how: str, page: Page) -> None:
        """Have something happen there (``STIRS``); it is this page that goes."""
        match how:
            case "moves on":
                self.hub._show(replace(MATCH, version=5))
            case "somebody comes":
                await self.come()
            case "somebody goes":
                self.go(page)
            case _:
                self.hub._pulse.stayed(MATCH.game_id, {0: Stay(None, None)})


async def idle() -> None:
    pass


async def settled() -> None:
    """Once nothing is left to do but to wait."""
    while rest := [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]:
        await asyncio.wait(rest)
