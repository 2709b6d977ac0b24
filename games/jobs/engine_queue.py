"""Engine queue in Redis: its client and its worker. Workers are optional; they only relieve the site."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any, TypeVar

from channels.exceptions import ChannelFull
from channels_redis.core import RedisChannelLayer
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

from games import circuit_breaker, metrics
from games.circuit_breaker import CircuitBreaker
from games.engine.review.values import ReviewPart
from games.rules.record import Record
from games.services.bots import engine_jobs
from games.services.bots.bot_turns import EngineQuestion
from games.services.bots.engine_jobs import CARDS, REVIEWS, EngineJob
from games.services.bots.engine_pool import Engine
from games.services.bots.worker import Advice

logger = logging.getLogger(__name__)

T = TypeVar("T")

JOB_LIFETIME = 5
"""Seconds after which an untaken job expires. The client of a card job has stopped waiting by then."""
CAPACITY = 200
"""Maximum number of waiting jobs of a kind. A client that finds the queue full uses its own engine."""
ANSWER_TIMEOUTS = {CARDS: 1.0, REVIEWS: 10.0}
"""Seconds by kind of job after which a client uses its own engine instead."""
REDIS_TIMEOUT = 10
"""Socket timeout of Redis: more than the five seconds for which channels_redis blocks on an empty queue."""
RETRY_PAUSE = 1.0
"""Seconds between two attempts to receive after an error."""
SHUTDOWN_TIMEOUT = 5.0
"""Maximum seconds for which a stopped worker finishes running jobs."""
ERRORS: tuple[type[Exception], ...] = (
    *circuit_breaker.redis.errors,
    TimeoutError,
    ChannelFull,
    InvalidToken,
    ValueError,
)


def create_layer() -> RedisChannelLayer:
    """Return the queue of this installation, for one event loop.

    Messages are encrypted with the secret key of the site: without it, jobs can be neither read, sent nor answered.
    """
    host = {"address": settings.CHANNEL_URL, "socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": 1}
    prefix = f"claim-minds-{salted_hmac('games.jobs.engine_queue', 'queue').hexdigest()[:16]}:"
    keys = [settings.SECRET_KEY]
    return RedisChannelLayer([host], prefix, expiry=JOB_LIFETIME, capacity=CAPACITY, symmetric_encryption_keys=keys)


def get_channel(kind: str) -> str:
    """Return the channel of jobs of a kind. Each release has its own, so workers get only jobs of their release."""
    return f"{kind}.{engine_jobs.get_release_id()}"


class RemoteEngine:
    """Engine that asks workers first, and ``own``, the engine of this process, if no worker answers in time.

    After a time-out or error, ``own`` gets all jobs of that kind for five seconds. A worker may answer too late, or
    never take a job. Create it in the event loop; its methods may be called in any thread.
    """

    def __init__(self, own: Engine, queue: RedisChannelLayer) -> None:
        self._own, self._queue, self._loop = own, queue, asyncio.get_running_loop()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._job_ids = count()
        self._breakers = {
            kind: CircuitBreaker(f"No worker answers jobs of the kind {kind}, so this process does them", *ERRORS)
            for kind in ANSWER_TIMEOUTS
        }
        self._reply_channel: asyncio.Future[str] = self._loop.create_task(queue.new_channel("answers"))
        self._receive_task = self._loop.create_task(self._receive_forever())

    def ask(self, question: EngineQuestion) -> Future[str]:
        """Return the code of the card to play."""
        return self._submit(engine_jobs.build_card_job(question), lambda: self._own.ask(question))

    def advise(self, question: EngineQuestion) -> Future[Advice]:
        """Return the code of the card to play, and why."""
        return self._submit(engine_jobs.build_hint_job(question), lambda: self._own.advise(question))

    def review_step(self, record: Record, ply: int) -> Future[ReviewPart]:
        """Review one step of a game."""
        return self._submit(engine_jobs.build_review_job(record, ply), lambda: self._own.review_step(record, ply))

    def warm_up(self) -> None:
        """Do nothing: workers compile before they take jobs."""

    def is_starting(self) -> bool:
        """Return False, as workers that take jobs have started."""
        return False

    def end(self) -> None:
        """Stop receiving answers, and stop the engine of this process."""
        self._receive_task.cancel()
        self._own.end()

    def _submit(self, job: EngineJob, fallback: Callable[[], Future[T]]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(self._ask_or_fall_back(job, fallback), self._loop)

    async def _ask_or_fall_back(self, job: EngineJob, fallback: Callable[[], Future[T]]) -> T:
        breaker = self._breakers[job.kind]
        if not breaker.is_open():
            try:
                raw = await asyncio.wait_for(self._ask_worker(job), ANSWER_TIMEOUTS[job.kind])
                answer: T = engine_jobs.parse_answer(job, raw)
            except ERRORS as error:
                breaker.record_failure(error)
            else:
                metrics.count_engine_answer("elsewhere")
                return answer
        metrics.count_engine_answer("here")
        return await asyncio.wrap_future(fallback())

    async def _ask_worker(self, job: EngineJob) -> Any:
        job_id = next(self._job_ids)
        self._waiting[job_id] = answer = self._loop.create_future()
        try:
            message = {"id": job_id, "reply": await self._reply_channel, "task": job.task, "payload": job.payload}
            await self._queue.send(get_channel(job.kind), message)
            return await answer
        finally:
            del self._waiting[job_id]

    async def _receive_forever(self) -> None:
        while True:
            try:
                message = await self._queue.receive(await self._reply_channel)
            except ERRORS:
                # The next job fails too, and logs the outage.
                await asyncio.sleep(RETRY_PAUSE)
                continue
            answer = self._waiting.get(message["id"])
            if answer is not None and not answer.done():
                answer.set_result(message["answer"])


class EngineWorker:
    """Worker that takes jobs from the queue, and sends the answers of its engine.

    It takes as many cards at a time as the engine has ``processes``, and one review step beside them, so that a card
    waits for one step at most. It takes a job only when it can start it, and leaves the rest to other workers.
    """

    def __init__(self, queue: RedisChannelLayer, pool: Engine, processes: int) -> None:
        self._queue, self._pool = queue, pool
        self._channels = {kind: get_channel(kind) for kind in (CARDS, REVIEWS)}
        self._free = {CARDS: asyncio.Semaphore(processes), REVIEWS: asyncio.Semaphore(1)}
        self._breaker = CircuitBreaker("No jobs come from Redis", *ERRORS)
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Take jobs until cancelled, then finish running jobs within ``SHUTDOWN_TIMEOUT``."""
        try:
            await asyncio.gather(*map(self._take_forever, self._free))
        finally:
            if self._running:
                await asyncio.wait(self._running, timeout=SHUTDOWN_TIMEOUT)

    async def _take_forever(self, kind: str) -> None:
        free = self._free[kind]
        while True:
            await free.acquire()
            job = await self._receive(kind)
            task = asyncio.create_task(self._execute(job))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
            task.add_done_callback(lambda _: free.release())

    async def _receive(self, kind: str) -> dict[str, Any]:
        while True:
            try:
                job: dict[str, Any] = await self._queue.receive(self._channels[kind])
            except ERRORS as error:
                self._breaker.record_failure(error)
                await asyncio.sleep(RETRY_PAUSE)
            else:
                return job

    async def _execute(self, job: dict[str, Any]) -> None:
        try:
            result = await asyncio.wrap_future(engine_jobs.start_job(self._pool, job["task"], job["payload"]))
            answer = engine_jobs.serialize_answer(job["task"], result)
            await self._queue.send(job["reply"], {"id": job["id"], "answer": answer})
        except Exception as error:
            # The text of the error might name a card. The client falls back to its own engine.
            logger.error("a job was not done: %s", type(error).__name__)
