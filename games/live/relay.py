"""What this process tells the others and hears from them, over the channel layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from games import metrics, outage
from games.store import broadcast

logger = logging.getLogger(__name__)

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Relay:
    """The layer only makes things quick: where it fails, beats make it good. Silent where there are no others."""

    def __init__(self, spawn: Spawn, hear: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        self._spawn, self._hear = spawn, hear
        self._channel: str | None = None

    async def start(self, games: Callable[[], Iterable[int]]) -> None:
        """Listen to the site's group and to those of ``games``, which gives the games that are looked at here."""
        if broadcast.reaches_others():
            self._channel = await broadcast.layer().new_channel()
            self._spawn(self._listen_forever(self._channel, games))

    def send(self, message: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Tell the others; ``message`` makes a coroutine of ``broadcast``."""
        if self._channel is not None:
            self._spawn(_try(message(), metrics.dropped))

    def follow(self, game_id: int) -> None:
        """Hear of a game from now on."""
        self._join(broadcast.group(game_id))

    def unfollow(self, game_id: int) -> None:
        if self._channel is not None:
            self._spawn(_try(broadcast.layer().group_discard(broadcast.group(game_id), self._channel)))

    def rejoin(self, games: Iterable[int]) -> None:
        """Join all groups again: the layer forgets them when it restarts, and after a day anyway."""
        self._join(broadcast.SITE)
        for game_id in games:
            self.follow(game_id)

    def _join(self, group: str) -> None:
        if self._channel is not None:
            self._spawn(_try(broadcast.layer().group_add(group, self._channel)))

    async def _listen_forever(self, channel: str, games: Callable[[], Iterable[int]]) -> None:
        """Hear what other processes committed. What the layer loses, the next beat brings."""
        while True:
            try:
                self.rejoin(games())
                while True:
                    await self._hear(await broadcast.layer().receive(channel))
            except asyncio.CancelledError:
                raise
            except outage.redis.errors as error:
                outage.redis.failed(error)
                await asyncio.sleep(1)
            except Exception:
                logger.exception("a hint was not understood")
                await asyncio.sleep(1)


async def _try(call: Coroutine[Any, Any, None], lost: Callable[[], None] = lambda: None) -> None:
    try:
        await call
    except Exception as error:
        lost()
        outage.redis.failed(error)
