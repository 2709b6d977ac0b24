"""How news leaves this process: published over Redis or, where that is away, as notices of PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.crypto import salted_hmac
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from games import metrics
from games.store import news
from games.store.news import Item

CHANNEL = "claim_news"
"""What PostgreSQL's notices go by."""
LONGEST = 7900
"""Bytes of a notice; PostgreSQL takes less than 8000."""
PATIENCE = 1.0
"""Seconds that Redis may take."""
ME = uuid.uuid4().hex
"""What this process is called among the others."""


def has_redis() -> bool:
    """Whether there is a Redis that all processes share."""
    return bool(settings.CHANNEL_URL)


def has_notices() -> bool:
    """Whether the database tells its other users what it is told."""
    return bool(connection.vendor == "postgresql")


def channel() -> str:
    """What Redis knows the news by: all its databases share such names, so another site must not come upon it."""
    return f"{CHANNEL}.{salted_hmac('games.news', CHANNEL).hexdigest()[:16]}"


def message(items: Sequence[Item], number: int | None = None) -> str:
    """News with what entries say. ``number`` is how many this process sent before, so that who misses some knows."""
    counted = "-" if number is None else number
    return f"{ME} {counted} {len(items)}\n{news.written(items, entries=True)}"


def publish(items: Sequence[Item]) -> None:
    """Send news over Redis, from a thread without a loop. Fails with the errors of ``games.outage.redis``."""
    _client().publish(channel(), message(items))


def as_notices(items: Iterable[Item]) -> None:
    """Send news without what entries say, for whoever may connect to the database hears it. In a thread that may use
    the database, after its transaction."""
    with connection.cursor() as cursor:
        for text in portions(items):
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{ME} - 0\n{text}"])


def portions(items: Iterable[Item]) -> Iterator[str]:
    """The news in texts that a notice can hold; what does not fit into one alone is lost, and counted."""
    room = LONGEST - len(ME) - len(" - 0\n")
    few: list[Item] = []
    size = 0
    for item in items:
        length = len(news.written([item], entries=False))
        if length > room:
            metrics.dropped()
            continue
        if size + length > room:
            yield news.written(few, entries=False)
            few, size = [], 0
        few.append(item)
        size += length
    if few:
        yield news.written(few, entries=False)


def patience() -> dict[str, Any]:
    """What every client of Redis for news is made with; it tries nothing again by itself, for losses must be known."""
    return {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}


@cache
def _client() -> Redis:
    return Redis.from_url(settings.CHANNEL_URL, retry=Retry(NoBackoff(), 0), **patience())
