"""A way to the site on which messages get lost, come twice or overtake each other, and lines are cut."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

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
