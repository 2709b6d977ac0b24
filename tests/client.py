"""Client of the protocol, written from docs/protocol.md alone with the standard library and `websockets`."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.reducer import followed

JSON = "application/json"


class Person:
    """Guest with a session, who makes and joins games over HTTP and plays over a socket."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url, name
        self.cookies: dict[str, str] = {}
        self.get("/guest/")
        self.post("/guest/", name=name)

    def get(self, path: str) -> tuple[int, str]:
        return self._request("GET", path, None)

    def post(self, path: str, **fields: object) -> dict[str, Any]:
        """Post a form and return the JSON response with ``status`` added."""
        status, body = self._request("POST", path, urlencode(fields))
        return {**json.loads(body), "status": status}

    def open_game(self, **options: object) -> str:
        """Create a game and return its code."""
        answer = self.post("/new/", **{"who": "open", "lead": "random", "watch": "on", **options})
        return code_of(answer["url"])

    def join(self, code: str) -> dict[str, Any]:
        return self.post(f"/m/{code}/join/")

    def socket(self, code: str, **options: Any) -> connect:
        """Open a socket at a game, as an asynchronous context manager."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        address = self.url.replace("http", "ws", 1) + f"/ws/m/{code}/"
        # However much is not read yet, a closing frame must still be seen.
        usual: dict[str, Any] = {"compression": None, "max_queue": None}
        return connect(address, additional_headers=headers, origin=Origin(self.url), **usual, **options)

    def _request(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        headers = {"Accept": JSON, "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if method == "POST":
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "X-CSRFToken": self.cookies.get("csrftoken", ""),
                "Origin": self.url,
            }
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or ():
                name, value = line.split(";", 1)[0].split("=", 1)
                self.cookies[name] = value
            return answer.status, answer.read().decode()
        finally:
            connection.close()


def code_of(url: str) -> str:
    found = re.search(r"/[mi]/([0-9A-Z]{8})/", url)
    assert found, url
    return found[1]


class Seat:
    """Socket at a game that answers heartbeats and keeps the newest view."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {"version": -1}
        self.beat: dict[str, Any] = {}
        self._ids = 0

    async def receive(self) -> dict[str, Any]:
        """Receive a message, update the view, and answer a heartbeat."""
        message: dict[str, Any] = json.loads(await self.socket.recv())
        view = followed(self.view, message)
        if view is None:
            await self.send(type="sync")
        else:
            self.view = view
        if message["type"] == "beat":
            self.beat = message
            await self.send(type="here", version=max(0, self.view["version"]))
        return message

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Receive messages up to one of these types and return it."""
        while True:
            message = await self.receive()
            if message["type"] in kinds:
                return message

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def play(self, card: str, ply: int | None = None, client_id: str | None = None) -> str:
        """Send a card and return its id."""
        self._ids += 1
        client_id = client_id or f"c{self._ids}-{random.getrandbits(48):x}"
        ply = self.view["board"]["ply"] if ply is None else ply
        await self.send(type="play", card=card, ply=ply, id=client_id)
        return client_id

    async def play_any(self) -> dict[str, Any]:
        """Play a random legal card and return the answer."""
        await self.play(random.choice(self.view["board"]["legal"]))
        return await self.until("accepted", "refused")


async def play_out(seat: Seat) -> dict[str, Any]:
    """Play random legal cards until the game is over and return the last view."""
    while seat.view.get("status") != "finished":
        board = seat.view.get("board")
        if board and board["turn"] == seat.view["you"] and board["legal"]:
            answer = await seat.play_any()
            assert answer["type"] == "accepted", answer
            before = board["ply"]
            while seat.view["status"] == "playing" and seat.view["board"]["ply"] == before:
                await seat.receive()
        else:
            await seat.receive()
    return seat.view


async def whole_game(ana: Person, bram: Person, code: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a game to its end with both seats and return their last views."""
    async with ana.socket(code) as first, bram.socket(code) as second:
        return await asyncio.gather(play_out(Seat(first)), play_out(Seat(second)))
