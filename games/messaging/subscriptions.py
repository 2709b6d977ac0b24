"""Subscriptions to the messages of other processes: in Redis, and with PostgreSQL's LISTEN."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from games import circuit_breaker, metrics
from games.messaging import messages, publisher
from games.messaging.messages import BusMessage

logger = logging.getLogger(__name__)


class MessageDecoder:
    """Decoder of batches, which notices lost messages.

    ``on_messages`` is called with the messages of other processes, ``on_loss`` whenever some may have been lost.
    """

    def __init__(self, on_messages: Callable[[list[BusMessage]], None], on_loss: Callable[[], None]) -> None:
        self._on_messages, self.on_loss = on_messages, on_loss
        self._next: dict[str, int] = {}

    def decode(self, batch: str) -> None:
        """Pass on the messages of another process's batch, and count those lost before it. Ignore the own batches."""
        head, _, text = batch.partition("\n")
        sender, number, count = head.split(" ")
        if sender == publisher.PROCESS_ID:
            return
        lost = 0 if number == "-" else self._count_lost(sender, int(number), int(count))
        self._on_messages(messages.parse_items(text))
        if lost:
            metrics.count_dropped_messages(lost)
            self.on_loss()

    def _count_lost(self, sender: str, number: int, count: int) -> int:
        """Return the number of a sender's messages lost before these; 0 if the sender restarted its count."""
        expected = self._next.get(sender, number)
        self._next[sender] = number + count
        return max(0, number - expected)


# PostgreSQL's LISTEN, on a connection of its own.

POSTGRES_RETRY_DELAY = 1.0
"""Seconds before a reconnection."""
KEEPALIVE_OPTIONS = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""TCP options without which a connection that only listens would not notice the loss of its server."""
UNUSED_PARAMETERS = ("cursor_factory", "context", "server_side_binding", "prepare_threshold")
"""Parameters of Django's own connections that are of no use for LISTEN."""

postgres_outage = circuit_breaker.CircuitBreaker(
    "PostgreSQL does not say what other processes do: while Redis is away too, that is heard by beats",
    psycopg.Error,
    OSError,
)


async def listen_postgres(decoder: MessageDecoder) -> None:
    """Receive notifications forever. PostgreSQL does not store them, so before each connection some may be lost."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**build_parameters()) as listener:
                await listener.execute(f"LISTEN {publisher.CHANNEL}")
                decoder.on_loss()
                async for notification in listener.notifies():
                    decoder.decode(notification.payload)
        except postgres_outage.errors as error:
            postgres_outage.record_failure(error)
        except Exception:
            logger.exception("messages of another process could not be decoded")
        await asyncio.sleep(POSTGRES_RETRY_DELAY)


def build_parameters() -> dict[str, Any]:
    """Return the parameters of the connection to the site's database."""
    parameters = connection.get_connection_params().items()
    used = {name: value for name, value in parameters if name not in UNUSED_PARAMETERS}
    return {**KEEPALIVE_OPTIONS, **used, "autocommit": True}


# Redis publish/subscribe.

REDIS_RETRY_DELAY = 1.0
"""Seconds before a reconnection."""
QUIET_TIMEOUT = 5.0
"""Seconds of silence after which Redis gets a ping, and seconds in which it must answer."""


async def listen_redis(decoder: MessageDecoder) -> None:
    """Receive messages forever. Redis does not store them, so before each connection some may be lost."""
    while True:
        try:
            async with build_client() as redis, redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                await pubsub.subscribe(*publisher.list_channels())
                decoder.on_loss()
                while True:
                    await _handle_message(pubsub, decoder)
        except circuit_breaker.redis.errors as error:
            circuit_breaker.redis.record_failure(error)
        except Exception:
            logger.exception("messages of another process could not be decoded")
        await asyncio.sleep(REDIS_RETRY_DELAY)


def build_client() -> Redis:
    """Return a Redis client for the current event loop. It does not retry, so that a loss is noticed."""
    return Redis.from_url(settings.CHANNEL_URL, retry=Retry(NoBackoff(), 0), **publisher.build_timeouts())


async def _handle_message(pubsub: Any, decoder: MessageDecoder) -> None:
    message = await pubsub.get_message(timeout=QUIET_TIMEOUT)
    if message is None:
        await pubsub.ping()
        message = await pubsub.get_message(timeout=QUIET_TIMEOUT)
    if message is None:
        raise TimeoutError("no answer")
    if message["type"] == "message":
        decoder.decode(message["data"].decode())
