"""Phones at a physical table over real sockets: Ana's opened it, Bram's scanned its code, Cleo's belongs nowhere."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from tests.live.matches import farewell, soon, stored
from tests.live.phones import Pad, Phone, entry, pads, two_phones
from tests.server import Site

pytestmark = pytest.mark.usefixtures("quiet_log")

MESSAGES: list[dict[str, Any]] = [
    {"type": "log", "phase": 1, "trick": 1, "place": "lead", "card": "G3"},
    {"type": "undo", "number": 1},
    {"type": "stand", "slip": "x"},
    {"type": "lead", "seat": 0},
    {"type": "state_leader", "phase": 1, "trick": 2, "seat": 1},
    {"type": "undead", "seat": 0, "card": "U5"},
    {"type": "pile", "faction": "G", "counts": [5, 4]},
    {"type": "depth", "depth": "piles"},
    {"type": "close"},
    {"type": "confirm", "seat": 0, "accept": True},
    {"type": "rematch"},
    {"type": "name", "seat": 0, "name": "Anna"},
]


BAD = ("{", "[]", '{"type":"log"}', '{"type":"play","card":"G3","ply":0,"id":"x"}', '{"type":"entries","items":[]}')


def log(place: str, card: str | None, trick: int = 1, **fields: Any) -> dict[str, Any]:
    return entry(type="log", phase=1, trick=trick, place=place, card=card, **fields)


async def test_what_one_phone_logs_the_other_sees_within_a_second(open_site: Site) -> None:
    async with pads(*await two_phones(open_site.url)) as (ana, bram):
        began = time.monotonic()
        answer = await ana.asks("log", phase=1, trick=1, place="lead", card="G3")
        view = await bram.at(answer["version"])
        assert time.monotonic() - began < 1
        assert view["tricks"][0]["lead"] == "G3"


async def test_two_phones_disagree(open_site: Site) -> None:
    async with pads(*await two_phones(open_site.url)) as (ana, bram):
        await ana.queue([entry(type="lead", seat=0), log("follow", "G7")])
        told = await bram.asks("log", phase=1, trick=1, place="follow", card="G8")
        assert (told["code"], told["there"]) == ("already_logged", "G7")
        assert told["slot"] == {"phase": 1, "trick": 1, "place": "follow"}
        assert told["message"] == "Bram's card is logged as Goblin 7. Change it to Goblin 8?"
        answer = await bram.asks("log", phase=1, trick=1, place="follow", card="G8", instead="G7")
        view = await ana.at(answer["version"])
        assert [(change["was"], change["now"]) for change in view["changes"]] == [("G7", "G8")]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message["type"])
async def test_a_foreign_phone_may_watch_and_nothing_else(open_site: Site, message: dict[str, Any]) -> None:
    ana, _ = await two_phones(open_site.url)
    cleo = await asyncio.to_thread(Phone, open_site.url)
    async with pads(cleo, code=ana.code) as (pad,):
        assert pad.view["you"]["device"] is None
        (answer,) = await pad.queue([entry(**message)])
        assert (answer["type"], answer["code"]) == ("refused", "not_at_table")
        assert (await pad.asks(**without(message)))["code"] == "not_at_table"
    assert {line["kind"] for line in stored(open_site, ana.code)} == {"opened", "placed"}


def without(message: dict[str, Any]) -> dict[str, Any]:
    return {("kind" if key == "type" else key): value for key, value in message.items()}


async def test_a_table_without_watchers_closes_for_a_foreign_phone(open_site: Site) -> None:
    ana = await asyncio.to_thread(Phone, open_site.url)
    code = await asyncio.to_thread(ana.open_table, watch="")
    cleo = await asyncio.to_thread(Phone, open_site.url)
    async with cleo.phone_socket(code) as socket:
        assert await farewell(socket) == ("may_not_watch", 4403)
    async with pads(ana) as (pad,):
        assert pad.view["you"]["host"]


async def test_no_such_table(open_site: Site, table: str) -> None:
    cleo = await asyncio.to_thread(Phone, open_site.url)
    for code in ("ZZZZZZZZ", table):
        async with cleo.phone_socket(code) as socket:
            assert await farewell(socket) == ("no_such_game", 4404)


async def test_a_replaced_phone_loses_the_seat_within_two_seconds(open_site: Site) -> None:
    ana, bram = await two_phones(open_site.url)
    new = await asyncio.to_thread(Phone, open_site.url)
    async with bram.phone_socket() as old:
        token = await asyncio.to_thread(ana.token, 1)
        answer = await asyncio.to_thread(new.take, token, "1", ana.code)
        assert answer["status"] == 200
        began = time.monotonic()
        assert await farewell(old) == ("seat_taken_over", 4403)
        assert time.monotonic() - began < 2
    async with bram.phone_socket() as again:
        assert await farewell(again) == ("seat_taken_over", 4403)
    async with pads(new) as (pad,):
        assert pad.view["you"]["seats"] == [1]
        assert (await pad.asks("log", phase=1, trick=1, place="lead", card="G3"))["type"] == "accepted"


async def test_a_phone_sent_away_is_gone_within_two_seconds(open_site: Site) -> None:
    ana, bram = await two_phones(open_site.url)
    async with pads(bram) as (pad,):
        began = time.monotonic()
        await asyncio.to_thread(ana.post, f"/t/{ana.code}/remove/", device=pad.view["you"]["device"])
        assert await farewell(pad.socket) == ("removed", 4403)
        assert time.monotonic() - began < 2


async def test_the_beat_tells_which_devices_are_here(open_site: Site) -> None:
    phones = await two_phones(open_site.url)
    async with pads(phones[0]) as (ana,):
        mine = ana.view["you"]["device"]
        async with pads(phones[1]) as (bram,):
            both = sorted([mine, bram.view["you"]["device"]])
            while sorted(ana.beat.get("here", ())) != both:
                await soon(ana.receive())


async def test_bad_frames_get_a_sentence_each_and_then_an_end(open_site: Site) -> None:
    phones = await two_phones(open_site.url)
    async with pads(phones[0]) as (ana,):
        for bad in (
            "{",
            "[]",
            '{"type":"log"}',
            '{"type":"play","card":"G3","ply":0,"id":"x"}',
            '{"type":"entries","items":[]}',
        ):
            await ana.socket.send(bad)
            (told,) = await ana.answers(1)
            assert (told["code"], told["id"]) == ("bad_message", None)
        for _ in range(30):
            await ana.socket.send("{")
        assert await farewell(ana.socket) == ("too_many_bad", 4400)


async def test_the_other_blind_card_never_reaches_a_phone_or_a_watcher(open_site: Site) -> None:
    phones = await two_phones(open_site.url)
    cleo = await asyncio.to_thread(Phone, open_site.url)
    async with pads(*phones) as (ana, bram), pads(cleo, code=phones[0].code) as (watcher,):
        heard = [Listening(bram), Listening(watcher)]
        await ana.queue([entry(type="lead", seat=0), log("revealed", "U5"), log("lead", "G3"), log("follow", "G7")])
        await ana.queue([log("blind", "D4"), log("blind", "D6", instead="D4"), log("blind", "D8")])
        told = await bram.asks("log", phase=1, trick=1, place="blind", card="D6")
        answer = await ana.asks("log", phase=1, trick=2, place="revealed", card="K2")
        for pad in (ana, bram, watcher):
            await pad.at(answer["version"])
        assert told["code"] == "not_your_seat"
        assert ana.view["tricks"][0]["blind"] == "D6"
    for one in heard:
        assert one.frames
        assert not any("Dwarf 6" in frame or '"blind":"D' in frame or "Dwarf 4" in frame for frame in one.frames)


class Listening:
    """Keeps every frame that a pad gets, as it came."""

    def __init__(self, pad: Pad) -> None:
        self.frames: list[str] = []
        receive = pad.receive

        async def keep() -> dict[str, Any]:
            message = await receive()
            self.frames.append(json.dumps(message, separators=(",", ":")))
            return message

        pad.receive = keep  # type: ignore[method-assign]


async def test_a_rematch_takes_the_word_of_both(open_site: Site) -> None:
    phones = await two_phones(open_site.url, depth="piles")
    async with pads(*phones) as (ana, bram):
        await ana.queue([entry(type="pile", faction=letter, counts=[5, 3]) for letter in "GKUDP"])
        answer = await bram.asks("rematch")
        view = await ana.at(answer["version"])
        assert (view["again"], view["rematch"]) == ([None, True], None)
        answer = await ana.asks("rematch")
        view = await bram.at(answer["version"])
        code = view["rematch"]
    async with pads(*phones, code=code) as (ana, bram):
        assert [pad.view["you"]["seats"] for pad in (ana, bram)] == [[0], [1]]
        assert (ana.view["status"], ana.view["you"]["host"]) == ("gathering", True)
