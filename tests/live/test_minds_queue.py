"""Thinking on other machines: a job may be lost or done twice, and the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

import pytest
from asgiref.sync import sync_to_async
from channels_redis.core import RedisChannelLayer
from django.conf import LazySettings
from redis import Redis as Client
from redis.client import Monitor

from games.minds.review.parts import step
from games.models import Game, User
from games.run import elsewhere, minds
from games.run.elsewhere import Elsewhere, channel
from games.services.minds import jobs, pace, turn, worker
from games.services.minds.sitting import begin
from games.services.minds.turn import Question, Turn
from games.stories.online_kinds import Kind
from tests.live.servers import Redis
from tests.live.thinkers import (
    HERE,
    Own,
    _queue,
    asking,
    done,
    impatient,
    key,
    machine,
    of,
    played,
    question,
    redis,
    taking,
)
from tests.services.plays import match_of, play_at_once, play_out, state_of

__all__ = ["_queue", "redis"]

pytestmark = pytest.mark.redis


@pytest.mark.django_db(transaction=True)
def test_what_a_worker_finds_is_what_this_process_would_and_one_that_is_killed_is_missed_by_nobody(
    redis: Redis, tmp_path: Path, settings: LazySettings, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_at_once(game)
    record = match_of(game).record()

    async def scene() -> None:
        own = Own()
        with machine(redis, tmp_path, settings.SECRET_KEY) as other:
            async with asking(own) as asks:
                told = question()
                parts = told.knowledge, told.level, told.seed, told.draw
                assert await of(asks.ask(told)) == worker.think(*parts)
                assert await of(asks.advise(told)) == worker.advise(*parts)
                assert await of(asks.look_back(record, 50)) == step(record, 50)
                assert own.asked == []
                impatient(monkeypatch)
                await killed_at_work(other, asks, told, redis)
        assert own.asked == [told]

    played(scene)


async def killed_at_work(other: subprocess.Popen[str], asks: Elsewhere, told: Question, redis: Redis) -> None:
    """A worker takes a job, and ends before it has an answer."""
    for one in thinking(other.pid):
        os.kill(one, signal.SIGSTOP)
    with watching(redis) as said:
        lost = of(asks.ask(told))
        await asyncio.to_thread(taken, said)
    stopped = thinking(other.pid)
    other.kill()
    for one in stopped:
        os.kill(one, signal.SIGCONT)
    assert await lost == HERE


def thinking(pid: int) -> list[int]:
    """The processes of a worker."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def watching(redis: Redis) -> Monitor:
    """All that Redis is told from now on."""
    return cast("Monitor", cast("Any", Client.from_url(redis.url)).monitor())


def taken(said: Monitor) -> None:
    """Until somebody has taken a job from the queue: then it is struck off those that are on their way."""
    for command in cast("Any", said).listen():
        if command["command"].startswith(f"ZPOPMIN {key()}"):
            return


def test_without_any_worker_a_process_thinks_itself_and_does_not_wait_a_second_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    impatient(monkeypatch)

    async def scene() -> None:
        own = Own()
        async with asking(own) as asks:
            assert await of(asks.ask(question(1))) == HERE
            asks._queue = None
            assert await of(asks.ask(question(2))) == HERE
            assert len(own.asked) == 2

    played(scene)


def test_without_redis_as_well(redis: Redis) -> None:
    async def scene() -> None:
        own = Own()
        redis.kill()
        try:
            async with asking(own) as asks:
                assert await of(asks.ask(question())) == HERE
        finally:
            redis.start()

    async def quiet() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RedisChannelLayer, "flush", nothing)
            await scene()

    played(quiet)


async def nothing(*args: object) -> None: ...


def test_where_too_many_wait_the_next_one_is_thought_of_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "ROOM", 1)

    async def scene() -> None:
        async with asking(Own()) as asks:
            await asks._queue.send(channel(jobs.CARDS), {})
            assert await of(asks.ask(question())) == HERE

    played(scene)


def test_nobody_reads_a_job_in_redis(redis: Redis) -> None:
    async def scene() -> None:
        job = jobs.think(question())
        await elsewhere.layer().send(channel(job.kind), {"what": job.what, "told": job.told})

    played(scene)
    (stored,) = Client.from_url(redis.url).zrange(key(), 0, -1)
    assert b"knowledge" not in stored
    assert b"page" not in stored


def thinks(asks: Elsewhere) -> minds.Think:
    async def think(question: Question) -> str:
        return await of(asks.ask(question))

    return think


@pytest.mark.django_db(transaction=True)
def test_a_card_that_two_processes_ask_for_is_played_once(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "left", lambda whole, gone: 0.0)
    game = begin(ana, "squire")
    if turn.due(match_of(game)) is None:
        play_out(game, 1)
    ply, put = state_of(game).ply, []

    async def scene() -> None:
        both = asyncio.Event()

        class First(Own):
            def ask(self, question: Question) -> Future[str]:
                return done(str(question.knowledge.legal[0]))

        async def play(now: Turn, card: str) -> None:
            if now.ply == ply:
                put.append(await sync_to_async(turn.put)(now, card))
            if len(put) == 2:
                both.set()

        async with asking(Own()) as one, asking(Own()) as two, taking(First()):
            at_work = [minds.Minds(thinks(asks), play) for asks in (one, two)]
            await both.wait()
            for site in at_work:
                site.end()

    played(scene)
    assert put[0] == put[1]
    assert game.entries.filter(kind=Kind.PLAYED).count() == ply + 1
