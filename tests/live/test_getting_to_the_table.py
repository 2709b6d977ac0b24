"""Coming to a table and leaving it, on a real site: seats raced for, dead phones replaced, sockets closed."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.client import Person
from tests.live.matches import farewell, soon
from tests.server import Site

SOON = 2.0
"""Seconds within which a device that lost its place is out."""


class Phone(Person):
    """A browser without a name or an account."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, ""
        self.cookies: dict[str, str] = {}
        self.get("/j")

    def open_table(self, device: str = "0") -> str:
        fields = {"first": "Ana", "second": "Bram", "depth": "every", "watch": "on"}
        return str(self.post("/t/new/", device=device, **fields)["url"].split("/")[2])

    def act(self, code: str, name: str, **fields: object) -> dict[str, Any]:
        return self.post(f"/t/{code}/{name}/", **fields)

    def invite(self, code: str) -> dict[str, Any]:
        status, body = self.get(f"/t/{code}/invite/")
        assert status == 200, body
        shown: dict[str, Any] = json.loads(body)["invite"]
        return shown

    def take(self, invite: dict[str, Any], place: str) -> dict[str, Any]:
        return self.post("/j/take/", **{"token": token(invite), "as": place})

    def at_table(self, code: str) -> connect:
        """This browser's socket at a table."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        address = self.url.replace("http", "ws", 1) + f"/ws/t/{code}/"
        return connect(address, additional_headers=headers, origin=Origin(self.url), max_queue=None)


def token(invite: dict[str, Any]) -> str:
    return str(invite["link"].split("#")[1])


async def shown(socket: ClientConnection) -> dict[str, Any]:
    """The next view of a table."""
    while True:
        message: dict[str, Any] = json.loads(await soon(socket.recv()))
        if message["type"] == "table":
            return message


@pytest.fixture
def host(open_site: Site) -> Phone:
    return Phone(open_site.url)


@pytest.fixture
def bram(open_site: Site) -> Phone:
    return Phone(open_site.url)


@pytest.fixture
def code(host: Phone, bram: Phone) -> str:
    """A table at which both sit."""
    opened = host.open_table()
    assert bram.take(host.invite(opened), "1")["ok"]
    return opened


def test_of_a_hundred_phones_at_once_one_gets_the_last_seat(open_site: Site, host: Phone, quiet_log: None) -> None:
    opened = host.open_table()
    invite = host.invite(opened)
    phones = [Phone(open_site.url) for _ in range(100)]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda phone: phone.take(invite, "1"), phones))
    assert [answer["status"] for answer in answers].count(200) == 1
    assert {answer["code"] for answer in answers if answer["status"] != 200} <= {"seat_taken", "table_full"}
    assert sum("device" in phone.cookies for phone in phones) == 1


async def test_the_table_sees_who_comes_at_once(open_site: Site, host: Phone, bram: Phone) -> None:
    opened = host.open_table()
    async with host.at_table(opened) as socket:
        assert [bool(seat["devices"]) for seat in (await shown(socket))["seats"]] == [True, False]
        await asyncio.to_thread(bram.take, host.invite(opened), "1")
        assert [bool(seat["devices"]) for seat in (await shown(socket))["seats"]] == [True, True]


@pytest.mark.parametrize("way", ["seat code", "asking", "removal"])
async def test_a_device_that_loses_its_place_is_out_within_two_seconds(
    open_site: Site, host: Phone, bram: Phone, code: str, way: str, quiet_log: None
) -> None:
    async with bram.at_table(code) as old:
        device = (await shown(old))["you"]["device"]
        started = time.monotonic()
        await asyncio.to_thread(_replace, open_site, host, code, way, device)
        reason, closed_with = await farewell(old)
        assert time.monotonic() - started < SOON
        assert (reason, closed_with) == ("removed" if way == "removal" else "seat_taken_over", 4403)
    async with bram.at_table(code) as again:
        assert (await farewell(again))[1] == 4403


def _replace(site: Site, host: Phone, code: str, way: str, device: int) -> None:
    spare = Phone(site.url)
    if way == "removal":
        assert host.act(code, "remove", device=device)["ok"]
    elif way == "seat code":
        assert spare.take(host.act(code, "seat-code", seat="1")["invite"], "1")["ok"]
    else:
        assert spare.act(code, "ask", seat="1", token=token(host.invite(code)))["ok"]
        assert host.act(code, "let-in", device=_asking(host, code), yes="1")["ok"]
        assert json.loads(spare.get(f"/t/{code}/asked/")[1])["state"] == "in"


def _asking(host: Phone, code: str) -> int:
    """The device that asks, as the host's pad shows it."""

    async def read() -> int:
        async with host.at_table(code) as socket:
            return int((await shown(socket))["requests"][0]["device"])

    return asyncio.run(read())


def test_the_site_writes_no_code_and_no_cookie_into_its_log(open_site: Site, host: Phone, bram: Phone) -> None:
    opened = host.open_table()
    invite = host.invite(opened)
    bram.post("/j/look/", token=token(invite))
    bram.post("/j/look/", code=invite["code"])
    bram.post("/j/take/", **{"token": token(invite), "as": "nonsense"})
    bram.take(invite, "1")
    written = open_site.text()
    for secret in (token(invite), invite["code"], invite["code"].replace(" ", ""), host.cookies["device"]):
        assert secret not in written
