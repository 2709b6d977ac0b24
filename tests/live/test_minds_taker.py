"""A process that only thinks: it takes what it can begin, in turn, and ends with what is under way."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import Future

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from redis import Redis as Client

from games.rules.record import Record
from games.run import elsewhere
from games.run.elsewhere import Elsewhere, channel
from games.run.taker import Taker
from games.services.minds import jobs
from games.services.minds.turn import Question
from tests.live.servers import Redis
from tests.live.thinkers import (
    DEAL,
    HERE,
    SOON,
    Own,
    _queue,
    asking,
    impatient,
    key,
    of,
    played,
    question,
    redis,
    taking,
)

__all__ = ["_queue", "redis"]

pytestmark = pytest.mark.redis


def test_games_are_answered_in_turn_however_often_each_asks() -> None:
    async def scene() -> None:
        order: list[int] = []

        async def plays(asks: Elsewhere, number: int) -> None:
            for _ in range(4):
                await of(asks.ask(question(number)))
                order.append(number)

        async with asking(Own()) as asks:
            waiting = [asyncio.ensure_future(plays(asks, number)) for number in range(20)]
            async with taking(Own()):
                await asyncio.gather(*waiting)
        for at in range(len(order)):
            told = Counter(order[: at + 1])
            assert max(told.values()) - min(told[number] for number in range(20)) <= 2

    played(scene)


def test_a_worker_takes_no_more_than_it_can_begin(redis: Redis) -> None:
    async def scene() -> None:
        class Busy(Own):
            def ask(self, question: Question) -> Future[str]:
                self.asked.append(question)
                return Future()

        busy, record = Busy(), Record(("", ""), DEAL.leader, DEAL.hands, DEAL.deck, ())
        queue = elsewhere.layer()
        for seed in range(3):
            job = jobs.think(question(seed))
            await queue.send(channel(job.kind), {"id": seed, "reply": "x", "what": job.what, "told": job.told})
        taker = asyncio.ensure_future(Taker(queue, busy, 1).run())
        async with asking(Own()) as asks:
            # Each of these goes there and back, and meanwhile another card could be taken.
            for _ in range(5):
                await of(asks.look_back(record, 0))
            assert Client.from_url(redis.url).zcard(key()) == 2
        assert len(busy.asked) == 1
        taker.cancel()
        for task in asyncio.all_tasks() - {asyncio.current_task(), taker}:
            task.cancel()

    played(scene)


def test_a_worker_that_is_told_to_end_does_what_is_under_way_and_no_more() -> None:
    async def scene() -> None:
        class Busy(Own):
            def ask(self, question: Question) -> Future[str]:
                self.asked.append(question)
                begun.set()
                return thought

        begun, thought, busy = asyncio.Event(), Future[str](), Busy()
        async with asking(Own()) as asks:
            waiting = [of(asks.ask(question(seed))) for seed in range(2)]
            taker = asyncio.ensure_future(Taker(elsewhere.layer(), busy, 1).run())
            await begun.wait()
            taker.cancel()
            await asyncio.sleep(0)
            thought.set_result("D4")
            assert await asyncio.wait_for(asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED), SOON)
            await asyncio.wait([taker])
        assert [one.result() for one in waiting if one.done()] == ["D4"]
        assert len(busy.asked) == 1

    played(scene)


def test_the_command_wants_a_redis_and_a_process(settings: LazySettings) -> None:
    with pytest.raises(CommandError, match="Choose one process"):
        call_command("minds", processes=0)
    settings.CHANNEL_URL = ""
    with pytest.raises(CommandError, match="Set CHANNEL_URL"):
        call_command("minds")


def test_a_worker_of_another_release_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        theirs, own = Own(), Own()
        impatient(monkeypatch)
        with monkeypatch.context() as patch:
            patch.setattr(jobs, "release", lambda: "older")
            taker = Taker(elsewhere.layer(), theirs, 1)
        task = asyncio.ensure_future(taker.run())
        async with asking(own) as asks:
            assert await of(asks.ask(question())) == HERE
        task.cancel()
        await asyncio.wait([task])
        assert theirs.asked == []

    played(scene)
