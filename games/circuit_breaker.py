"""Circuit breakers: fallbacks while Redis, the database or another service does not answer."""

from __future__ import annotations

import logging
import math
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from limits.errors import StorageError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

T = TypeVar("T")

RETRY_AFTER = 5.0
"""Seconds after a failure without another call, so that a page waits for the service only once."""
LOG_INTERVAL = 60.0
"""Seconds between two log lines about the same outage."""
RECOVERY_TIME = 1.0
"""Seconds without a failure after which a success ends the outage: a stopping server still answers some calls."""


class CircuitBreaker:
    """Circuit breaker of one service, which logs an outage once in ``quiet`` seconds. Thread-safe.

    ``message`` is the log line of a failure, ``errors`` are the exceptions that mean an outage, and ``clock`` returns
    monotonic seconds.
    """

    def __init__(
        self,
        message: str,
        *errors: type[Exception],
        clock: Callable[[], float] = time.monotonic,
        quiet: float = LOG_INTERVAL,
    ) -> None:
        self._message, self.errors, self._clock, self._quiet = message, errors, clock, quiet
        self._failed_at = self._logged_at = self._began_at = -math.inf
        self._lock = threading.Lock()
        self.is_away = False

    def record_failure(self, error: BaseException) -> None:
        """Begin or continue the outage, and log it unless it was logged within the last ``quiet`` seconds."""
        now = self._clock()
        with self._lock:
            self._failed_at = now
            if not self.is_away:
                self.is_away, self._began_at = True, now
            if now - self._logged_at < self._quiet:
                return
            self._logged_at = now
        logger.warning("%s (%s)", self._message, _first_line(error), extra={LOG_EXTRA: self})

    def record_success(self, message: str) -> None:
        """End the outage, if there is one, and log ``message``, formatted with the seconds that it lasted."""
        if not self.is_away or self._clock() - self._failed_at < RECOVERY_TIME:
            return
        with self._lock:
            was_away, self.is_away, self._logged_at = self.is_away, False, -math.inf
        if was_away:
            logger.warning(message, self._clock() - self._began_at, extra={LOG_EXTRA: self})

    def is_open(self) -> bool:
        """Return whether a call failed within the last ``RETRY_AFTER`` seconds, so that none should be made."""
        return self._clock() - self._failed_at < RETRY_AFTER

    def call_with_fallback(self, call: Callable[[], T], fallback: Callable[[], T]) -> T:
        """Return the result of ``call`` or, during an outage, that of ``fallback``."""
        if not self.is_open():
            try:
                return call()
            except self.errors as error:
                self.record_failure(error)
        return fallback()


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


LOG_EXTRA = "outage"
"""The attribute of a log record that holds the circuit breaker it is about."""

redis = CircuitBreaker(
    "Redis does not answer: limits are counted in this process alone, other processes hear of moves later",
    RedisError,
    StorageError,
    OSError,
)
"""Breaker of the only Redis of this installation, for the cache, the rate limits and the message bus."""

database = CircuitBreaker("PostgreSQL does not answer: nobody can play until it does", quiet=math.inf)
"""Breaker of PostgreSQL, if the installation uses it. ``is_database_outage`` recognises its errors."""


def is_database_outage(error: BaseException | None) -> bool:
    """Return whether an error, or its cause, means that PostgreSQL cannot be reached or has closed a connection.

    Return False for every other error of PostgreSQL, such as a statement that took too long.
    """
    psycopg: Any = sys.modules.get("psycopg")
    while error is not None and psycopg is not None:
        if isinstance(error, psycopg.InterfaceError) or type(error).__name__ == "PoolTimeout":
            # A pool may be empty, and a connection closed, for other reasons too.
            return database.is_away
        if isinstance(error, psycopg.OperationalError):
            return error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))
        error = error.__cause__ or error.__context__
    return False
