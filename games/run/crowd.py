"""Who is connected, who of them still keeps the site waiting for a request, and who makes room when there is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Generic, TypeVar

from django.conf import settings

from games.limits import one_visitor
from games.run import descriptors

EACH = 64
"""Connections of one address whose request is not there yet; browsers keep some six a person open between pages."""
UNREAD = 1024
"""The same of all addresses together."""
KNOCKING = 1024
"""Connections that the system keeps at the door while this process is busy."""
SPARE = 128
"""Descriptors that connections leave to the database, to files and to other processes."""

T = TypeVar("T", bound=Hashable)


class Crowd(Generic[T]):
    """Counts connections. `each` is 0 where one address stands for everybody, as a proxy's does.

    Whoever has waited longest goes first, of the address that has most: an honest request is there at once.
    """

    def __init__(self, places: int, unread: int, each: int) -> None:
        self.places, self.unread, self.each = places, unread, each
        self._address: dict[T, str] = {}
        self._waiting: defaultdict[str, dict[T, None]] = defaultdict(dict)

    def come(self, who: T, address: str) -> T | None:
        """Count a connection that has asked nothing yet; the one, if any, that the caller has to end for it."""
        self._address[who] = one_visitor(address)
        return self.wait(who)

    def wait(self, who: T) -> T | None:
        """`who` has its answer, and is waited for again. As for `come`; nothing for one who was ended before."""
        address = self._address.get(who)
        if address is None:
            return None
        self._waiting[address][who] = None
        surplus = self._surplus(address)
        if surplus is not None:
            self.leave(surplus)
        return surplus

    def ask(self, who: T) -> None:
        """The whole request of `who` is there: it keeps nobody waiting until it has its answer."""
        address = self._address.get(who)
        if address is not None:
            self._waiting[address].pop(who, None)
            if not self._waiting[address]:
                del self._waiting[address]

    def leave(self, who: T) -> None:
        """The connection has ended; harmless for one that was not counted."""
        self.ask(who)
        self._address.pop(who, None)

    def _surplus(self, address: str) -> T | None:
        if self.each and len(self._waiting[address]) > self.each:
            return next(iter(self._waiting[address]))
        if len(self._address) <= self.places and sum(map(len, self._waiting.values())) <= self.unread:
            return None
        fullest = max(self._waiting.values(), key=len)
        return next(iter(fullest))


def gathering() -> Crowd[object]:
    """The crowd that fits into this process, counted by address unless the settings say that this means nothing."""
    places = descriptors.raised() - SPARE
    by_address = settings.RATE_LIMITS and not settings.TRUSTED_IP_HEADER
    return Crowd(places, min(UNREAD, places // 2), EACH if by_address else 0)
