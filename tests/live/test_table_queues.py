"""Entries that phones kept while they were offline: each is stored once, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.faults import times
from tests.live.matches import soon, stored
from tests.live.phones import Pad, Phone, entry, pads, two_phones
from tests.server import Site

pytestmark = pytest.mark.faults
ENTRIES, BATCH = 500, 40


def queued(place: str) -> list[dict[str, Any]]:
    """The card of one place, corrected again and again; every entry builds on the one before."""
    cards = [f"D{number % 10}" for number in range(ENTRIES)]
    befores = [None, *cards]
    return [
        entry(type="log", phase=1, trick=1, place=place, card=card, instead=before)
        for card, before in zip(cards, befores, strict=False)
    ]


def kept(site: Site, code: str) -> Counter[str]:
    """How often each id of a card is in the log."""
    lines = stored(site, code)
    return Counter(line["client_id"].split(":")[1] for line in lines if line["kind"] in ("logged", "corrected"))


async def test_a_thousand_entries_of_two_phones_each_stored_once(open_site: Site) -> None:
    phones = await two_phones(open_site.url)
    queues = [queued("lead"), queued("follow")]
    async with pads(*phones) as both:
        answers = await asyncio.gather(*(send_all(pad, queue) for pad, queue in zip(both, queues, strict=True)))
    assert all(answer["type"] == "accepted" for some in answers for answer in some)
    ids = [one["id"] for queue in queues for one in queue]
    assert kept(open_site, phones[0].code) == Counter(ids)


async def send_all(pad: Pad, queue: list[dict[str, Any]]) -> list[dict[str, Any]]:
    answers = []
    for start in range(0, len(queue), BATCH):
        answers += await pad.queue(queue[start : start + BATCH])
    return answers


async def test_the_same_while_the_site_is_killed_again_and_again(daphne_site: Callable[..., Site]) -> None:
    site = await asyncio.to_thread(daphne_site, RATE_LIMITS="off")
    phones = await two_phones(site.url)
    queues = [queued("lead"), queued("follow")]
    async with asyncio.TaskGroup() as group:
        senders = [group.create_task(endure(phone, list(queue))) for phone, queue in zip(phones, queues, strict=True)]
        for _ in range(times(5, 30)):
            await asyncio.sleep(0.1 + random.random() * 0.3)
            site.kill()
            await asyncio.to_thread(site.start)
    answered = [task.result() for task in senders]
    assert answered == [[one["id"] for one in queue] for queue in queues]
    assert kept(site, phones[0].code) == Counter(one["id"] for queue in queues for one in queue)


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
