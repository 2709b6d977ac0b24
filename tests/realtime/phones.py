"""Phones at a physical table over a real site: no account, no session, a cookie of their own."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from games.inference.record import CARD_SPOTS
from games.rules.state import Phase, Trick, get_other_seat
from tests.client import Person
from tests.realtime.sockets import soon

_ids = count(1)


class Phone(Person):
    """A browser that has never been here. ``code`` is its table once it came to one."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, ""
        self.cookies: dict[str, str] = {}
        self.code = ""
        self.get("/t/new/")

    def open_table(self, **options: object) -> str:
        answer = self.post(
            "/t/new/", **{"first": "Ana", "second": "Bram", "depth": "every", "device": "0", "watch": "on", **options}
        )
        found = re.search(r"/t/([0-9A-Z]{8})/", answer["url"])
        assert found, answer
        self.code = found[1]
        return self.code

    def token(self, seat: int | None = None) -> str:
        """What the table's QR code holds, or that of one of its seats."""
        if seat is None:
            answer = json.loads(self.get(f"/t/{self.code}/invite/")[1])
        else:
            answer = self.post(f"/t/{self.code}/seat-code/", seat=seat)
        token: str = answer["invite"]["link"].split("#")[1]
        return token

    def take(self, token: str, choice: str, code: str) -> dict[str, Any]:
        """Scan a code and take a place."""
        self.code = code
        return self.post("/j/take/", token=token, **{"as": choice})

    def phone_socket(self, code: str = "", **options: Any) -> connect:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        address = self.url.replace("http", "ws", 1) + f"/ws/t/{code or self.code}/"
        return connect(address, additional_headers=headers, origin=Origin(self.url), compression=None, **options)


class Pad:
    """A phone's socket: it answers beats and knows the newest view."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {"version": -1}
        self.beat: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["type"] == "table" and message["version"] >= self.view["version"]:
            self.view = message
        elif message["type"] == "beat":
            self.beat = message
            await self.send(type="here", version=max(0, self.view["version"]))
        return message

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def answers(self, number: int) -> list[dict[str, Any]]:
        """The next answers to entries."""
        found: list[dict[str, Any]] = []
        while len(found) < number:
            message = await soon(self.receive())
            if message["type"] in ("accepted", "refused"):
                found.append(message)
        return found

    async def asks(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send one entry and give its answer."""
        await self.send(type=kind, **entry(**fields))
        return (await self.answers(1))[0]

    async def queue(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Send entries that were made offline, and give their answers."""
        await self.send(type="entries", items=items)
        return await self.answers(len(items))

    async def at(self, version: int) -> dict[str, Any]:
        """The view at this version or a later one."""
        while self.view["version"] < version:
            await soon(self.receive())
        return self.view


def entry(**fields: object) -> dict[str, Any]:
    """An entry under an id of its own unless it has one."""
    return {"id": f"p{next(_ids)}", **fields}


@asynccontextmanager
async def pads(*phones: Phone, code: str = "") -> AsyncIterator[list[Pad]]:
    """Each phone's socket at the table, the first view received."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(phone.phone_socket(code)) for phone in phones]
        made = [Pad(socket) for socket in sockets]
        for pad in made:
            await pad.at(0)
        yield made


async def two_phones(url: str, **options: object) -> tuple[Phone, Phone]:
    """Ana's phone, which opened a table, and Bram's, which scanned its code."""

    def meet() -> tuple[Phone, Phone]:
        ana, bram = Phone(url), Phone(url)
        code = ana.open_table(**options)
        assert bram.take(ana.token(), "1", code)["status"] == 200
        return ana, bram

    return await asyncio.to_thread(meet)


def taps(trick: Trick) -> list[tuple[int, dict[str, Any]]]:
    """Who logs what of a trick: the leader turns up the revealed card, everybody else's cards are their own."""
    both = [trick.leader, get_other_seat(trick.leader)]
    seats = [trick.leader, *both, get_other_seat(trick.winner)] if trick.phase is Phase.ONE else both
    where = {"type": "log", "phase": int(trick.phase), "trick": trick.number}
    spots = CARD_SPOTS[trick.phase]
    cards = [str(getattr(trick, spot.value)) for spot in spots]
    found = zip(seats, spots, cards, strict=True)
    return [(seat, entry(**where, place=spot.value, card=card)) for seat, spot, card in found]
