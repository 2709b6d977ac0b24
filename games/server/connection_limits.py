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
"""Number of open files that a process requests from the system."""


def raise_descriptor_limit() -> int:
    """Raise the soft limit of open files as far as the hard one allows, and return the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # Some systems enforce a lower limit that cannot be read.
        return soft
    return wanted


RETRY_PAUSE = 0.001
"""Seconds between two checks whether a card is still being stored."""
MAX_WAIT = 0.02
"""Maximum seconds for which a connection waits while cards are being stored."""


class AcceptQueue:
    """Queue of new connections: each turn of the event loop starts to read one, and none while a card is being stored.

    ``is_busy`` returns whether a card is being stored. Setting up a connection takes as long as serving a card, and
    many connections that arrive together would otherwise all be set up before the next card is served.
    """

    def __init__(self, is_busy: Callable[[], bool], clock: Any = reactor) -> None:
        self._is_busy, self._clock = is_busy, clock
        self._waiting: deque[Any] = deque()
        self._is_paused = False
        self._paused_at = 0.0

    def enqueue(self, transport: Any) -> None:
        """Start to read from a new connection when its turn comes."""
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
"""Maximum idle connections of one address; a browser keeps some six open between pages."""
MAX_IDLE = 1024
"""Maximum idle connections of all addresses together."""
BACKLOG = 1024
"""New connections that the system queues while this process is busy."""
RESERVED_DESCRIPTORS = 128
"""Descriptors reserved for the database, files and other processes."""

T = TypeVar("T", bound=Hashable)


class ConnectionLimiter(Generic[T]):
    """Limits of connections: ``max_open`` in total, ``max_idle`` without a request, ``max_per_address`` of those.

    ``max_per_address`` is 0, for no limit, behind a proxy, whose address all clients share. Above that limit, the
    oldest idle connection of the address is closed; above another one, that of the address with the most idle
    connections. An honest client sends its request at once.
    """

    def __init__(self, max_open: int, max_idle: int, max_per_address: int) -> None:
        self.max_open, self.max_idle, self.max_per_address = max_open, max_idle, max_per_address
        self._addresses: dict[T, str] = {}
        self._idle: defaultdict[str, dict[T, None]] = defaultdict(dict)

    def add(self, connection: T, address: str) -> T | None:
        """Count a new connection. Return the surplus connection that the caller must close, or None."""
        self._addresses[connection] = normalize_address(address)
        return self.end_request(connection)

    def end_request(self, connection: T) -> T | None:
        """Count a connection as idle, and return the surplus one as ``add`` does. Ignore a removed connection."""
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
        """Stop counting a connection. Ignore one that is not counted."""
        self.begin_request(connection)
        self._addresses.pop(connection, None)

    def _find_surplus(self, address: str) -> T | None:
        if self.max_per_address and len(self._idle[address]) > self.max_per_address:
            return next(iter(self._idle[address]))
        if len(self._addresses) <= self.max_open and sum(map(len, self._idle.values())) <= self.max_idle:
            return None
        connections = max(self._idle.values(), key=len)
        return next(iter(connections))


def create_limiter() -> ConnectionLimiter[object]:
    """Return the limiter of this process, with a limit per address unless a proxy or the settings rule that out."""
    max_open = raise_descriptor_limit() - RESERVED_DESCRIPTORS
    by_address = settings.RATE_LIMITS and not settings.TRUSTED_IP_HEADER
    return ConnectionLimiter(max_open, min(MAX_IDLE, max_open // 2), MAX_PER_ADDRESS if by_address else 0)
