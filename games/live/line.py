"""The direct way between a socket of this process and its consumer, whose frames ``games.run.frames`` reads and writes.

A server that has one puts it into ``scope["extensions"]``. It is never needed: without it, and whenever a text has to
wait its turn, everything goes by ``receive`` and ``send`` as ASGI has them, which does the same.
"""

from __future__ import annotations

import asyncio
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

LINE = "claim.line"


class Line(ABC):
    """``hear`` is given each text that came whole, and says whether it took it; None until somebody hears. ``send`` is
    given a frame and says how many bytes of it the system took; it may be called while the line is ``clear``: nothing
    that waits has to be sent before, and nobody here has closed the socket. ``heard`` is when the other end was heard
    from last, by ``time.time``, where the server asks silent ones whether they are there.

    ``awaited`` is what a beat is answered with, "" where that is for ``hear``. ``owes`` is whether the last beat has
    yet to be answered, and ``said`` when one was, by ``time.monotonic``.

    What every text needs stands here and not in the socket, which is so large that hardly any of it is in the
    processor's memory when it comes to an idle page.
    """

    __slots__ = ("awaited", "clear", "hear", "heard", "owes", "said", "send")

    def __init__(self) -> None:
        self.hear: Callable[[str], bool] | None = None
        self.heard = self.said = 0.0
        self.end()

    def end(self) -> None:
        """The socket is no more, or not yet."""
        self.clear, self.send = False, _nothing
        self.awaited, self.owes = "", False

    def answered(self, text: str) -> bool:
        """Whether a text is the one answer that is awaited, with which nothing more is done."""
        if text != self.awaited or not self.owes:
            return False
        self.owes, self.said = False, time.monotonic()
        return True

    @abstractmethod
    def written(self, text: str) -> bytes:
        """The frame of a text, the same for all sockets of a process."""

    @abstractmethod
    def rest(self, frame: bytes) -> None:
        """Send what ``send`` may not be given, or did not take; nothing happens where the other end is gone."""

    def tell(self, text: str) -> None:
        """Send a text; nothing happens where the other end is gone."""
        tell_all((self,), self.written(text))


def tell_all(lines: Iterable[Line], frame: bytes) -> None:
    """Send the same to each."""
    size = len(frame)
    for line in lines:
        try:
            sent = line.send(frame) if line.clear else 0
        except OSError:
            # Whatever else is wrong with it is found out by the ordinary way.
            sent = 0
        if sent < size:
            line.rest(frame[sent:])


def _nothing(frame: bytes) -> int:
    """Takes nothing."""
    return 0


def line_of(scope: Mapping[str, Any]) -> Line | None:
    """The line of a socket, if its server has one."""
    found: Line | None = (scope.get("extensions") or {}).get(LINE)
    return found


def begun(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """A task that runs at once up to its first wait, where Python can do that; in the loop."""
    loop = asyncio.get_running_loop()
    if sys.version_info >= (3, 12):
        return asyncio.Task(coroutine, loop=loop, eager_start=True)
    return loop.create_task(coroutine)
