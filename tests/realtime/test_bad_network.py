"""Games through a network that loses, doubles and reorders messages and closes connections: cards count once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.client import Person
from tests.realtime.sockets import deal, stored
from tests.reducer import followed
from tests.repetitions import fault_rounds
from tests.site_process import Site

pytestmark = pytest.mark.faults

LOST, TWICE, OVERTAKEN, CUT = 0.05, 0.05, 0.05, 0.01
"""How likely each is to happen to a message."""

Send = Callable[[str], Any]


class BadNetwork:
    """Passes on what pages and the site send to each other, badly. The same `seed` is bad in the same ways."""

    def __init__(self, site_url: str, seed: int) -> None:
        self.site_url, self.chance = site_url, random.Random(seed)
        self.faults = dict.fromkeys(("lost", "twice", "overtaken", "cut"), 0)
        self.url = ""

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[BadNetwork]:
        """`url` is where the site is to be had through it."""
        async with serve(self._pass_on, "127.0.0.1", 0, max_queue=None) as server:
            host, port = next(iter(server.sockets)).getsockname()[:2]
            self.url = f"ws://{host}:{port}"
            yield self

    async def _pass_on(self, page: ServerConnection) -> None:
        assert page.request is not None
        address = self.site_url.replace("http", "ws", 1) + page.request.path
        cookie = {"Cookie": page.request.headers.get("Cookie", "")}
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(address, additional_headers=cookie, origin=Origin(self.site_url)) as site:
                both = asyncio.gather(self._one_way(page, site.send), self._one_way(site, page.send))
                try:
                    await both
                finally:
                    both.cancel()

    async def _one_way(self, source: Any, send: Send) -> None:
        held: str | None = None
        async for message in source:
            fate = self._fate()
            if fate == "cut":
                await source.close(1001)
                raise ConnectionError
            if fate == "overtaken" and held is None:
                held = message
                continue
            for _ in range({"lost": 0, "twice": 2}.get(fate, 1)):
                await send(message)
            if held is not None:
                late, held = held, None
                await send(late)

    def _fate(self) -> str:
        drawn, limit = self.chance.random(), 0.0
        for name, share in zip(self.faults, (LOST, TWICE, OVERTAKEN, CUT), strict=True):
            limit += share
            if drawn < limit:
                self.faults[name] += 1
                return name
        return "passed on"


AGAIN = 0.2
"""Seconds after which a page sends a card again that was not answered, or asks where the game is."""


@dataclass
class Page:
    """A page as docs/protocol.md wants one: one id for a card until it is answered, and no older view taken."""

    person: Person
    code: str
    url: str
    view: dict[str, Any] = field(default_factory=lambda: {"version": -1, "status": "playing"})
    pending: dict[str, Any] | None = None
    accepted: dict[str, int] = field(default_factory=dict)

    async def play(self) -> None:
        while self.view["status"] == "playing":
            cookie = "; ".join(f"{name}={value}" for name, value in self.person.cookies.items())
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"{self.url}/ws/m/{self.code}/",
                    additional_headers={"Cookie": cookie},
                    origin=Origin(self.person.url),
                    max_queue=None,
                ) as socket:
                    await self._sit(socket)

    async def _sit(self, socket: ClientConnection) -> None:
        await self._say(socket, again=True)
        while self.view["status"] == "playing":
            try:
                self._hear(json.loads(await asyncio.wait_for(socket.recv(), AGAIN)))
                await self._say(socket)
            except TimeoutError:
                await socket.send(json.dumps({"type": "sync"}))
                await self._say(socket, again=True)

    async def _say(self, socket: ClientConnection, again: bool = False) -> None:
        """Send a card if one may be played, or the one that waits for its answer again."""
        board = self.view.get("board") or {}
        if self.pending is None and board.get("legal") and f"tap-{board['ply']}" not in self.accepted:
            self.pending = {"type": "play", "card": board["legal"][0], "ply": board["ply"], "id": f"tap-{board['ply']}"}
            again = True
        if self.pending is not None and again:
            await socket.send(json.dumps(self.pending))

    def _hear(self, message: dict[str, Any]) -> None:
        self.view = followed(self.view, message) or self.view
        if self.pending is not None and message.get("id") == self.pending["id"]:
            assert message["type"] == "accepted", message
            self.accepted[message["id"]] = message["version"]
            self.pending = None


async def test_every_card_is_played_once(open_site: Site) -> None:
    async with BadNetwork(open_site.url, seed=11).open() as network:
        for _ in range(fault_rounds(1, 200)):
            ana, bram, code = await asyncio.to_thread(deal, open_site.url, lead="random")
            pages = [Page(person, code, network.url) for person in (ana, bram)]
            await asyncio.gather(*(page.play() for page in pages))
            played = [one for one in stored(open_site, code) if one["kind"] == "played"]
            assert len(played) == len({one["client_id"] for one in played}) == 52
            for seat, page in enumerate(pages):
                numbers = {one["client_id"].partition(":")[2]: one["number"] for one in played if one["seat"] == seat}
                assert page.accepted.items() <= numbers.items()
    assert all(network.faults.values()), network.faults
