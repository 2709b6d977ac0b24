"""What this process tells the others and hears from them, gathered: one message for all that happened meanwhile."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from channels.db import database_sync_to_async
from django.db import Error

from games import metrics, outage
from games.live import notices, subscription
from games.live.ears import Ears
from games.store import post
from games.store.news import Item

logger = logging.getLogger(__name__)

MOST = 500
"""Items of one message."""

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Way(ABC):
    """A way to the other processes. ``pause`` are the seconds in which news gathers after a message, and ``errors``
    mean that it is away."""

    pause: float
    errors: tuple[type[Exception], ...]

    @abstractmethod
    def open(self) -> bool:
        """Whether it is worth trying."""

    @abstractmethod
    async def send(self, items: Sequence[Item]) -> None:
        """Fails with ``errors``."""

    @abstractmethod
    def failed(self, error: Exception) -> None:
        """To be told of what ``send`` failed with."""


class OverRedis(Way):
    """Every item is numbered, so that who misses some knows."""

    pause = 0.04
    errors = outage.redis.errors

    def __init__(self) -> None:
        self._client, self._channel, self._sent = subscription.client(), post.channel(), 0

    def open(self) -> bool:
        return not outage.redis.lately()

    async def send(self, items: Sequence[Item]) -> None:
        await self._client.publish(self._channel, post.message(items, self._sent))
        self._sent += len(items)

    def failed(self, error: Exception) -> None:
        outage.redis.failed(error)


class AsNotices(Way):
    """PostgreSQL, which every process has anyway: slower, and without what entries say."""

    pause = 0.1
    errors = (Error,)

    def open(self) -> bool:
        return True

    async def send(self, items: Sequence[Item]) -> None:
        await database_sync_to_async(post.as_notices, thread_sensitive=False)(items)

    def failed(self, error: Exception) -> None:
        logger.warning("news is not told: %s", error)


class Relay:
    """Only makes things quick: what is lost, beats make good. Silent where there are no others.

    ``hear`` is called with what others tell, ``missed`` whenever something of it may have been lost.
    """

    def __init__(self, spawn: Spawn, hear: Callable[[list[Item]], None], missed: Callable[[], None]) -> None:
        self._spawn, self._hear, self._missed = spawn, hear, missed
        self._ways: list[Way] = []
        self._waiting: list[Item] = []
        self._sending = False

    def start(self) -> None:
        """Listen to the others by every way there is."""
        ears = Ears(self._hear, self._missed)
        if post.has_redis():
            self._ways.append(OverRedis())
            self._spawn(subscription.listen(ears))
        if post.has_notices():
            self._ways.append(AsNotices())
            self._spawn(notices.listen(ears))

    @property
    def reaches_others(self) -> bool:
        """Whether anybody is told."""
        return bool(self._ways)

    def send(self, item: Item) -> None:
        """Tell the others, soon."""
        if not self._ways:
            return
        self._waiting.append(item)
        if not self._sending:
            self._sending = True
            self._spawn(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                items, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await asyncio.sleep(await self._send(items))
        finally:
            self._sending = False

    async def _send(self, items: Sequence[Item]) -> float:
        """Send by the first way that takes it; the seconds to wait before the next message."""
        for way in self._ways:
            if not way.open():
                continue
            try:
                await way.send(items)
            except way.errors as error:
                way.failed(error)
            else:
                return way.pause
        metrics.dropped(len(items))
        return self._ways[-1].pause
