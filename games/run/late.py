"""Which connections a limit of time may have passed for, without a look at all of them.

Daphne's would be found by their own hashes, and are so large that a look at each costs more than a beat to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from math import ceil
from typing import Any

from games.run.flow import BoundedSocket, DaphnesWire

SELDOM = 5
"""Seconds, or a little more, between two looks."""

Waiting = tuple[DaphnesWire, float]
"""The line of an open socket, which keeps nothing of one that is gone, and when that has been open for too long."""


class Late:
    """An open socket waits for the look at which it can be late first, by when it was heard; everything else is late at
    each. ``silence`` are the seconds after which an open socket is asked whether it is there, ``longest`` those for
    which it may be open."""

    def __init__(self, silence: float, longest: float) -> None:
        self._silence, self._longest = silence, longest
        self._young = list[Any]()
        self._turns = deque[list[Waiting]]([] for _ in range(ceil(silence / SELDOM)))

    def came(self, connection: Any) -> None:
        """Look at it from now on, for as long as it is there."""
        self._young.append(connection)

    def among(self, connections: Container[Any], now: float) -> list[Any]:
        """Those of the ones that are there whose limits have to be looked at now, ``SELDOM`` after the last time."""
        turn = self._turns.popleft()
        self._turns.append([])
        found = [one for one in self._young if one in connections]
        turn += [(one.line, one.socket_opened + self._longest) for one in found if _is_open(one)]
        self._young = [one for one in found if not _is_open(one)]
        return self._young + [waiting[0].socket for waiting in turn if self._is_late(waiting, now)]

    def _is_late(self, waiting: Waiting, now: float) -> bool:
        """Whether it is by now; it waits again, unless it has gone."""
        line, until = waiting
        if line.socket is None:
            return False
        left = min(line.heard + self._silence, until) - now
        turns = min(max(ceil(left / SELDOM), 1), len(self._turns))
        self._turns[turns - 1].append(waiting)
        return left < 0


def _is_open(connection: Any) -> bool:
    return isinstance(connection, BoundedSocket) and connection.state == connection.STATE_OPEN
