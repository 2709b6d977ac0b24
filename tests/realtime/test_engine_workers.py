"""Engine workers on other machines: a job may be lost or done twice, games take turns, and every game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
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
    """Stands in for the processes of the site itself: answers at once, and counts."""

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

    def end(self) -> None: ...


def finished_future(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


@pytest.fixture(autouse=True)
def _queue(redis: Redis, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CHANNEL_URL = redis.url
    set_patience(monkeypatch, SOON)
    Client.from_url(redis.url).flushdb()


def set_patience(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.1) -> None:
    """Nobody waits for longer than this for an answer from elsewhere."""
    monkeypatch.setattr(engine_queue, "ANSWER_TIMEOUTS", {engine_jobs.CARDS: seconds, engine_jobs.REVIEWS: seconds})


@contextmanager
def worker_process(redis: Redis, folder: Path, key: str) -> Iterator[subprocess.Popen[str]]:
    """`manage.py minds` on a machine of its own, with the key of the site."""
    env = clean_environment(CHANNEL_URL=redis.url, SECRET_KEY=key, VAR_DIR=str(folder))
    command = [*COLD, "minds", "--processes", "1"]
    process = subprocess.Popen(command, cwd=PROJECT, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert "Thinking for the site" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.communicate()


@asynccontextmanager
async def remote_engine(own: LocalEngine) -> Any:
    """A process of the site that asks others first."""
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


def awaitable(future: Future[T]) -> asyncio.Future[T]:
    return asyncio.wrap_future(future)


def key() -> str:
    """Where cards that are wanted wait in Redis."""
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
def test_what_a_worker_finds_is_what_this_process_would_and_one_that_is_killed_is_missed_by_nobody(
    redis: Redis, tmp_path: Path, settings: LazySettings, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_at_once(game)
    record = match_of(game).record()

    async def scene() -> None:
        own = LocalEngine()
        with worker_process(redis, tmp_path, settings.SECRET_KEY) as other:
            async with remote_engine(own) as asks:
                told = question()
                parts = told.knowledge, told.level, told.seed, told.draw
                assert await awaitable(asks.ask(told)) == worker.choose_card(*parts)
                assert await awaitable(asks.advise(told)) == worker.give_hint(*parts)
                assert await awaitable(asks.review_step(record, 50)) == review_step(record, 50)
                assert own.asked == []
                set_patience(monkeypatch)
                await kill_at_work(other, asks, told, redis)
        assert own.asked == [told]

    run_scene(scene)


async def kill_at_work(other: subprocess.Popen[str], asks: RemoteEngine, told: EngineQuestion, redis: Redis) -> None:
    """A worker takes a job, and ends before it has an answer."""
    for one in worker_processes(other.pid):
        os.kill(one, signal.SIGSTOP)
    with monitor(redis) as said:
        lost = awaitable(asks.ask(told))
        await asyncio.to_thread(wait_until_taken, said)
    stopped = worker_processes(other.pid)
    other.kill()
    for one in stopped:
        os.kill(one, signal.SIGCONT)
    assert await lost == HERE


def worker_processes(pid: int) -> list[int]:
    """The processes of a worker."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def monitor(redis: Redis) -> Monitor:
    """All that Redis is told from now on."""
    return cast("Monitor", cast("Any", Client.from_url(redis.url)).monitor())


def wait_until_taken(said: Monitor) -> None:
    """Until somebody has wait_until_taken a job from the queue: then it is struck off those that are on their way."""
    for command in cast("Any", said).listen():
        if command["command"].startswith(f"ZPOPMIN {key()}"):
            return


def test_without_any_worker_a_process_thinks_itself_and_does_not_wait_a_second_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_patience(monkeypatch)

    async def scene() -> None:
        own = LocalEngine()
        async with remote_engine(own) as asks:
            assert await awaitable(asks.ask(question(1))) == HERE
            asks._queue = None
            assert await awaitable(asks.ask(question(2))) == HERE
            assert len(own.asked) == 2

    run_scene(scene)


def test_without_redis_as_well(redis: Redis) -> None:
    async def scene() -> None:
        own = LocalEngine()
        redis.kill()
        try:
            async with remote_engine(own) as asks:
                assert await awaitable(asks.ask(question())) == HERE
        finally:
            redis.start()

    async def quiet() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RedisChannelLayer, "flush", do_nothing)
            await scene()

    run_scene(quiet)


async def do_nothing(*args: object) -> None: ...


def test_where_too_many_wait_the_next_one_is_thought_of_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_queue, "CAPACITY", 1)

    async def scene() -> None:
        async with remote_engine(LocalEngine()) as asks:
            await asks._queue.send(get_channel(engine_jobs.CARDS), {})
            assert await awaitable(asks.ask(question())) == HERE

    run_scene(scene)


def test_nobody_reads_a_job_in_redis(redis: Redis) -> None:
    async def scene() -> None:
        job = engine_jobs.build_card_job(question())
        await engine_queue.create_layer().send(get_channel(job.kind), {"what": job.what, "told": job.payload})

    run_scene(scene)
    (stored,) = Client.from_url(redis.url).zrange(key(), 0, -1)
    assert b"knowledge" not in stored
    assert b"page" not in stored


def think_with(asks: RemoteEngine) -> bots.ChooseCard:
    async def think(question: EngineQuestion) -> str:
        return await awaitable(asks.ask(question))

    return think


@pytest.mark.django_db(transaction=True)
def test_a_card_that_two_processes_ask_for_is_played_once(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
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

        async def play(now: BotTurn, card: str) -> None:
            if now.ply == ply:
                put.append(await sync_to_async(bot_turns.play_card)(now, card))
            if len(put) == 2:
                both.set()

        async with remote_engine(LocalEngine()) as one, remote_engine(LocalEngine()) as two, running_worker(First()):
            at_work = [bots.BotScheduler(think_with(asks), play) for asks in (one, two)]
            await both.wait()
            for site in at_work:
                site.stop()

    run_scene(scene)
    assert put[0] == put[1]
    assert game.entries.filter(kind=MatchEventKind.PLAYED).count() == ply + 1


def test_games_are_answered_in_turn_however_often_each_asks() -> None:
    async def scene() -> None:
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
            told = Counter(order[: at + 1])
            assert max(told.values()) - min(told[number] for number in range(20)) <= 2

    run_scene(scene)


def test_a_worker_takes_no_more_than_it_can_begin(redis: Redis) -> None:
    async def scene() -> None:
        class Busy(LocalEngine):
            def ask(self, question: EngineQuestion) -> Future[str]:
                self.asked.append(question)
                return Future()

        busy, record = Busy(), Record(("", ""), DEAL.leader, DEAL.hands, DEAL.deck, ())
        queue = engine_queue.create_layer()
        for seed in range(3):
            job = engine_jobs.build_card_job(question(seed))
            await queue.send(get_channel(job.kind), {"id": seed, "reply": "x", "what": job.what, "told": job.payload})
        taker = asyncio.ensure_future(EngineWorker(queue, busy, 1).run())
        async with remote_engine(LocalEngine()) as asks:
            # Each of these goes there and back, and meanwhile another card could be taken.
            for _ in range(5):
                await awaitable(asks.review_step(record, 0))
            assert Client.from_url(redis.url).zcard(key()) == 2
        assert len(busy.asked) == 1
        taker.cancel()
        for task in asyncio.all_tasks() - {asyncio.current_task(), taker}:
            task.cancel()

    run_scene(scene)


def test_a_worker_that_is_told_to_end_does_what_is_under_way_and_no_more() -> None:
    async def scene() -> None:
        class Busy(LocalEngine):
            def ask(self, question: EngineQuestion) -> Future[str]:
                self.asked.append(question)
                begun.set()
                return thought

        begun, thought, busy = asyncio.Event(), Future[str](), Busy()
        async with remote_engine(LocalEngine()) as asks:
            waiting = [awaitable(asks.ask(question(seed))) for seed in range(2)]
            taker = asyncio.ensure_future(EngineWorker(engine_queue.create_layer(), busy, 1).run())
            await begun.wait()
            taker.cancel()
            await asyncio.sleep(0)
            thought.set_result("D4")
            assert await asyncio.wait_for(asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED), SOON)
            await asyncio.wait([taker])
        assert [one.result() for one in waiting if one.done()] == ["D4"]
        assert len(busy.asked) == 1

    run_scene(scene)


def test_the_command_wants_a_redis_and_a_process(settings: LazySettings) -> None:
    with pytest.raises(CommandError, match="Choose one process"):
        call_command("minds", processes=0)
    settings.CHANNEL_URL = ""
    with pytest.raises(CommandError, match="Set CHANNEL_URL"):
        call_command("minds")


def test_a_worker_of_another_release_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
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

    run_scene(scene)
