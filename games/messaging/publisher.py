"""Publisher of messages to other processes: over Redis, or with PostgreSQL's NOTIFY while Redis is away."""

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
from games.crypto import list_secret_keys
from games.messaging import messages
from games.messaging.messages import BusMessage

CHANNEL = "claim_news"
"""The channel of NOTIFY, and the prefix of the channel in Redis."""
MAX_NOTIFY_BYTES = 7900
"""Maximum bytes of a notification; PostgreSQL takes less than 8000."""
REDIS_TIMEOUT = 1.0
"""Seconds to wait for Redis."""
PROCESS_ID = uuid.uuid4().hex
"""The id of this process as a sender."""


def has_redis() -> bool:
    """Return whether all processes share a Redis server."""
    return bool(settings.CHANNEL_URL)


def has_postgres() -> bool:
    """Return whether the database has NOTIFY."""
    return bool(connection.vendor == "postgresql")


def get_channel() -> str:
    """Return the channel in Redis that this site publishes on.

    It is derived from the secret key, since all databases of a Redis server share channel names, even those of other
    sites.
    """
    return list_channels()[0]


def list_channels() -> list[str]:
    """Return the current channel first, then those of processes that still use an older secret key."""
    return [
        f"{CHANNEL}.{salted_hmac('games.news', CHANNEL, secret=key).hexdigest()[:16]}" for key in list_secret_keys()
    ]


def build_message(items: Sequence[BusMessage], number: int | None = None) -> str:
    """Return the text of a batch, entries included.

    ``number`` is the number of messages that this process sent before, by which a receiver notices a loss.
    """
    sequence = "-" if number is None else number
    return f"{PROCESS_ID} {sequence} {len(items)}\n{messages.serialize_items(items, entries=True)}"


def publish_redis(items: Sequence[BusMessage]) -> None:
    """Publish over Redis from a thread without an event loop. Raises the errors of ``games.circuit_breaker.redis``."""
    _get_client().publish(get_channel(), build_message(items))


def publish_postgres(items: Iterable[BusMessage]) -> None:
    """Publish with NOTIFY, without entries and private data: every client of the database can listen.

    Call it in a thread that may use the database, after its transaction.
    """
    with connection.cursor() as cursor:
        for text in split_messages(items):
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{PROCESS_ID} - 0\n{text}"])


def split_messages(items: Iterable[BusMessage]) -> Iterator[str]:
    """Yield texts that each fit into a notification. Drop and count a message that is too long on its own."""
    max_length = MAX_NOTIFY_BYTES - len(PROCESS_ID) - len(" - 0\n")
    batch: list[BusMessage] = []
    size = 0
    for item in items:
        length = len(messages.serialize_items([item], entries=False))
        if length > max_length:
            metrics.count_dropped_messages()
            continue
        if size + length > max_length:
            yield messages.serialize_items(batch, entries=False)
            batch, size = [], 0
        batch.append(item)
        size += length
    if batch:
        yield messages.serialize_items(batch, entries=False)


def build_timeouts() -> dict[str, Any]:
    """Return the time-outs of every Redis client of the bus."""
    return {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}


@cache
def _get_client() -> Redis:
    # Without retries, so that a loss is noticed.
    return Redis.from_url(settings.CHANNEL_URL, retry=Retry(NoBackoff(), 0), **build_timeouts())
