"""How news leaves this process: over the channel layer or, where that is away, as notices of PostgreSQL."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterable, Iterator, Sequence

from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from games import metrics
from games.store import news
from games.store.news import Item

SITE = "games.site"
"""The group of the channel layer that every process listens to."""
CHANNEL = "claim_news"
"""What PostgreSQL's notices go by."""
LONGEST = 7900
"""Bytes of a notice; PostgreSQL takes less than 8000."""
PATIENCE = 1.0
"""Seconds that the channel layer may take."""
ME = uuid.uuid4().hex
"""What this process is called among the others."""


def has_layer() -> bool:
    """Whether the channel layer leads to other processes; the in-memory one ends in this one."""
    return not isinstance(layer(), InMemoryChannelLayer)


def has_notices() -> bool:
    """Whether the database tells its other users what it is told."""
    return bool(connection.vendor == "postgresql")


def layer() -> BaseChannelLayer:
    """The configured channel layer; every installation has one."""
    configured = get_channel_layer()
    if configured is None:
        raise ImproperlyConfigured("CHANNEL_LAYERS has no default layer")
    return configured


async def over_layer(items: Sequence[Item], number: int | None = None) -> None:
    """Send news with what entries say. ``number`` is how many this process sent before, so that who misses some knows.

    Fails with the errors of ``games.outage.redis``.
    """
    told = {"sender": ME, "number": number, "count": len(items), "news": news.written(items, entries=True)}
    async with asyncio.timeout(PATIENCE):
        await layer().group_send(SITE, {"type": "site.news", **told})


def as_notices(items: Iterable[Item]) -> None:
    """Send news without what entries say, for whoever may connect to the database hears it. In a thread that may use
    the database, after its transaction."""
    with connection.cursor() as cursor:
        for text in portions(items):
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, ME + text])


def portions(items: Iterable[Item]) -> Iterator[str]:
    """The news in texts that a notice can hold; what does not fit into one alone is lost, and counted."""
    few: list[Item] = []
    size = 0
    for item in items:
        length = len(news.written([item], entries=False))
        if length > LONGEST - len(ME):
            metrics.dropped()
            continue
        if size + length > LONGEST - len(ME):
            yield news.written(few, entries=False)
            few, size = [], 0
        few.append(item)
        size += length
    if few:
        yield news.written(few, entries=False)
