"""New connections are heard one after another, and after those who play."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

# Daphne's server chooses the reactor, so it comes before everything else that imports one.
from daphne.server import reactor

AGAIN = 0.001
"""Seconds until it is seen again whether those who play have what they wait for."""
LONGEST = 0.02
"""Seconds for which a connection is kept waiting because of them."""


class Door:
    """Lets one connection in with each turn of the loop of all sockets, and none while ``playing`` says that a card
    is being stored: letting somebody in takes as long as serving a card, and a crowd that comes at the same moment
    would be served before the next one."""

    def __init__(self, playing: Callable[[], bool], clock: Any = reactor) -> None:
        self._playing, self._clock = playing, clock
        self._outside: deque[Any] = deque()
        self._shut = False
        self._since = 0.0

    def knock(self, transport: Any) -> None:
        """Read from a connection that was just made, as soon as it is its turn."""
        if not self._shut and not self._playing():
            self._shut_for(0)
        else:
            transport.pauseProducing()
            self._outside.append(transport)
            if not self._shut:
                self._shut_for(AGAIN)

    def _shut_for(self, seconds: float) -> None:
        self._shut = True
        self._since = self._clock.seconds()
        self._clock.callLater(seconds, self._open)

    def _open(self) -> None:
        self._shut = False
        if not self._outside:
            return
        if self._playing() and self._clock.seconds() - self._since < LONGEST:
            self._shut = True
            self._clock.callLater(AGAIN, self._open)
        else:
            self._outside.popleft().resumeProducing()
            self._shut_for(0)
