"""Engine workers on other machines: jobs may be lost or done twice, games take turns, and every game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels_redis.core import RedisChannelLayer
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from redis import Redis as Client
from redis.client import Monitor

from games.engine.knowledge import build_knowledge
from games.engine.review.steps import review_step
from games.engine.review.values import ReviewPart
from games.jobs import bots, engine_queue
from games.jobs.engine_queue import EngineWorker, RemoteEngine, get_channel
from games.models import Game, User
from games.rules.record import Record
from games.rules.shuffle import Shuffle
from games.rules.visible_state import build_visible_state
from games.services.bots import bot_turns, engine_jobs, worker
from games.services.bots.bot_games import create_game
from games.services.bots.bot_turns import BotTurn, EngineQuestion
from games.state.match_state import MatchEventKind
from tests.realtime.servers import Redis
from tests.services.matches.games import match_of, play_at_once, play_out, state_of
from tests.site_process import COLD, PROJECT, clean_environment

pytestmark = pytest.mark.redis

T = TypeVar("T")
# A worker that starts cold compiles its engine first, and the machine may be busy with other tests.
SOON = 120.0
DEAL = Shuffle.of("ab" * 32, 0).dealt()
HERE = "thought of here"


def question(seed: int = 7) -> EngineQuestion:
    return EngineQuestion(build_knowledge((build_visible_state(DEAL, 0),)), "page", seed, "votes")


class LocalEngine:
    """Stands in for the engine of the site itself: it answers at once, and records what it was asked."""

    def __init__(self) -> None:
        self.asked: list[EngineQuestion] = []

    def ask(self, question: EngineQuestion) -> Future[str]:
        self.asked.append(question)
        return finished_future(HERE)

    def advise(self, question: EngineQuestion) -> Future[worker.Advice]:
        self.asked.append(question)
        return finished_future((HERE, "best", ""))

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        return finished_future(ReviewPart())

    def warm_up(self) -> None: ...

    def is_starting(self) -> bool:
        return False

    def end(self) -> None: ...


class BusyEngine(LocalEngine):
    """An engine that answers every question with the same future."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.answer = asyncio.Event(), Future[str]()

    def ask(self, question: EngineQuestion) -> Future[str]:
        self.asked.append(question)
        self.begun.set()
        return self.answer


def finished_future(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future


@pytest.fixture(autouse=True)
def _queue(redis: Redis, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CHANNEL_URL = redis.url
    set_patience(monkeypatch, SOON)
    Client.from_url(redis.url).flushdb()


def set_patience(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.1) -> None:
    """Set how long the site waits for an answer of a worker."""
    monkeypatch.setattr(engine_queue, "ANSWER_TIMEOUTS", {engine_jobs.CARDS: seconds, engine_jobs.REVIEWS: seconds})


@contextmanager
def worker_process(redis: Redis, folder: Path, key: str) -> Iterator[subprocess.Popen[str]]:
    """Run `manage.py minds` with the secret key of the site."""
    env = clean_environment(CHANNEL_URL=redis.url, SECRET_KEY=key, VAR_DIR=str(folder))
    command = [*COLD, "minds", "--processes", "1"]
    process = subprocess.Popen(command, cwd=PROJECT, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert "Engine worker is running" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.communicate()


@asynccontextmanager
async def remote_engine(own: LocalEngine) -> Any:
    """The engine of a site that asks workers first."""
    queue = engine_queue.create_layer()
    asks = RemoteEngine(own, queue)
    try:
        yield asks
    finally:
        asks.end()
        await queue.flush()


def run_scene(scene: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await asyncio.wait_for(scene(), SOON)

    async_to_sync(whole)()


async def awaitable(future: Future[T]) -> T:
    return await asyncio.wait_for(asyncio.wrap_future(future), SOON)


def key() -> str:
    """The key of the queue of cards in Redis."""
    return f"{engine_queue.create_layer().prefix}{get_channel(engine_jobs.CARDS)}"


@asynccontextmanager
async def running_worker(pool: Any, processes: int = 1) -> Any:
    """A worker in this loop."""
    task = asyncio.ensure_future(EngineWorker(engine_queue.create_layer(), pool, processes).run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


@pytest.mark.django_db(transaction=True)
def test_a_worker_answers_as_the_site_would_and_the_site_does_the_job_of_a_killed_worker(
    redis: Redis, tmp_path: Path, settings: LazySettings, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_at_once(game)
    record = match_of(game).record()

    async def scene() -> None:
        own = LocalEngine()
        with worker_process(redis, tmp_path, settings.SECRET_KEY) as other:
            async with remote_engine(own) as asks:
                job = question()
                parts = job.knowledge, job.level, job.seed, job.draw
                assert await awaitable(asks.ask(job)) == worker.choose_card(*parts)
                assert await awaitable(asks.advise(job)) == worker.give_hint(*parts)
                assert await awaitable(asks.review_step(record, 50)) == review_step(record, 50)
                assert own.asked == []
                set_patience(monkeypatch)
                await kill_at_work(other, asks, job, redis)
        assert own.asked == [job]

    run_scene(scene)


async def kill_at_work(other: subprocess.Popen[str], asks: RemoteEngine, job: EngineQuestion, redis: Redis) -> None:
    """Kill a worker that has taken a job and has no answer yet."""
    for one in worker_processes(other.pid):
        os.kill(one, signal.SIGSTOP)
    with monitor(redis) as commands:
        lost = awaitable(asks.ask(job))
        await asyncio.to_thread(wait_until_taken, commands)
    stopped = worker_processes(other.pid)
    other.kill()
    for one in stopped:
        os.kill(one, signal.SIGCONT)
    assert await lost == HERE


def worker_processes(pid: int) -> list[int]:
    """The processes of a worker."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def monitor(redis: Redis) -> Monitor:
    """The commands that Redis executes from now on."""
    return cast("Monitor", cast("Any", Client.from_url(redis.url)).monitor())


def wait_until_taken(commands: Monitor) -> None:
    """Wait until a worker takes a job from the queue."""
    for command in cast("Any", commands).listen():
        if command["command"].startswith(f"ZPOPMIN {key()}"):
            return


async def test_without_a_worker_the_site_answers_itself_and_does_not_wait_a_second_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_patience(monkeypatch)
    own = LocalEngine()
    async with remote_engine(own) as asks:
        assert await awaitable(asks.ask(question(1))) == HERE
        asks._queue = None
        assert await awaitable(asks.ask(question(2))) == HERE
        assert len(own.asked) == 2


async def test_without_redis_the_site_answers_itself(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RedisChannelLayer, "flush", do_nothing)
    redis.kill()
    try:
        async with remote_engine(LocalEngine()) as asks:
            assert await awaitable(asks.ask(question())) == HERE
    finally:
        redis.start()


async def do_nothing(*args: object) -> None: ...


async def test_the_site_answers_itself_while_the_queue_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_queue, "CAPACITY", 1)
    async with remote_engine(LocalEngine()) as asks:
        await asks._queue.send(get_channel(engine_jobs.CARDS), {})
        assert await awaitable(asks.ask(question())) == HERE


async def test_a_job_is_encrypted_in_redis(redis: Redis) -> None:
    job = engine_jobs.build_card_job(question())
    await engine_queue.create_layer().send(get_channel(job.kind), {"task": job.task, "payload": job.payload})
    (stored,) = Client.from_url(redis.url).zrange(key(), 0, -1)
    assert b"knowledge" not in stored
    assert b"page" not in stored


@pytest.mark.django_db(transaction=True)
def test_a_card_that_two_processes_request_is_played_once(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "get_remaining_delay", lambda whole, gone: 0.0)
    game = create_game(ana, "squire")
    if bot_turns.find_bot_turn(match_of(game)) is None:
        play_out(game, 1)
    ply, put = state_of(game).ply, []

    async def scene() -> None:
        both = asyncio.Event()

        class First(LocalEngine):
            def ask(self, question: EngineQuestion) -> Future[str]:
                return finished_future(str(question.knowledge.legal[0]))

        async def choose(engine: RemoteEngine, question: EngineQuestion) -> str:
            return await awaitable(engine.ask(question))

        async def play(now: BotTurn, card: str) -> None:
            if now.ply == ply:
                put.append(await sync_to_async(bot_turns.play_card)(now, card))
            if len(put) == 2:
                both.set()

        async with remote_engine(LocalEngine()) as one, remote_engine(LocalEngine()) as two, running_worker(First()):
            schedulers = [bots.BotScheduler(partial(choose, engine), play) for engine in (one, two)]
            await both.wait()
            for scheduler in schedulers:
                scheduler.stop()

    run_scene(scene)
    assert put[0] == put[1]
    assert game.entries.filter(kind=MatchEventKind.PLAYED).count() == ply + 1


async def test_games_are_answered_in_turn() -> None:
    order: list[int] = []

    async def plays(asks: RemoteEngine, number: int) -> None:
        for _ in range(4):
            await awaitable(asks.ask(question(number)))
            order.append(number)

    async with remote_engine(LocalEngine()) as asks:
        waiting = [asyncio.ensure_future(plays(asks, number)) for number in range(20)]
        async with running_worker(LocalEngine()):
            await asyncio.gather(*waiting)
    for at in range(len(order)):
        answered = Counter(order[: at + 1])
        assert max(answered.values()) - min(answered[number] for number in range(20)) <= 2


async def test_a_worker_takes_no_more_than_it_can_begin(redis: Redis) -> None:
    busy, record = BusyEngine(), Record(("", ""), DEAL.leader, DEAL.hands, DEAL.deck, ())
    queue = engine_queue.create_layer()
    for seed in range(3):
        job = engine_jobs.build_card_job(question(seed))
        await queue.send(get_channel(job.kind), {"id": seed, "reply": "x", "task": job.task, "payload": job.payload})
    taker = asyncio.ensure_future(EngineWorker(queue, busy, 1).run())
    async with remote_engine(LocalEngine()) as asks:
        # During each of these another card could be taken.
        for _ in range(5):
            await awaitable(asks.review_step(record, 0))
        assert Client.from_url(redis.url).zcard(key()) == 2
    assert len(busy.asked) == 1
    taker.cancel()
    for task in asyncio.all_tasks() - {asyncio.current_task(), taker}:
        task.cancel()


async def test_a_worker_that_ends_completes_its_job_and_takes_no_other() -> None:
    busy = BusyEngine()
    async with remote_engine(LocalEngine()) as asks:
        waiting = [asyncio.wrap_future(asks.ask(question(seed))) for seed in range(2)]
        taker = asyncio.ensure_future(EngineWorker(engine_queue.create_layer(), busy, 1).run())
        await busy.begun.wait()
        taker.cancel()
        await asyncio.sleep(0)
        busy.answer.set_result("D4")
        assert await asyncio.wait_for(asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED), SOON)
        await asyncio.wait([taker])
    assert [one.result() for one in waiting if one.done()] == ["D4"]
    assert len(busy.asked) == 1


def test_the_command_requires_redis_and_a_process(settings: LazySettings) -> None:
    with pytest.raises(CommandError, match="must be at least 1"):
        call_command("minds", processes=0)
    settings.CHANNEL_URL = ""
    with pytest.raises(CommandError, match="Set CHANNEL_URL"):
        call_command("minds")


async def test_a_worker_of_another_release_gets_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, own = LocalEngine(), LocalEngine()
    set_patience(monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(engine_jobs, "get_release_id", lambda: "older")
        taker = EngineWorker(engine_queue.create_layer(), theirs, 1)
    task = asyncio.ensure_future(taker.run())
    async with remote_engine(own) as asks:
        assert await awaitable(asks.ask(question())) == HERE
    task.cancel()
    await asyncio.wait([task])
    assert theirs.asked == []
