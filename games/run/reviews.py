"""Reviews of finished games, made one after the other and step by step by the processes that think."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from channels.db import database_sync_to_async

from games.minds.review.parts import begun_at, steps
from games.minds.review.told import Part, joined, written
from games.rules.record import Record
from games.services.minds import reviews

logger = logging.getLogger(__name__)

MOST = 200
"""Games that wait here at a time; whoever asks again later finds room."""


class Processes(Protocol):
    """What does the steps."""

    def look_back(self, record: Record, ply: int) -> Future[Part]: ...


class LookingBack:
    """Makes reviews for this process. One step at a time is asked for, so that cards always come first."""

    def __init__(self, pool: Processes) -> None:
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[int] = asyncio.Queue()
        self._asked: set[int] = set()
        self._task = self._loop.create_task(self._work())

    def ask(self, game_id: int) -> None:
        """Have the review of a game made; called in whatever thread, as often as one likes."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.take, game_id)

    def take(self, game_id: int) -> None:
        """The same in the loop."""
        if game_id not in self._asked and len(self._asked) < MOST:
            self._asked.add(game_id)
            self._waiting.put_nowait(game_id)

    def end(self) -> None:
        """Leave the rest to whoever asks again."""
        self._task.cancel()

    async def _work(self) -> None:
        while True:
            game_id = await self._waiting.get()
            try:
                await self._make(game_id)
            except Exception as error:
                # What it says might name a card.
                logger.error("no review of game %d: %s", game_id, type(error).__name__)
            self._asked.discard(game_id)
            self._waiting.task_done()

    async def _make(self, game_id: int) -> None:
        job = await _in_thread(reviews.wanted, game_id)
        if job is None:
            return
        parts = [await asyncio.wrap_future(self._pool.look_back(job.record, ply)) for ply in steps(job.record)]
        await _in_thread(reviews.keep, job, written(joined(parts, begun_at(job.record))))


async def _in_thread(call: Callable[..., Any], *args: object) -> Any:
    return await database_sync_to_async(call, thread_sensitive=False)(*args)
