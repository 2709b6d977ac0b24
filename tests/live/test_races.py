"""A thousand plays of one ply at the same moment: one is accepted, the others are told, nothing breaks."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import ClientConnection

from tests.client import Person
from tests.live.matches import PATIENCE, stored
from tests.server import Site

pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("quiet_log")]
SOCKETS, FRAMES = 20, 50


async def answers(socket: ClientConnection, wanted: int) -> list[tuple[str, str]]:
    """The ids and outcomes of so many answers."""
    found: list[tuple[str, str]] = []
    while len(found) < wanted:
        message = json.loads(await socket.recv())
        if message["type"] in ("accepted", "refused"):
            found.append((message["id"], message.get("code", "accepted")))
    return found


async def volley(socket: ClientConnection, frames: list[str]) -> list[tuple[str, str]]:
    """Send all frames without waiting, and give what each was answered."""
    reading = asyncio.create_task(answers(socket, len(frames)))
    for frame in frames:
        await socket.send(frame)
    return await reading


async def test_a_thousand_plays_of_the_same_ply(open_site: Site, ana_there: Person, table: str) -> None:
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(ana_there.socket(table)) for _ in range(SOCKETS)]
        view = json.loads(await sockets[0].recv())
        legal = view["board"]["legal"]
        frames = [
            [
                json.dumps({"type": "play", "card": legal[(one + two) % len(legal)], "ply": 0, "id": f"{one}-{two}"})
                for two in range(FRAMES)
            ]
            for one in range(SOCKETS)
        ]
        volleys = [volley(socket, some) for socket, some in zip(sockets, frames, strict=True)]
        outcomes = await asyncio.wait_for(asyncio.gather(*volleys), 2 * PATIENCE)
    counted = Counter(code for outcome in outcomes for _, code in outcome)
    assert counted == {"accepted": 1, "stale_ply": SOCKETS * FRAMES - 1}
    assert [entry["kind"] for entry in stored(open_site, table)] == ["opened", "joined", "joined", "dealt", "played"]


async def test_a_card_sent_three_times_on_three_sockets_is_played_once(
    open_site: Site, ana_there: Person, table: str
) -> None:
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(ana_there.socket(table)) for _ in range(3)]
        card = json.loads(await sockets[0].recv())["board"]["legal"][0]
        frame = json.dumps({"type": "play", "card": card, "ply": 0, "id": "tap"})
        outcomes = await asyncio.wait_for(asyncio.gather(*(volley(s, [frame] * 3) for s in sockets)), PATIENCE)
    assert outcomes == [[("tap", "accepted")] * 3] * 3
    assert len(stored(open_site, table)) == 5


async def test_many_strangers_race_for_the_last_seat(open_site: Site, ana_there: Person) -> None:
    racers = [Person(open_site.url, f"Racer {number}") for number in range(12)]
    code = ana_there.open_game()
    joins = [asyncio.to_thread(racer.join, code) for racer in racers]
    statuses = Counter((answer["status"], answer.get("code")) for answer in await asyncio.gather(*joins))
    assert statuses == {(200, None): 1, (409, "seat_taken"): 11}
