"""Helpers of tests over real sockets: seats at a game, waiting, and the log that the site stored."""

from __future__ import annotations

import asyncio
import http.client
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.client import Person, Seat
from tests.site_process import Site

PATIENCE = 30.0
"""Seconds that nothing here ever takes; a test that waits so long has failed."""


def deal(url: str, **options: object) -> tuple[Person, Person, str]:
    """Ana and Bram at a game that was dealt, in which Ana leads by default, and its code."""
    ana, bram = Person(url, "Ana"), Person(url, "Bram")
    code = ana.open_game(**{"lead": "creator", **options})
    bram.join(code)
    return ana, bram, code


@asynccontextmanager
async def seats(code: str, *people: Person) -> AsyncIterator[list[Seat]]:
    """Each person's seat at the game, the first view received."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(person.socket(code)) for person in people]
        made = [Seat(socket) for socket in sockets]
        for seat in made:
            await soon(seat.until("view"))
        yield made


async def soon(what: Any, seconds: float = PATIENCE) -> Any:
    return await asyncio.wait_for(what, seconds)


async def at_version(seat: Seat, version: int) -> dict[str, Any]:
    """Wait until a seat shows at least this version."""
    while seat.view["version"] < version:
        await soon(seat.receive())
    return seat.view


async def farewell(socket: ClientConnection) -> tuple[str | None, int | None]:
    """Read on until the server closes: the code of its `bye`, if any, and the closing code."""
    said = None
    try:
        while True:
            message = json.loads(await soon(socket.recv()))
            if message["type"] == "bye":
                said = message["code"]
    except ConnectionClosed as closed:
        return said, closed.rcvd.code if closed.rcvd else None


async def play_plies(seats: Sequence[Seat], plies: int) -> None:
    """Play random legal cards, each by the seat to play."""
    for _ in range(plies):
        turn = seats[0].view["board"]["turn"]
        answer = await soon(seats[turn].play_any())
        assert answer["type"] == "accepted", answer
        for seat in seats:
            await at_version(seat, answer["version"])


def stored(site: Site, code: str) -> list[dict[str, Any]]:
    """The log of a game as the database has it."""
    query = """SELECT number, kind, entry.seat, data, client_id FROM games_entry entry
               JOIN games_game game ON game.id = game_id WHERE code = ? ORDER BY number"""
    with closing(sqlite3.connect(site.folder / "var" / "db.sqlite3")) as database:
        rows = database.execute(query, [code]).fetchall()
    names = ("number", "kind", "seat", "data", "client_id")
    return [{**dict(zip(names, row, strict=True)), "data": json.loads(row[3])} for row in rows]


async def answers(socket: ClientConnection, wanted: int) -> list[tuple[str, str]]:
    """The ids and outcomes of so many answers."""
    found: list[tuple[str, str]] = []
    while len(found) < wanted:
        message = json.loads(await socket.recv())
        if message["type"] in ("accepted", "refused"):
            found.append((message["id"], message.get("code", "accepted")))
    return found


async def volley(socket: ClientConnection, frames: list[str]) -> list[tuple[str, str]]:
    """Send all frames without waiting and return the answer to each."""
    reading = asyncio.create_task(answers(socket, len(frames)))
    for frame in frames:
        await socket.send(frame)
    return await reading


async def play_same_ply(code: str, people: Sequence[Person]) -> Counter[str]:
    """Play fifty legal cards of the first ply on a socket of each person, all at once, and count the answers."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(person.socket(code)) for person in people]
        legal = json.loads(await sockets[0].recv())["board"]["legal"]
        volleys = [
            volley(
                socket,
                [json.dumps({"type": "play", "card": legal[n % 13], "ply": 0, "id": f"{at}-{n}"}) for n in range(50)],
            )
            for at, socket in enumerate(sockets)
        ]
        outcomes = await soon(asyncio.gather(*volleys), 2 * PATIENCE)
    return Counter(answer for outcome in outcomes for _, answer in outcome)


def get_plain(site: Site, path: str, **headers: str) -> tuple[int, str]:
    """Return status and body of a GET with another host name."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Host": "whatever", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()
