"""Devices at a physical table on a real site: seats raced for, phones replaced or removed, and sockets closed."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.realtime.phones import Phone, pads, two_phones
from tests.realtime.sockets import farewell
from tests.site_process import Site

LIMIT = 2.0
"""Seconds within which a device that lost its place is disconnected."""


def act(phone: Phone, name: str, **fields: object) -> dict[str, Any]:
    return phone.post(f"/t/{phone.code}/{name}/", **fields)


def test_of_a_hundred_phones_at_once_a_single_phone_gets_the_last_seat(open_site: Site, quiet_log: None) -> None:
    host = Phone(open_site.url)
    code = host.open_table()
    token = host.token()
    with ThreadPoolExecutor(20) as pool:
        phones = list(pool.map(Phone, [open_site.url] * 100))
        answers = list(pool.map(lambda phone: phone.take(token, "1", code), phones))
    assert [answer["status"] for answer in answers].count(200) == 1
    assert {answer["code"] for answer in answers if answer["status"] != 200} <= {"seat_taken", "table_full"}
    assert sum("device" in phone.cookies for phone in phones) == 1


@pytest.mark.parametrize("way", ["seat code", "asking", "removal"])
async def test_a_device_that_loses_its_place_is_disconnected_within_two_seconds(
    open_site: Site, way: str, quiet_log: None
) -> None:
    host, bram = await two_phones(open_site.url)
    new = await asyncio.to_thread(Phone, open_site.url)
    async with pads(bram) as (pad,):
        began = time.monotonic()
        await asyncio.to_thread(replace_phone, host, bram, new, way, pad.view["you"]["device"])
        reason, closed_with = await farewell(pad.socket)
        assert time.monotonic() - began < LIMIT
        assert (reason, closed_with) == ("removed" if way == "removal" else "seat_taken_over", 4403)
    async with bram.phone_socket() as again:
        assert (await farewell(again))[1] == 4403
    if way != "removal":
        async with pads(new, code=host.code) as (pad,):
            assert pad.view["you"]["seats"] == [1]
            assert (await pad.asks("log", phase=1, trick=1, place="lead", card="G3"))["type"] == "accepted"


def replace_phone(host: Phone, bram: Phone, new: Phone, way: str, device: int) -> None:
    if way == "removal":
        assert act(host, "remove", device=device)["ok"]
    elif way == "seat code":
        assert new.take(bram.token(1), "1", host.code)["ok"]
    else:
        new.code = host.code
        assert act(new, "ask", seat="1", token=host.token())["ok"]
        assert act(bram, "let-in", device=asyncio.run(requesting_device(host)), yes="1")["ok"]
        assert json.loads(new.get(f"/t/{host.code}/asked/")[1])["state"] == "in"


async def requesting_device(host: Phone) -> int:
    """The device that asks for a seat, as the host's pad shows it."""
    async with pads(host) as (pad,):
        return int(pad.view["requests"][0]["device"])


def test_the_log_contains_no_code_and_no_cookie(open_site: Site) -> None:
    host, bram = Phone(open_site.url), Phone(open_site.url)
    code = host.open_table()
    invite = json.loads(host.get(f"/t/{code}/invite/")[1])["invite"]
    token = host.token()
    bram.post("/j/look/", token=token)
    bram.post("/j/look/", code=invite["code"])
    bram.post("/j/take/", **{"token": token, "as": "nonsense"})
    bram.take(token, "1", code)
    written = open_site.text()
    for secret in (token, invite["code"], invite["code"].replace(" ", ""), host.cookies["device"]):
        assert secret not in written
