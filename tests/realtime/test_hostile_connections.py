"""Strangers who flood, do not read, send half a request or come and go: everybody else is served."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import resource
import select
import selectors
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.typing import Origin

from tests.client import Person, Seat
from tests.realtime.phones import Phone
from tests.realtime.raw_http import answer, descriptors, dial, head, status
from tests.realtime.sockets import PATIENCE, at_version, play_plies, seats, soon
from tests.repetitions import fault_rounds
from tests.site_process import Site

pytestmark = pytest.mark.faults


SYNC = Frame(Opcode.TEXT, b'{"type":"sync"}').serialize(mask=True)
EMPTY = Frame(Opcode.TEXT, b"{}").serialize(mask=True)
PONG = Frame(Opcode.PONG, b"").serialize(mask=True)
FRAGMENT = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
FIRST_FRAGMENT = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True)


class Flooder:
    """A socket at a game that sends the same frame again and again and reads nothing."""

    def __init__(self, site: Site, code: str, cookies: dict[str, str], first: bytes = b"") -> None:
        self.socket = socket.create_connection((site.host, site.port), PATIENCE)
        lines = [f"GET /ws/m/{code}/ HTTP/1.1", f"Host: {site.host}:{site.port}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Origin: {site.url}"]
        lines += [f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        lines += [f"Cookie: {'; '.join(f'{name}={value}' for name, value in cookies.items())}", "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.socket.recv(4096)
        self.socket.sendall(first)
        self.socket.setblocking(False)

    def flood(self, frame: bytes, seconds: float) -> bool:
        """Send for so long; False once the site has ended the connection."""
        data, unsent, end = frame * 500, b"", time.monotonic() + seconds
        while time.monotonic() < end:
            unsent = unsent or data
            try:
                unsent = unsent[self.socket.send(unsent) :]
            except BlockingIOError:
                select.select([], [self.socket], [], 0.1)
            except OSError:
                return False
        return True

    def close(self) -> None:
        self.socket.close()

    def reset(self) -> None:
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def die(site: Site, code: str, cookies: dict[str, str], frame: bytes, seconds: float, wait: float) -> None:
    """Flood until the site stops reading, and be gone: after a wait by closing, at once by a reset."""
    flooder = Flooder(site, code, cookies)
    flooder.flood(frame, seconds)
    time.sleep(wait)
    flooder.reset() if frame is PONG else flooder.close()


@pytest.fixture(scope="module")
def flooded_site(daphne_site: Callable[..., Site]) -> Site:
    """With its limits; the tests that share it stay below that of new guests."""
    return daphne_site()


async def test_sockets_that_die_in_a_flood_keep_nobody_from_their_game(flooded_site: Site) -> None:
    """Some bring a player's cookie, others none."""
    site = flooded_site
    ana_there, bram_there, cleo_there = (Person(site.url, name) for name in ("Ana", "Bram", "Cleo"))
    code = ana_there.open_game(lead="creator")
    bram_there.join(code)
    async with seats(code, ana_there, bram_there, cleo_there) as (ana, bram, cleo):
        ways = [(SYNC, 1.0, 0.0), (EMPTY, 1.0, 2.0), (PONG, 1.0, 0.0)]
        deaths = [
            asyncio.create_task(asyncio.to_thread(die, site, code, cookies, *way))
            for way in ways
            for cookies in (ana_there.cookies, {})
        ]
        await play_plies([ana, bram], 4)
        await soon(asyncio.gather(*deaths))
        await play_plies([ana, bram], 4)
        await at_version(cleo, ana.view["version"])
        for seat in (ana, bram, cleo):
            for _ in range(2):
                await soon(seat.until("beat"))
    assert site.crash() == ""


async def test_endless_control_frames_and_fragments_hold_no_card_up(flooded_site: Site) -> None:
    """Eight strangers go on until each is sent away; meanwhile every card is stored and shown."""
    site = flooded_site
    ana_there, bram_there = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana_there.open_game(lead="creator")
    bram_there.join(code)
    ways = [(PONG, b""), (FRAGMENT, FIRST_FRAGMENT)] * 4
    flooders = [Flooder(site, code, {}, first) for _, first in ways]
    floods = [
        asyncio.create_task(asyncio.to_thread(one.flood, frame, PATIENCE))
        for one, (frame, _) in zip(flooders, ways, strict=True)
    ]
    async with seats(code, ana_there, bram_there) as players:
        await play_plies(players, 20)
    assert not any(await asyncio.gather(*floods))
    for one in flooders:
        one.close()
    assert site.crash() == ""


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


async def test_who_asks_and_asks_is_answered_and_stays(flooded_site: Site) -> None:
    ana_there = Person(flooded_site.url, "Ana")
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
    before, grown = resident_mebibytes(open_site.pid), [0.0]
    with ExitStack() as stack:
        deaf = [stack.enter_context(Deaf(open_site, phone)) for _ in range(6)]

        async def pester() -> None:
            while sum(one.pester() for one in deaf) < len(deaf):
                await asyncio.sleep(0.01)
                grown.append(resident_mebibytes(open_site.pid) - before)

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


def resident_mebibytes(pid: int) -> float:
    """Resident MiB of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


IDLE = fault_rounds(500, 2000)
KEPT = 64
"""Unread connections that one address may have."""
ROOM = 2 * IDLE + 200


@pytest.fixture
def raised_file_limit() -> Iterator[None]:
    """This process holds the other ends of all those connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < ROOM:
        pytest.skip("this process may not open enough connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, ROOM), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def site(daphne_site: Callable[..., Site]) -> Site:
    """With its limits, which count by address."""
    return daphne_site()


def half_request(site: Site) -> bytes:
    return head(site, "GET")[:-2] + b"X-Slow: "


def half_handshake(site: Site) -> bytes:
    return head(site, "GET", "/ws/m/AAAAAAAA/", Upgrade="websocket", Connection="Upgrade")[:-2] + b"X-Slow: "


def half_body(site: Site) -> bytes:
    return head(site, Content_Length="60000") + b"x"


def loiter(site: Site, said: bytes) -> list[socket.socket]:
    """Connections on which this was sent and no more."""
    idle = []
    for _ in range(IDLE):
        idle.append(dial(site))
        try:
            idle[-1].sendall(said)
        except ConnectionError:
            continue
    return idle


def wait_for_endings(idle: list[socket.socket], wanted: int) -> int:
    """Wait until the site has ended so many of them."""
    ended = 0
    with selectors.DefaultSelector() as watch:
        for one in idle:
            watch.register(one, selectors.EVENT_READ)
        while ended < wanted:
            ready = watch.select(30)
            assert ready, f"the site has ended {ended} of {len(idle)}"
            for key, _ in ready:
                watch.unregister(key.fileobj)
            ended += len(ready)
    return ended


@pytest.mark.usefixtures("raised_file_limit")
async def test_a_thousand_unfinished_requests(site: Site) -> None:
    ana, bram = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana.open_game(lead="creator")
    bram.join(code)
    before = descriptors(site)
    idle: list[socket.socket] = []
    try:
        async with seats(code, ana, bram) as (first, second):
            idle += loiter(site, half_request(site)) + loiter(site, half_handshake(site))
            assert (await soon(first.play_any()))["type"] == "accepted"
            assert await soon(second.until("card"))
            assert status(answer(site, head(site, "GET", Connection="close"))) == 200
            async with seats(code, Person(site.url, "Cleo")) as (watcher,):
                assert watcher.view["version"] >= 4
            wait_for_endings(idle, len(idle) - KEPT)
            assert (await soon(reply(second)))["type"] == "accepted"
            assert descriptors(site) - before < 2 * KEPT
    finally:
        for one in idle:
            one.close()


async def reply(seat: Seat) -> dict[str, object]:
    """The follower's card."""
    while seat.view["board"]["turn"] != seat.view["you"]:
        await seat.receive()
    return await seat.play_any()


@pytest.mark.usefixtures("raised_file_limit")
def test_five_hundred_unfinished_bodies(site: Site) -> None:
    before = descriptors(site)
    idle = loiter(site, half_body(site))
    try:
        assert status(answer(site, head(site, "GET", Connection="close"))) == 200
        wait_for_endings(idle, len(idle) - KEPT)
        assert descriptors(site) - before < 2 * KEPT
    finally:
        for one in idle:
            one.close()


@pytest.mark.usefixtures("raised_file_limit")
def test_behind_a_proxy_all_come_from_one_address(daphne_site: Callable[..., Site]) -> None:
    site = daphne_site(TRUSTED_IP_HEADER="X-Real-IP")
    waiting = [dial(site) for _ in range(2 * KEPT)]
    for one in waiting:
        one.sendall(head(site, "GET", X_Real_IP="203.0.113.7", Connection="close"))
    assert {status(one.recv(65536)) for one in waiting} == {200}
    for one in waiting:
        one.close()
