"""Strangers on a real site with its limits: those who come and go, and those who take without reading."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.client import Person, Seat
from tests.live.matches import seats, soon
from tests.live.phones import Phone
from tests.server import Site

pytestmark = pytest.mark.faults
VISITS = 60


async def test_sixty_who_come_and_go_in_two_seconds_disturb_nobody(daphne_site: Callable[..., Site]) -> None:
    """From one address, and within its limits. The players, who answer every beat, stay."""
    site = await asyncio.to_thread(daphne_site, TRUSTED_IP_HEADER="X-Real-IP")
    ana_there, bram_there = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana_there.open_game(lead="creator")
    bram_there.join(code)
    async with seats(code, ana_there, bram_there) as players:
        begun, counted = time.monotonic(), [asyncio.create_task(beats(seat)) for seat in players]
        await asyncio.gather(*(visit(site, code, number / VISITS * 2) for number in range(VISITS)))
        for seat in players:
            await seat.send(type="play", card="G0", ply=51, id="last")
        most = 3 + 1.2 * (time.monotonic() - begun)
        assert all(count <= most for count in await soon(asyncio.gather(*counted)))


async def visit(site: Site, code: str, after: float) -> None:
    await asyncio.sleep(after)
    where = f"{site.socket_url}/ws/m/{code}/"
    async with connect(where, origin=Origin(site.url), additional_headers={"X-Real-IP": "203.0.113.9"}) as watcher:
        kinds = [json.loads(await soon(watcher.recv()))["type"] for _ in range(2)]
        assert kinds == ["view", "beat"]


async def beats(seat: Seat) -> int:
    """The beats until the answer to the one card that is sent."""
    count = 0
    while (message := await seat.receive())["type"] != "refused":
        count += message["type"] == "beat"
    return count


async def test_who_asks_and_asks_is_answered_and_stays(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site)
    ana_there = Person(site.url, "Ana")
    code = ana_there.open_game()
    async with seats(code, ana_there) as (ana,):
        for _ in range(61):
            await ana.send(type="sync")
            await ana.send(type="here", version=ana.view["version"])
        await ana.send(type="play", card="G0", ply=0, id="after")
        assert (await soon(ana.until("refused")))["code"] == "not_started"


@pytest.fixture
def phone(open_site: Site) -> Phone:
    """A host with a table whose views are worth having."""
    phone = Phone(open_site.url)
    phone.open_table()
    return phone


async def test_six_who_do_not_read_are_shown_out_before_they_cost_anything(open_site: Site, phone: Phone) -> None:
    """They ask for views, say that they are there, and never read; pings are answered with bytes as well."""
    before, grown = memory(open_site.pid), [0.0]
    with ExitStack() as stack:
        deaf = [stack.enter_context(Deaf(open_site, phone)) for _ in range(6)]

        async def pester() -> None:
            while sum(one.pester() for one in deaf) < len(deaf):
                await asyncio.sleep(0.01)
                grown.append(memory(open_site.pid) - before)

        await soon(pester())
    assert max(grown) < 8, f"{max(grown)} MiB"


class Deaf:
    """A socket at a table that writes and does not read."""

    def __init__(self, site: Site, phone: Phone) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((site.host, site.port))
        cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        lines = [f"GET /ws/t/{phone.code}/ HTTP/1.1", f"Host: {site.host}:{site.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        lines += [f"Origin: {site.url}", f"Cookie: {cookies}", "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.socket.setblocking(False)
        self.unsent = b""

    def pester(self) -> bool:
        """Ask for a view, claim to be there, and ask for answers to pings; True once the server is rid of it."""
        if len(self.unsent) < 65536:
            self.unsent += frame(1, b'{"type":"sync"}') + frame(1, b'{"type":"here","version":1}')
            self.unsent += frame(9, b"x" * 120) * 100
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            return True
        return False

    def __enter__(self) -> Deaf:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()


def frame(opcode: int, body: bytes) -> bytes:
    """A masked frame; a mask of zeros leaves the body as it is."""
    return bytes([0x80 | opcode, 0x80 | len(body)]) + b"\0\0\0\0" + body


def memory(pid: int) -> float:
    """Resident MiB of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
