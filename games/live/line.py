"""The direct way between a socket of this process and its consumer, whose frames ``games.run.frames`` reads and writes.

A server that has one puts it into ``scope["extensions"]``. It is never needed: without it, and whenever a text has to
wait its turn, everything goes by ``receive`` and ``send`` as ASGI has them, which does the same.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

LINE = "claim.line"


class Line(Protocol):
    """``hear`` is given each text that came whole, and says whether it took it; None until somebody hears."""

    hear: Callable[[str], bool] | None

    def tell(self, text: str) -> None:
        """Send a text; nothing happens where the other end is gone."""


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
