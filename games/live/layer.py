"""Hearing what other processes send over the channel layer, and knowing when some of it was lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from games import metrics, outage
from games.store import news, post
from games.store.news import Item

logger = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds until it is tried again."""


class Ears:
    """``hear`` is called with what others tell, ``missed`` whenever something of it may have been lost."""

    def __init__(self, hear: Callable[[list[Item]], None], missed: Callable[[], None]) -> None:
        self._hear, self._missed = hear, missed
        self._channel: str | None = None
        self._next: dict[str, int] = {}

    async def listen(self) -> None:
        """Forever. Redis forgets who listens when it starts anew, so whatever fails is followed by joining again."""
        while True:
            try:
                await self._listen()
            except outage.redis.errors as error:
                outage.redis.failed(error)
            except Exception:
                logger.exception("news was not understood")
            await asyncio.sleep(AGAIN)

    async def join(self) -> None:
        """Be among those who are told."""
        if self._channel is not None:
            try:
                await post.layer().group_add(post.SITE, self._channel)
            except outage.redis.errors as error:
                outage.redis.failed(error)

    def understand(self, message: dict[str, Any]) -> None:
        """Hand on what a message tells, unless it is this process's own, and find out whether some did not come."""
        if message["type"] != "site.news" or message["sender"] == post.ME:
            return
        lost = self._lost(message["sender"], message["number"], message["count"])
        self._hear(news.read(message["news"]))
        if lost:
            metrics.dropped(lost)
            self._missed()

    async def _listen(self) -> None:
        layer = post.layer()
        self._channel = self._channel or await layer.new_channel()
        await layer.group_add(post.SITE, self._channel)
        self._missed()
        while True:
            self.understand(await layer.receive(self._channel))

    def _lost(self, sender: str, number: int | None, count: int) -> int:
        """How many items of a sender did not come before these; one that starts to count anew has lost none."""
        if number is None:
            return 0
        expected = self._next.get(sender, number)
        self._next[sender] = number + count
        return max(0, number - expected)
