"""A queue of jobs with stand-ins at both of its ends."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from asgiref.sync import async_to_sync
from django.conf import LazySettings
from redis import Redis as Client

from games.minds.knowledge import known
from games.minds.review.told import Part
from games.rules.record import Record
from games.rules.shuffle import Shuffle
from games.rules.visible import visible
from games.run import elsewhere
from games.run.elsewhere import Elsewhere, channel
from games.run.taker import Taker
from games.services.minds import jobs, worker
from games.services.minds.turn import Question
from tests.live.servers import Redis
from tests.server import COLD, PROJECT, clean_environment

T = TypeVar("T")
SOON = 30.0
DEAL = Shuffle.of("ab" * 32, 0).dealt()
HERE = "thought of here"


def question(seed: int = 7) -> Question:
    return Question(known((visible(DEAL, 0),)), "page", seed, "votes")


class Own:
    """Stands in for the processes of the site itself: answers at once, and counts."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Future[str]:
        self.asked.append(question)
        return done(HERE)

    def advise(self, question: Question) -> Future[worker.Advised]:
        self.asked.append(question)
        return done((HERE, "best", ""))

    def look_back(self, record: Record, ply: int) -> Future[Part]:
        return done(Part())

    def end(self) -> None: ...


def done(value: T) -> Future[T]:
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
    impatient(monkeypatch, SOON)
    Client.from_url(redis.url).flushdb()


def impatient(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.1) -> None:
    """Nobody waits for longer than this for an answer from elsewhere."""
    monkeypatch.setattr(elsewhere, "PATIENCE", {jobs.CARDS: seconds, jobs.REVIEWS: seconds})


@contextmanager
def machine(redis: Redis, folder: Path, key: str) -> Iterator[subprocess.Popen[str]]:
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
async def asking(own: Own) -> Any:
    """A process of the site that asks others first."""
    queue = elsewhere.layer()
    asks = Elsewhere(own, queue)
    try:
        yield asks
    finally:
        asks.end()
        await queue.flush()


def played(scene: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await asyncio.wait_for(scene(), SOON)

    async_to_sync(whole)()


def of(future: Future[T]) -> asyncio.Future[T]:
    return asyncio.wrap_future(future)


def key() -> str:
    """Where cards that are wanted wait in Redis."""
    return f"{elsewhere.layer().prefix}{channel(jobs.CARDS)}"


@asynccontextmanager
async def taking(pool: Any, processes: int = 1) -> Any:
    """A worker in this loop."""
    task = asyncio.ensure_future(Taker(elsewhere.layer(), pool, processes).run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
