"""Hearing what other processes publish over Redis."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from games import outage
from games.live.ears import Ears
from games.store import post

logger = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds until it is tried again."""
QUIET = 5.0
"""Seconds without a word after which Redis is asked whether it is there, and those that it has to answer."""


async def listen(ears: Ears) -> None:
    """Forever. Redis keeps nothing for those who do not listen just then, so whatever fails, something was missed."""
    while True:
        try:
            async with client() as redis, redis.pubsub(ignore_subscribe_messages=True) as words:
                await words.subscribe(post.channel())
                ears.missed()
                while True:
                    await _hear(words, ears)
        except outage.redis.errors as error:
            outage.redis.failed(error)
        except Exception:
            logger.exception("news was not understood")
        await asyncio.sleep(AGAIN)


def client() -> Redis:
    """One for the loop that asks."""
    return Redis.from_url(settings.CHANNEL_URL, retry=Retry(NoBackoff(), 0), **post.patience())


async def _hear(words: Any, ears: Ears) -> None:
    said = await words.get_message(timeout=QUIET)
    if said is None:
        await words.ping()
        said = await words.get_message(timeout=QUIET)
    if said is None:
        raise TimeoutError("no answer")
    if said["type"] == "message":
        ears.understand(said["data"].decode())
