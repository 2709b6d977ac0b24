"""A process whose only work is to think for the site: it takes jobs from the queue and sends what came of them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from channels_redis.core import RedisChannelLayer

from games.outage import Outage
from games.run.elsewhere import AGAIN, ERRORS, channel
from games.services.minds import jobs
from games.services.minds.jobs import CARDS, REVIEWS
from games.services.minds.pool import Thinking

logger = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds for what is under way when it is told to end."""


class Taker:
    """Takes so many cards at a time as there are processes, and beside them one step of a review, so that a card waits
    for one step at most. It takes nothing before it can begin it, and leaves the rest to others."""

    def __init__(self, queue: RedisChannelLayer, pool: Thinking, processes: int) -> None:
        self._queue, self._pool = queue, pool
        self._channels = {kind: channel(kind) for kind in (CARDS, REVIEWS)}
        self._free = {CARDS: asyncio.Semaphore(processes), REVIEWS: asyncio.Semaphore(1)}
        self._away = Outage("No jobs come from Redis", *ERRORS)
        self._doing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until it is cancelled; then what is under way is done, if that takes no longer than ``PATIENCE``."""
        try:
            await asyncio.gather(*map(self._take, self._free))
        finally:
            if self._doing:
                await asyncio.wait(self._doing, timeout=PATIENCE)

    async def _take(self, kind: str) -> None:
        free = self._free[kind]
        while True:
            await free.acquire()
            job = await self._next(kind)
            task = asyncio.create_task(self._do(job))
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)
            task.add_done_callback(lambda _: free.release())

    async def _next(self, kind: str) -> dict[str, Any]:
        while True:
            try:
                job: dict[str, Any] = await self._queue.receive(self._channels[kind])
            except ERRORS as error:
                self._away.failed(error)
                await asyncio.sleep(AGAIN)
            else:
                return job

    async def _do(self, job: dict[str, Any]) -> None:
        try:
            found = await asyncio.wrap_future(jobs.begin(self._pool, job["what"], job["told"]))
            answer = jobs.answer(job["what"], found)
            await self._queue.send(job["reply"], {"id": job["id"], "answer": answer})
        except Exception as error:
            # What it says might name a card. Whoever asked thinks for itself.
            logger.error("a job was not done: %s", type(error).__name__)
