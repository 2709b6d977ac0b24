"""Minds of other machines: asked over Redis, and not relied upon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any, TypeVar

from channels.exceptions import ChannelFull
from channels_redis.core import RedisChannelLayer
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

from games import metrics, outage
from games.minds.review.told import Part
from games.outage import Outage
from games.rules.record import Record
from games.services.minds import jobs
from games.services.minds.jobs import CARDS, REVIEWS, Job
from games.services.minds.pool import Thinking
from games.services.minds.turn import Question
from games.services.minds.worker import Advised

T = TypeVar("T")

KEPT = 5
"""Seconds for which a job waits to be taken; nobody waits for its answer any more after that."""
ROOM = 200
"""Jobs of a kind that wait to be taken at a time. Whoever finds no room thinks for itself."""
PATIENCE = {CARDS: 1.0, REVIEWS: 10.0}
"""Seconds until a process thinks for itself of what it asked."""
SILENCE = 10
"""Seconds that Redis may be silent; it is when nothing comes, for five at a time."""
AGAIN = 1.0
"""Seconds until an answer is listened for again."""
ERRORS: tuple[type[Exception], ...] = (*outage.redis.errors, TimeoutError, ChannelFull, InvalidToken, ValueError)


def layer() -> RedisChannelLayer:
    """The queue of this installation, for one loop. What goes by it is encrypted, so that only who knows the site's key
    can read it, ask or answer."""
    host = {"address": settings.CHANNEL_URL, "socket_timeout": SILENCE, "socket_connect_timeout": 1}
    prefix = f"claim-minds-{salted_hmac('games.run.elsewhere', 'queue').hexdigest()[:16]}:"
    keys = [settings.SECRET_KEY]
    return RedisChannelLayer([host], prefix, expiry=KEPT, capacity=ROOM, symmetric_encryption_keys=keys)


def channel(kind: str) -> str:
    """Where jobs of this kind wait. Whoever runs another release has other channels, and never gets them."""
    return f"{kind}.{jobs.release()}"


class Elsewhere:
    """Asks the minds of other machines first. What nobody answers in time is asked of ``own``, and so is all of its
    kind for the next five seconds; a job may be done twice, or by nobody.

    Made in the loop; called in whatever thread.
    """

    def __init__(self, own: Thinking, queue: RedisChannelLayer) -> None:
        self._own, self._queue, self._loop = own, queue, asyncio.get_running_loop()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._names = count()
        self._away = {
            kind: Outage(f"Nobody thinks of {kind} elsewhere, so this process does", *ERRORS) for kind in PATIENCE
        }
        self._reply: asyncio.Future[str] = self._loop.create_task(queue.new_channel("answers"))
        self._listening = self._loop.create_task(self._listen())

    def ask(self, question: Question) -> Future[str]:
        """The code of a card, once it is found."""
        return self._do(jobs.think(question), lambda: self._own.ask(question))

    def advise(self, question: Question) -> Future[Advised]:
        """The code of a card, and why."""
        return self._do(jobs.advise(question), lambda: self._own.advise(question))

    def look_back(self, record: Record, ply: int) -> Future[Part]:
        """One step of a review."""
        return self._do(jobs.look_back(record, ply), lambda: self._own.look_back(record, ply))

    def end(self) -> None:
        """Wait for nobody any more."""
        self._listening.cancel()
        self._own.end()

    def _do(self, job: Job, here: Callable[[], Future[T]]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(self._found(job, here), self._loop)

    async def _found(self, job: Job, here: Callable[[], Future[T]]) -> T:
        away = self._away[job.kind]
        if not away.lately():
            try:
                answered: T = jobs.found(job, await asyncio.wait_for(self._answer(job), PATIENCE[job.kind]))
            except ERRORS as error:
                away.failed(error)
            else:
                metrics.thought("elsewhere")
                return answered
        metrics.thought("here")
        return await asyncio.wrap_future(here())

    async def _answer(self, job: Job) -> Any:
        name = next(self._names)
        self._waiting[name] = answer = self._loop.create_future()
        try:
            told = {"id": name, "reply": await self._reply, "what": job.what, "told": job.told}
            await self._queue.send(channel(job.kind), told)
            return await answer
        finally:
            del self._waiting[name]

    async def _listen(self) -> None:
        while True:
            try:
                said = await self._queue.receive(await self._reply)
            except ERRORS:
                # Whoever asks meanwhile finds out, and says so.
                await asyncio.sleep(AGAIN)
                continue
            answer = self._waiting.get(said["id"])
            if answer is not None and not answer.done():
                answer.set_result(said["answer"])
