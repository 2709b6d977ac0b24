"""Games through a network that loses, doubles and reorders messages and cuts lines: each card is played once."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tests.client import Person
from tests.faults import times
from tests.live.bad_network import BadNetwork
from tests.live.matches import stored
from tests.server import Site

pytestmark = pytest.mark.faults
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
        if message["type"] == "view" and message["version"] > self.view["version"]:
            self.view = message
        elif self.pending is not None and message.get("id") == self.pending["id"]:
            assert message["type"] == "accepted", message
            self.accepted[message["id"]] = message["version"]
            self.pending = None


async def test_every_card_is_played_once(open_site: Site) -> None:
    async with BadNetwork(open_site.url, seed=11).open() as network:
        for _ in range(times(2, 200)):
            ana, bram = await asyncio.to_thread(Person, open_site.url, "Ana"), Person(open_site.url, "Bram")
            code = ana.open_game()
            bram.join(code)
            pages = [Page(person, code, network.url) for person in (ana, bram)]
            await asyncio.gather(*(page.play() for page in pages))
            played = [one for one in stored(open_site, code) if one["kind"] == "played"]
            assert len(played) == len({one["client_id"] for one in played}) == 52
            for seat, page in enumerate(pages):
                numbers = {one["client_id"].partition(":")[2]: one["number"] for one in played if one["seat"] == seat}
                assert page.accepted.items() <= numbers.items()
    assert all(network.faults.values()), network.faults
