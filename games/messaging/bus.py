"""Message bus between processes, which exchanges batches of messages over the first working transport."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from django.db import Error

from games import circuit_breaker, metrics
from games.eventlog.connection_pool import run_in_db_thread
from games.messaging import publisher, subscriptions
from games.messaging.messages import BusMessage
from games.messaging.subscriptions import MessageDecoder

logger = logging.getLogger(__name__)

MAX_ITEMS = 500
"""Maximum number of messages in a batch."""

Spawn = Callable[[Coroutine[Any, Any, None]], None]
"""Function that starts a task."""


class Transport(ABC):
    """Transport to the other processes.

    ``pause`` are the seconds between two batches, and ``errors`` the exceptions that mean an outage of the transport.
    """

    pause: float
    errors: tuple[type[Exception], ...]

    @abstractmethod
    def is_available(self) -> bool:
        """Return whether the transport is worth trying."""

    @abstractmethod
    async def send(self, items: Sequence[BusMessage]) -> None:
        """Send a batch. Raises one of ``errors`` during an outage."""

    @abstractmethod
    def record_failure(self, error: Exception) -> None:
        """Record an error of ``send``."""


class RedisTransport(Transport):
    """Redis publish/subscribe. Messages are numbered, so that a receiver notices when some were lost."""

    pause = 0.04
    errors = circuit_breaker.redis.errors

    def __init__(self) -> None:
        self._client, self._channel, self._sent = subscriptions.build_client(), publisher.get_channel(), 0

    def is_available(self) -> bool:
        """Return whether the circuit breaker of Redis is closed."""
        return not circuit_breaker.redis.is_open()

    async def send(self, items: Sequence[BusMessage]) -> None:
        """Publish a batch on the channel of the site."""
        await self._client.publish(self._channel, publisher.build_message(items, self._sent))
        self._sent += len(items)

    def record_failure(self, error: Exception) -> None:
        """Record an outage of Redis."""
        circuit_breaker.redis.record_failure(error)


class PostgresNotifyTransport(Transport):
    """PostgreSQL's NOTIFY. It needs no further service, but is slower and carries no log entries of games."""

    pause = 0.1
    errors = (Error,)

    def is_available(self) -> bool:
        """Return True: there is no other transport after this one."""
        return True

    async def send(self, items: Sequence[BusMessage]) -> None:
        """Notify the listeners of the database."""
        await run_in_db_thread(publisher.publish_postgres, items)

    def record_failure(self, error: Exception) -> None:
        """Log the error."""
        logger.warning("messages to other processes were not sent: %s", error)


class MessageBus:
    """Message bus of this process. Without a transport it does nothing.

    It is only a shortcut: heartbeats find lost changes. ``on_messages`` is called with the messages of other processes,
    ``on_loss`` whenever some may have been lost.
    """

    def __init__(
        self, spawn: Spawn, on_messages: Callable[[list[BusMessage]], None], on_loss: Callable[[], None]
    ) -> None:
        self._spawn, self._on_messages, self._on_loss = spawn, on_messages, on_loss
        self._transports: list[Transport] = []
        self._waiting: list[BusMessage] = []
        self._sending = False

    def start(self) -> None:
        """Subscribe to every transport of the site."""
        decoder = MessageDecoder(self._on_messages, self._on_loss)
        if publisher.has_redis():
            self._transports.append(RedisTransport())
            self._spawn(subscriptions.listen_redis(decoder))
        if publisher.has_postgres():
            self._transports.append(PostgresNotifyTransport())
            self._spawn(subscriptions.listen_postgres(decoder))

    @property
    def has_transport(self) -> bool:
        """Return whether there is a transport to other processes."""
        return bool(self._transports)

    def send(self, item: BusMessage) -> None:
        """Send a message with the next batch."""
        if not self._transports:
            return
        self._waiting.append(item)
        if not self._sending:
            self._sending = True
            self._spawn(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                items, self._waiting = self._waiting[:MAX_ITEMS], self._waiting[MAX_ITEMS:]
                await asyncio.sleep(await self._send(items))
        finally:
            self._sending = False

    async def _send(self, items: Sequence[BusMessage]) -> float:
        """Send a batch over the first transport that works, and return the seconds to wait before the next batch."""
        for transport in self._transports:
            if not transport.is_available():
                continue
            try:
                await transport.send(items)
            except transport.errors as error:
                transport.record_failure(error)
            else:
                return transport.pause
        metrics.count_dropped_messages(len(items))
        return self._transports[-1].pause
