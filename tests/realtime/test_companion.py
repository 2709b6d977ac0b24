"""Phones at a physical table over real sockets: what each may see and log, a whole game, and entries made offline."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from games.rules.scoring import compute_outcome
from games.rules.state import State
from tests.realtime.phones import Pad, Phone, entry, pads, taps, two_phones
from tests.realtime.sockets import farewell, soon, stored
from tests.repetitions import fault_rounds
from tests.rules.random_games import random_game
from tests.site_process import Site

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


def log(place: str, card: str | None, trick: int = 1, **fields: Any) -> dict[str, Any]:
    return entry(type="log", phase=1, trick=trick, place=place, card=card, **fields)


async def test_a_logged_card_is_shown_on_the_other_phone_within_a_second(open_site: Site) -> None:
    async with pads(*await two_phones(open_site.url)) as (ana, bram):
        began = time.monotonic()
        answer = await ana.asks("log", phase=1, trick=1, place="lead", card="G3")
        view = await bram.at(answer["version"])
        assert time.monotonic() - began < 1
        assert view["tricks"][0]["lead"] == "G3"


async def test_a_foreign_phone_may_only_watch(open_site: Site) -> None:
    ana, _ = await two_phones(open_site.url)
    cleo = await asyncio.to_thread(Phone, open_site.url)
    async with pads(cleo, code=ana.code) as (pad,):
        assert pad.view["you"]["device"] is None
        for message in MESSAGES:
            (answer,) = await pad.queue([entry(**message)])
            assert (answer["type"], answer["code"]) == ("refused", "not_at_table"), message
            fields = {name: value for name, value in message.items() if name != "type"}
            assert (await pad.asks(message["type"], **fields))["code"] == "not_at_table"
    assert {line["kind"] for line in stored(open_site, ana.code)} == {"opened", "placed"}


async def test_a_private_table_and_an_unknown_code_close_the_socket(open_site: Site, table: str) -> None:
    ana, cleo = await asyncio.to_thread(Phone, open_site.url), await asyncio.to_thread(Phone, open_site.url)
    private = await asyncio.to_thread(ana.open_table, watch="")
    for code, farewell_of in (
        (private, ("may_not_watch", 4403)),
        ("ZZZZZZZZ", ("no_such_game", 4404)),
        (table, ("no_such_game", 4404)),
    ):
        async with cleo.phone_socket(code) as socket:
            assert await farewell(socket) == farewell_of
    async with pads(ana) as (pad,):
        assert pad.view["you"]["host"]


async def test_the_heartbeat_shows_which_devices_are_here(open_site: Site) -> None:
    phones = await two_phones(open_site.url)
    async with pads(phones[0]) as (ana,):
        mine = ana.view["you"]["device"]
        async with pads(phones[1]) as (bram,):
            both = sorted([mine, bram.view["you"]["device"]])
            while sorted(ana.beat.get("here", ())) != both:
                await soon(ana.receive())
            assert sorted(ana.beat["here"]) == both


async def test_bad_frames_are_refused_and_then_close_the_socket(open_site: Site) -> None:
    phones = await two_phones(open_site.url)
    async with pads(phones[0]) as (ana,):
        play = '{"type":"play","card":"G3","ply":0,"id":"x"}'
        for bad in ("{", "[]", '{"type":"log"}', play, '{"type":"entries","items":[]}'):
            await ana.socket.send(bad)
            (refusal,) = await ana.answers(1)
            assert (refusal["code"], refusal["id"]) == ("bad_message", None)
        for _ in range(30):
            await ana.socket.send("{")
        assert await farewell(ana.socket) == ("too_many_bad", 4400)


async def test_a_blind_card_reaches_only_its_owner(open_site: Site) -> None:
    phones = await two_phones(open_site.url)
    cleo = await asyncio.to_thread(Phone, open_site.url)
    async with pads(*phones) as (ana, bram), pads(cleo, code=phones[0].code) as (watcher,):
        recorders = [Recorder(bram), Recorder(watcher)]
        await ana.queue([entry(type="lead", seat=0), log("revealed", "U5"), log("lead", "G3"), log("follow", "G7")])
        await ana.queue([log("blind", "D4"), log("blind", "D6", instead="D4"), log("blind", "D8")])
        refusal = await bram.asks("log", phase=1, trick=1, place="blind", card="D6")
        answer = await ana.asks("log", phase=1, trick=2, place="revealed", card="K2")
        for pad in (ana, bram, watcher):
            await pad.at(answer["version"])
        assert refusal["code"] == "not_your_seat"
        assert ana.view["tricks"][0]["blind"] == "D6"
    for recorder in recorders:
        recorder.check_no_dwarf()


async def test_the_opponent_cannot_give_away_a_seat_whose_phone_is_here(open_site: Site) -> None:
    ana, bram = await two_phones(open_site.url)
    second = await asyncio.to_thread(Phone, open_site.url)
    acts = f"/t/{ana.code}"
    async with pads(ana, bram) as (hers, his):
        recorder = Recorder(his)
        await hers.queue([entry(type="lead", seat=0), log("lead", "G9"), log("follow", "K4"), log("blind", "D6")])
        made = await asyncio.to_thread(bram.post, f"{acts}/seat-code/", seat=0)
        await asyncio.to_thread(second.post, f"{acts}/ask/", seat=0, token=await asyncio.to_thread(ana.token))
        while not his.view["requests"]:
            await soon(his.receive())
        (request,) = his.view["requests"]
        let_in = await asyncio.to_thread(bram.post, f"{acts}/let-in/", device=request["device"], yes=1)
        refusals = [(answer["status"], answer["code"]) for answer in (made, let_in)]
        assert refusals == [(403, "not_your_seat"), (409, "seat_in_use")]
        assert his.view["seats"][0]["devices"] == [hers.view["you"]["device"]]

        await asyncio.to_thread(ana.post, f"{acts}/let-in/", device=request["device"], yes=1)
        assert await farewell(hers.socket) == ("seat_taken_over", 4403)
        while not his.view["handovers"]:
            await soon(his.receive())
        (handover,) = his.view["handovers"]
        assert (handover["seat"], handover["ground"], handover["blinds"]) == (0, "agreed", 1)
        async with pads(second, code=ana.code) as (new,):
            assert (new.view["tricks"][0]["blind"], new.view["you"]["host"]) == ("D6", True)
            assert new.view["handovers"] == his.view["handovers"]
    recorder.check_no_dwarf()


class Recorder:
    """Records every frame that a pad receives."""

    def __init__(self, pad: Pad) -> None:
        self.frames: list[str] = []
        receive = pad.receive

        async def keep() -> dict[str, Any]:
            message = await receive()
            self.frames.append(json.dumps(message, separators=(",", ":")))
            return message

        pad.receive = keep  # type: ignore[method-assign]

    def check_no_dwarf(self) -> None:
        """Check that no frame names a blind card; all of them are Dwarves."""
        assert self.frames
        assert not any(re.search(r'Dwarf [46]|"blind":"D', frame) for frame in self.frames)


@pytest.mark.pythons
async def test_a_whole_game_ends_on_every_device_as_it_did_on_the_table(open_site: Site) -> None:
    state: State = random_game(8)[-1]
    phones = await two_phones(open_site.url)
    tablet = await asyncio.to_thread(Phone, open_site.url)
    async with pads(*phones) as both, pads(tablet, code=phones[0].code) as (screen,):
        await both[0].queue([entry(type="lead", seat=state.tricks[0].leader)])
        for trick in state.tricks:
            for seat, tap in taps(trick):
                (answer,) = await both[seat].queue([tap])
                assert answer["type"] == "accepted", answer
            for pad in (*both, screen):
                tricks = (await pad.at(answer["version"]))["tricks"]
                now = next(one for one in tricks if (one["phase"], one["number"]) == (trick.phase, trick.number))
                assert now["winner"] == trick.winner
        end = compute_outcome(state)
        assert end is not None
        for pad in (*both, screen):
            assert pad.view["status"] == "finished"
            assert (pad.view["result"]["winner"], tuple(pad.view["result"]["votes"])) == (end.winner, end.votes)
            assert not pad.view["slips"]
    assert sum(line["kind"] == "logged" for line in stored(open_site, phones[0].code)) == 78


ENTRIES = 250


def queued(place: str) -> list[dict[str, Any]]:
    """The card of one place, corrected again and again; every entry builds on the one before."""
    cards = [f"D{number % 10}" for number in range(ENTRIES)]
    befores = [None, *cards]
    return [
        entry(type="log", phase=1, trick=1, place=place, card=card, instead=before)
        for card, before in zip(cards, befores, strict=False)
    ]


def stored_ids(site: Site, code: str) -> Counter[str]:
    """How often each id of a card is in the log."""
    lines = stored(site, code)
    return Counter(line["client_id"].split(":")[1] for line in lines if line["kind"] in ("logged", "corrected"))


@pytest.mark.faults
async def test_entries_are_stored_once_although_the_site_is_killed(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site, RATE_LIMITS="off")
    phones = await two_phones(site.url)
    queues = [queued("lead"), queued("follow")]
    async with asyncio.TaskGroup() as group:
        senders = [group.create_task(endure(phone, list(queue))) for phone, queue in zip(phones, queues, strict=True)]
        for _ in range(fault_rounds(3, 30)):
            await asyncio.sleep(0.1 + random.random() * 0.3)
            site.kill()
            await asyncio.to_thread(site.start)
    answered = [task.result() for task in senders]
    assert answered == [[one["id"] for one in queue] for queue in queues]
    assert stored_ids(site, phones[0].code) == Counter(one["id"] for queue in queues for one in queue)


async def endure(phone: Phone, waiting: list[dict[str, Any]]) -> list[str]:
    """Send what waits until all of it was accepted, over as many connections as that takes; the ids in order."""
    done: list[str] = []
    while waiting:
        try:
            async with phone.phone_socket(open_timeout=5) as socket:
                pad = Pad(socket)
                while waiting:
                    size = random.randint(1, 8)
                    for answer in await soon(pad.queue(waiting[:size])):
                        assert answer["type"] == "accepted", answer
                        assert answer["id"] == waiting[0]["id"]
                        done.append(waiting.pop(0)["id"])
        except (OSError, WebSocketException, TimeoutError):
            await asyncio.sleep(0.1)
    return done
