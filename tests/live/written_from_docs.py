"""A program that plays and that logs tables, written from docs/protocol.md and docs/protocol-table.md alone.

It uses the standard library and `websockets`. What it does is in the two documents; what is not in them it may not do.
"""

from __future__ import annotations

import asyncio
import http.cookiejar
import json
import random
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

Message = dict[str, Any]
WHOLE, CHANGES = "claim-wire.1", "claim-wire.2"
"""The sub-protocols: whole views each time, and what changed of them."""
BUNDLE = 40
TRICKS = 13


class Refused(Exception):
    """What the site said no to, over HTTP or the socket; ``status`` is None for the socket."""

    def __init__(self, code: str, status: int | None = None) -> None:
        super().__init__(f"{code} ({status})")
        self.code, self.status = code, status


class Browser:
    """Somebody with cookies of their own, who has been nowhere yet."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self._opener.open(f"{site}/j").close()

    def cookie(self, name: str) -> str | None:
        return next((one.value for one in self.jar if one.name.removeprefix("__Host-") == name), None)

    def get(self, path: str) -> Message:
        return self._answer(urllib.request.Request(self.site + path, headers={"Accept": "application/json"}))

    def post(self, path: str, **fields: object) -> Message:
        headers = {
            "Accept": "application/json",
            "Origin": self.site,
            "X-CSRFToken": self.cookie("csrftoken") or "",
        }
        body = urllib.parse.urlencode(fields).encode()
        return self._answer(urllib.request.Request(self.site + path, body, headers))

    def socket(self, path: str, wire: str) -> connect:
        cookies = "; ".join(f"{one.name}={one.value}" for one in self.jar)
        address = self.site.replace("http", "ws", 1) + path
        headers, offered = {"Cookie": cookies}, [Subprotocol(wire)]
        return connect(address, additional_headers=headers, origin=Origin(self.site), subprotocols=offered)

    def _answer(self, request: urllib.request.Request) -> Message:
        try:
            with self._opener.open(request) as answer:
                found: Message = json.load(answer)
                return found
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise Refused(json.load(refusal)["code"], refusal.code) from None


def code_of(answer: Message) -> str:
    """The code of the game or table that an answer leads to."""
    return str(answer["url"]).split("/")[2]


def with_change(view: Message, change: Message) -> Message | None:
    """The view with what a `change` says; None where it is to another view."""
    if change["after"] != view["version"]:
        return None
    return {**followed(view, change["view"]), "version": change["version"]}


def followed(there: Any, sign: Any) -> Any:
    """What stands in a view after a sign."""
    match sign:
        case dict():
            return with_members(there, sign)
        case [value]:
            return value
        case [at, gone, *rest]:
            return there[:at] + rest + there[at + gone :]
    return sign


def with_members(there: Any, signs: Message) -> Any:
    found: Any = list(there) if isinstance(there, list) else dict(there)
    for names, sign in signs.items():
        for name in names.split():
            if isinstance(found, list):
                found[int(name)] = followed(found[int(name)], sign)
            elif sign == []:
                found.pop(name)
            else:
                found[name] = followed(found.get(name), sign)
    return found


class Player:
    """A player of an online game: any legal card, one after the other. ``frames`` counts what came, by type."""

    def __init__(self, browser: Browser, code: str, wire: str = CHANGES) -> None:
        self.browser, self.code, self.wire = browser, code, wire
        self.frames: Counter[str] = Counter()
        self.view: Message = {"version": -1, "status": "waiting", "board": None}
        self.tricks: dict[tuple[int, int], Message] = {}
        self.played = -1

    async def play(self) -> Message:
        """Play to the end of the game and give the last view."""
        async with self.browser.socket(f"/ws/m/{self.code}/", self.wire) as socket:
            assert socket.subprotocol == self.wire
            while self.view["status"] in ("waiting", "playing"):
                await self._hear(socket, json.loads(await socket.recv()))
                await self._move(socket)
        return self.view

    async def _hear(self, socket: ClientConnection, message: Message) -> None:
        self.frames[message["type"]] += 1
        match message["type"]:
            case "view" if message["version"] >= self.view["version"]:
                self._show(message)
            case "change" if view := with_change(self.view, message):
                self._show(view)
            case "change" if message["version"] > self.view["version"]:
                await socket.send(json.dumps({"type": "sync"}))
            case "beat":
                await socket.send(json.dumps({"type": "here", "version": max(0, self.view["version"])}))
                if message["version"] > self.view["version"]:
                    await socket.send(json.dumps({"type": "sync"}))
            case "refused" | "bye":
                raise Refused(message["code"])

    async def _move(self, socket: ClientConnection) -> None:
        """Play one card for each ply; the old view may come again before the one that shows the card."""
        board = self.view["board"]
        if self.view["status"] != "playing" or not board["legal"] or board["ply"] <= self.played:
            return
        self.played = board["ply"]
        card = random.choice(board["legal"])
        await socket.send(json.dumps({"type": "play", "card": card, "ply": board["ply"], "id": f"c{board['ply']}"}))

    def _show(self, view: Message) -> None:
        self.view = view
        last = (view["board"] or {}).get("last")
        if last is not None:
            self.tricks[last["phase"], last["number"]] = last


class Device:
    """A device at a table: it answers beats by itself and keeps the newest view and all answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: Message = {"version": -1}
        self.bye: str | None = None
        self.closed: int | None = None
        self._answers: dict[str, Message] = {}
        self._news = asyncio.Condition()
        self._ids = count(1)

    async def read(self) -> None:
        """Take what comes until the site closes."""
        try:
            async for text in self.socket:
                await self._hear(json.loads(text))
        except ConnectionClosed:
            pass
        self.closed = self.socket.close_code
        await self._tell_waiting()

    async def until(self, ready: Callable[[Device], object]) -> Message:
        """Wait for what ``ready`` asks, and give the view then; refused when the site closed instead."""
        async with self._news:
            await self._news.wait_for(lambda: ready(self) or self.closed is not None)
        if not ready(self):
            raise Refused(self.bye or "closed")
        return self.view

    async def log(self, *items: Message) -> Message:
        """Send entries in bundles, and give the view that has them all; refused with the first code of a no."""
        entries = [{**item, "id": f"w{next(self._ids)}"} for item in items]
        for start in range(0, len(entries), BUNDLE):
            named = entries[start : start + BUNDLE]
            await self.socket.send(json.dumps({"type": "entries", "items": named}))
            ids = [str(item["id"]) for item in named]
            await self.until(lambda device, ids=ids: device._answers.keys() >= set(ids))  # type: ignore[misc]
            for answer in (self._answers[one] for one in ids):
                if answer["type"] == "refused":
                    raise Refused(answer["code"])
        newest = max((one["version"] for one in self._answers.values()), default=0)
        return await self.until(lambda device: device.view["version"] >= newest)

    async def _hear(self, message: Message) -> None:
        for one in message.get("accepted", ()):
            self._answers[one] = {"type": "accepted", "id": one, "version": message["version"]}
        match message["type"]:
            case "table" if message["version"] >= self.view["version"]:
                self.view = message
            case "change" if view := with_change(self.view, message):
                self.view = view
            case "change" if message["version"] > self.view["version"]:
                await self.socket.send(json.dumps({"type": "sync"}))
            case "beat":
                await self.socket.send(json.dumps({"type": "here", "version": max(0, self.view["version"])}))
                if message["version"] > self.view["version"]:
                    await self.socket.send(json.dumps({"type": "sync"}))
            case "accepted" | "refused":
                self._answers[message["id"]] = message
            case "bye":
                self.bye = message["code"]
        await self._tell_waiting()

    async def _tell_waiting(self) -> None:
        async with self._news:
            self._news.notify_all()


@asynccontextmanager
async def at_table(browser: Browser, code: str, wire: str = CHANGES) -> AsyncIterator[Device]:
    """A browser's device on the socket of a table, with its first view."""
    async with browser.socket(f"/ws/t/{code}/", wire) as socket:
        device = Device(socket)
        reading = asyncio.create_task(device.read())
        try:
            await device.until(lambda one: one.view["version"] >= 0)
            yield device
        finally:
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading


def token_of(invite: Message) -> str:
    """The token in a way in: what follows the # of the link."""
    return str(invite["link"]).split("#")[1]


def cards_of(phase: int, record: Message) -> Iterator[Message]:
    """The cards of a phase of an online game that lie open on the table, as entries."""
    for number in range(1, TRICKS + 1):
        at = 2 * (number - 1 + TRICKS * (phase - 1))
        places = {"lead": record["plays"][at], "follow": record["plays"][at + 1]}
        if phase == 1:
            places = {"revealed": record["deck"][at], **places}
        for place, card in places.items():
            yield {"type": "log", "phase": phase, "trick": number, "place": place, "card": card}


def blinds_of(view: Message, record: Message) -> Iterator[Message]:
    """The cards that the seats of a device took unseen, as entries."""
    for trick in view["tricks"]:
        if trick["phase"] == 1 and trick["taker"] in view["you"]["seats"]:
            card = record["deck"][2 * trick["number"] - 1]
            yield {"type": "log", "phase": 1, "trick": trick["number"], "place": "blind", "card": card}


def undead_of(tricks: dict[tuple[int, int], Message]) -> Iterator[Message]:
    """The Undead of phase one of an online game, as entries of a table that logs what scores alone."""
    for (phase, _), trick in tricks.items():
        for gain in trick["gains"]:
            if phase == 1 and gain["pile"] == "score":
                yield {"type": "undead", "seat": gain["seat"], "card": gain["card"]}


def piles_of(result: Message) -> Iterator[Message]:
    """The final piles of an online game as entries; the highest cards only where the counts are level."""
    for one in result["factions"]:
        entry = {"type": "pile", "faction": one["faction"], "counts": one["counts"]}
        level = one["counts"][0] == one["counts"][1] and one["counts"][0]
        yield {**entry, "highest": [int(card[1]) for card in one["highest"]]} if level else entry
