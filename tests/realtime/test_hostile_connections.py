"""Hostile connections, which flood, do not read or send half a request, disturb no other client."""

from __future__ import annotations

import asyncio
import os
import resource
import select
import selectors
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.client import Person
from tests.realtime.phones import Phone
from tests.realtime.raw_http import answer, descriptors, dial, head, status, upgrade
from tests.realtime.sockets import PATIENCE, at_version, deal, play_plies, seats, soon
from tests.repetitions import fault_rounds
from tests.site_process import Site

pytestmark = pytest.mark.faults


def frame(opcode: Opcode, payload: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame of a client."""
    return Frame(opcode, payload, fin).serialize(mask=True)


SYNC, HERE = frame(Opcode.TEXT, b'{"type":"sync"}'), frame(Opcode.TEXT, b'{"type":"here","version":1}')
EMPTY, PONG = frame(Opcode.TEXT, b"{}"), frame(Opcode.PONG)
FIRST_FRAGMENT, FRAGMENT = frame(Opcode.TEXT, fin=False), frame(Opcode.CONT, fin=False)
REQUESTS = SYNC + HERE + frame(Opcode.PING, b"x" * 120) * 100


class RawSocket:
    """A WebSocket that sends frames and reads nothing after the handshake."""

    def __init__(self, site: Site, path: str, cookies: dict[str, str], first: bytes = b"") -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((site.host, site.port))
        self.socket.sendall(upgrade(site, path, cookies))
        self.socket.recv(1024)
        self.socket.sendall(first)
        self.socket.setblocking(False)
        self.unsent = b""

    def send(self, data: bytes) -> bool:
        """Send what fits; False once the site has ended the connection."""
        if len(self.unsent) < 65536:
            self.unsent += data
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            return False
        return True

    def flood(self, data: bytes, seconds: float) -> bool:
        """Send for so long; False once the site has ended the connection."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.send(data * 500):
                return False
            select.select([], [self.socket], [], 0.1)
        return True

    def reset(self) -> None:
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def flood_and_leave(site: Site, code: str, cookies: dict[str, str], data: bytes, wait: float) -> None:
    """Flood until the site stops reading, and leave: after a wait by closing, at once by a reset."""
    flooder = RawSocket(site, f"/ws/m/{code}/", cookies)
    flooder.flood(data, 1)
    time.sleep(wait)
    flooder.reset() if data is PONG else flooder.socket.close()


@pytest.fixture(scope="module")
def site(daphne_site: Callable[..., Site]) -> Site:
    """A site with its limits; the tests that share it stay below the limit of new guests."""
    return daphne_site()


async def test_sockets_that_die_in_a_flood_disturb_no_game(site: Site) -> None:
    """Some have the cookie of a player, others have none."""
    ana_there, bram_there, code = deal(site.url)
    async with seats(code, ana_there, bram_there, Person(site.url, "Cleo")) as (ana, bram, cleo):
        floods = [
            asyncio.create_task(asyncio.to_thread(flood_and_leave, site, code, cookies, data, wait))
            for data, wait in ((SYNC, 0.0), (EMPTY, 2.0), (PONG, 0.0))
            for cookies in (ana_there.cookies, {})
        ]
        await play_plies([ana, bram], 4)
        await soon(asyncio.gather(*floods))
        await play_plies([ana, bram], 4)
        await at_version(cleo, ana.view["version"])
        for seat in (ana, bram, cleo):
            await soon(seat.until("beat"))
    assert site.crash() == ""


async def test_endless_control_frames_and_fragments_delay_no_card(site: Site) -> None:
    """Eight visitors go on until each is disconnected; meanwhile every card is stored and shown."""
    ana, bram, code = deal(site.url)
    ways = [(PONG, b""), (FRAGMENT, FIRST_FRAGMENT)] * 4
    flooders = [RawSocket(site, f"/ws/m/{code}/", {}, first) for _, first in ways]
    floods = [
        asyncio.create_task(asyncio.to_thread(flooder.flood, data, PATIENCE))
        for flooder, (data, _) in zip(flooders, ways, strict=True)
    ]
    async with seats(code, ana, bram) as players:
        await play_plies(players, 20)
    assert not any(await asyncio.gather(*floods))
    for flooder in flooders:
        flooder.socket.close()
    assert site.crash() == ""


async def test_many_requests_for_the_view_are_answered(site: Site) -> None:
    ana_there = Person(site.url, "Ana")
    async with seats(ana_there.open_game(), ana_there) as (ana,):
        for _ in range(61):
            await ana.send(type="sync")
            await ana.send(type="here", version=ana.view["version"])
        await ana.send(type="play", card="G0", ply=0, id="after")
        assert (await soon(ana.until("refused")))["code"] == "not_started"


async def test_clients_that_do_not_read_are_disconnected_before_they_cost_memory(open_site: Site) -> None:
    """They ask for views, answer heartbeats and send pings, which are answered as well."""
    phone = Phone(open_site.url)
    phone.open_table()
    before, grown = resident_mebibytes(open_site.pid), [0.0]
    deaf = [RawSocket(open_site, f"/ws/t/{phone.code}/", phone.cookies) for _ in range(6)]

    async def ask() -> None:
        while sum(client.send(REQUESTS) for client in deaf):
            await asyncio.sleep(0.01)
            grown.append(resident_mebibytes(open_site.pid) - before)

    await soon(ask())
    for client in deaf:
        client.socket.close()
    assert max(grown) < 8, f"{max(grown)} MiB"


def resident_mebibytes(pid: int) -> float:
    """Resident MiB of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


IDLE = fault_rounds(1000, 4000)
KEPT = 64
"""Unread connections that one address may have."""
ROOM = IDLE + 200


@pytest.fixture
def raised_file_limit() -> Iterator[None]:
    """This process holds the other ends of all those connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < ROOM:
        pytest.skip("this process may not open enough connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, ROOM), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def loiter(site: Site, begun: bytes) -> list[socket.socket]:
    """Open connections on which this is sent and no more."""
    idle = []
    for _ in range(IDLE // 3):
        idle.append(dial(site))
        with suppress(ConnectionError):
            idle[-1].sendall(begun)
    return idle


def wait_for_endings(idle: list[socket.socket], wanted: int) -> None:
    """Wait until the site has ended so many of them."""
    ended = 0
    with selectors.DefaultSelector() as watch:
        for connection in idle:
            watch.register(connection, selectors.EVENT_READ)
        while ended < wanted:
            ready = watch.select(30)
            assert ready, f"the site has ended {ended} of {len(idle)}"
            for key, _ in ready:
                watch.unregister(key.fileobj)
            ended += len(ready)


@pytest.mark.usefixtures("raised_file_limit")
async def test_a_thousand_unfinished_requests_delay_no_card_and_no_page(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site)
    handshake = head(site, "GET", "/ws/m/AAAAAAAA/", Upgrade="websocket", Connection="Upgrade")
    unfinished = (
        head(site, "GET")[:-2] + b"X-Slow: ",
        handshake[:-2] + b"X-Slow: ",
        head(site, Content_Length="60000") + b"x",
    )
    ana, bram, code = deal(site.url)
    before = descriptors(site)
    idle: list[socket.socket] = []
    try:
        async with seats(code, ana, bram) as players:
            for begun in unfinished:
                idle += loiter(site, begun)
            await play_plies(players, 1)
            assert status(answer(site, head(site, "GET", Connection="close"))) == 200
            async with seats(code, Person(site.url, "Cleo")) as (watcher,):
                assert watcher.view["version"] >= 4
            wait_for_endings(idle, len(idle) - KEPT)
            await play_plies(players, 1)
            assert descriptors(site) - before < 2 * KEPT
    finally:
        for connection in idle:
            connection.close()


@pytest.mark.usefixtures("raised_file_limit")
def test_unread_connections_of_a_proxy_do_not_count_as_those_of_an_address(daphne_site: Callable[..., Site]) -> None:
    site = daphne_site(TRUSTED_IP_HEADER="X-Real-IP")
    waiting = [dial(site) for _ in range(2 * KEPT)]
    for one in waiting:
        one.sendall(head(site, "GET", X_Real_IP="203.0.113.7", Connection="close"))
    assert {status(one.recv(65536)) for one in waiting} == {200}
    for one in waiting:
        one.close()
