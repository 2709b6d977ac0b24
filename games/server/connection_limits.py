"""Connection limits: open files of the process, connections that wait for a request, and the accept queue."""

from __future__ import annotations

import resource
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

# Daphne's server installs the reactor, so it comes before every other import of a reactor.
from daphne.server import reactor
from django.conf import settings

from games.rate_limits import normalize_address

WANTED_DESCRIPTORS = 65536
"""Open files that a process asks the system for."""


def raise_descriptor_limit() -> int:
    """Raise the soft limit of open files towards the hard one, and return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # Some systems have a lower limit, which cannot be read.
        return soft
    return wanted


RETRY_PAUSE = 0.001
"""Seconds between two checks whether a card is still being stored."""
MAX_WAIT = 0.02
"""Seconds for which a connection waits for cards at most."""


class AcceptQueue:
    """Queue of new connections: one is read with each turn of the event loop, and none while a card is being stored.

    ``is_busy`` says whether a card is being stored. To begin with a connection takes as long as to serve a card, and
    many that come at the same moment would be served before the next card.
    """

    def __init__(self, is_busy: Callable[[], bool], clock: Any = reactor) -> None:
        self._is_busy, self._clock = is_busy, clock
        self._waiting: deque[Any] = deque()
        self._is_paused = False
        self._paused_at = 0.0

    def enqueue(self, transport: Any) -> None:
        """Read from a new connection as soon as it is its turn."""
        if not self._is_paused and not self._is_busy():
            self._pause(0)
        else:
            transport.pauseProducing()
            self._waiting.append(transport)
            if not self._is_paused:
                self._pause(RETRY_PAUSE)

    def _pause(self, seconds: float) -> None:
        self._is_paused = True
        self._paused_at = self._clock.seconds()
        self._clock.callLater(seconds, self._resume)

    def _resume(self) -> None:
        self._is_paused = False
        if not self._waiting:
            return
        if self._is_busy() and self._clock.seconds() - self._paused_at < MAX_WAIT:
            self._is_paused = True
            self._clock.callLater(RETRY_PAUSE, self._resume)
        else:
            self._waiting.popleft().resumeProducing()
            self._pause(0)


MAX_PER_ADDRESS = 64
"""Connections of one address that wait for a request; a browser keeps some six open between pages."""
MAX_IDLE = 1024
"""Connections of all addresses together that wait for a request."""
BACKLOG = 1024
"""New connections that the system keeps while this process is busy."""
RESERVED_DESCRIPTORS = 128
"""Descriptors that connections leave to the database, to files and to other processes."""

T = TypeVar("T", bound=Hashable)


class ConnectionLimiter(Generic[T]):
    """Limits of connections: ``max_open`` in all, ``max_idle`` without a request, ``max_per_address`` of those.

    ``max_per_address`` is 0 where one address stands for everybody, as that of a proxy does. Above a limit the oldest
    idle connection is closed, of the address that has most of them: an honest client sends its request at once.
    """

    def __init__(self, max_open: int, max_idle: int, max_per_address: int) -> None:
        self.max_open, self.max_idle, self.max_per_address = max_open, max_idle, max_per_address
        self._addresses: dict[T, str] = {}
        self._idle: defaultdict[str, dict[T, None]] = defaultdict(dict)

    def add(self, connection: T, address: str) -> T | None:
        """Count a new connection, and return the surplus one that the caller has to close, if there is one."""
        self._addresses[connection] = normalize_address(address)
        return self.end_request(connection)

    def end_request(self, connection: T) -> T | None:
        """Count a connection as idle, and return the surplus one as ``add`` does. Ignores a removed connection."""
        address = self._addresses.get(connection)
        if address is None:
            return None
        self._idle[address][connection] = None
        surplus = self._find_surplus(address)
        if surplus is not None:
            self.remove(surplus)
        return surplus

    def begin_request(self, connection: T) -> None:
        """Count a connection as busy, since its request is complete."""
        address = self._addresses.get(connection)
        if address is not None:
            self._idle[address].pop(connection, None)
            if not self._idle[address]:
                del self._idle[address]

    def remove(self, connection: T) -> None:
        """Stop counting a connection; harmless for one that is not counted."""
        self.begin_request(connection)
        self._addresses.pop(connection, None)

    def _find_surplus(self, address: str) -> T | None:
        if self.max_per_address and len(self._idle[address]) > self.max_per_address:
            return next(iter(self._idle[address]))
        if len(self._addresses) <= self.max_open and sum(map(len, self._idle.values())) <= self.max_idle:
            return None
        most = max(self._idle.values(), key=len)
        return next(iter(most))


def create_limiter() -> ConnectionLimiter[object]:
    """Return the limiter for this process; it counts by address unless a proxy or the settings make that useless."""
    max_open = raise_descriptor_limit() - RESERVED_DESCRIPTORS
    by_address = settings.RATE_LIMITS and not settings.TRUSTED_IP_HEADER
    return ConnectionLimiter(max_open, min(MAX_IDLE, max_open // 2), MAX_PER_ADDRESS if by_address else 0)
