"""Five hundred strangers who say nothing, or a byte, over pages and over sockets: others notice nothing."""

from __future__ import annotations

import resource
import selectors
import socket
from collections.abc import Callable, Iterator

import pytest

from tests.client import Person, Seat
from tests.faults import times
from tests.live.matches import seats, soon
from tests.live.wire import answer, descriptors, dial, head, status
from tests.server import Site

pytestmark = pytest.mark.faults
CROWD = times(500, 2000)
KEPT = 64
"""Unread connections that one address may have."""
ROOM = 2 * CROWD + 200


@pytest.fixture(autouse=True)
def room_for_them() -> Iterator[None]:
    """This process holds the other ends of all those connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < ROOM:
        pytest.skip("this process may not open enough connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, ROOM), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
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
    """A crowd of connections on which this was said and no more."""
    crowd = []
    for _ in range(CROWD):
        crowd.append(dial(site))
        try:
            crowd[-1].sendall(said)
        except ConnectionError:
            continue
    return crowd


def wait_for_endings(crowd: list[socket.socket], wanted: int) -> int:
    """Wait until the site has ended so many of them."""
    ended = 0
    with selectors.DefaultSelector() as watch:
        for one in crowd:
            watch.register(one, selectors.EVENT_READ)
        while ended < wanted:
            ready = watch.select(30)
            assert ready, f"the site has ended {ended} of {len(crowd)}"
            for key, _ in ready:
                watch.unregister(key.fileobj)
            ended += len(ready)
    return ended


async def test_a_thousand_unfinished_requests(site: Site) -> None:
    ana, bram = Person(site.url, "Ana"), Person(site.url, "Bram")
    code = ana.open_game(lead="creator")
    bram.join(code)
    before = descriptors(site)
    crowd: list[socket.socket] = []
    try:
        async with seats(code, ana, bram) as (first, second):
            crowd += loiter(site, half_request(site)) + loiter(site, half_handshake(site))
            assert (await soon(first.play_any()))["type"] == "accepted"
            assert await soon(second.until("view"))
            assert status(answer(site, head(site, "GET", Connection="close"))) == 200
            async with seats(code, Person(site.url, "Cleo")) as (watcher,):
                assert watcher.view["version"] >= 4
            wait_for_endings(crowd, len(crowd) - KEPT)
            assert (await soon(reply(second)))["type"] == "accepted"
            assert descriptors(site) - before < 2 * KEPT
    finally:
        for one in crowd:
            one.close()


async def reply(seat: Seat) -> dict[str, object]:
    """The follower's card."""
    while seat.view["board"]["turn"] != seat.view["you"]:
        await seat.receive()
    return await seat.play_any()


def test_five_hundred_unfinished_bodies(site: Site) -> None:
    before = descriptors(site)
    crowd = loiter(site, half_body(site))
    try:
        assert status(answer(site, head(site, "GET", Connection="close"))) == 200
        wait_for_endings(crowd, len(crowd) - KEPT)
        assert descriptors(site) - before < 2 * KEPT
    finally:
        for one in crowd:
            one.close()


def test_behind_a_proxy_all_come_from_one_address(daphne_site: Callable[..., Site]) -> None:
    site = daphne_site(TRUSTED_IP_HEADER="X-Real-IP")
    waiting = [dial(site) for _ in range(2 * KEPT)]
    for one in waiting:
        one.sendall(head(site, "GET", X_Real_IP="203.0.113.7", Connection="close"))
    assert {status(one.recv(65536)) for one in waiting} == {200}
    for one in waiting:
        one.close()
