"""Whether a socket has something stored without a task, and who waits until that is answered."""

from __future__ import annotations

import asyncio


class Storing:
    """One thing at a time, which makes it ``busy``; it begins and ends in the loop of all sockets."""

    __slots__ = ("_ended", "busy")

    def __init__(self) -> None:
        self.busy = False
        self._ended: asyncio.Future[None] | None = None

    def end(self) -> None:
        self.busy = False
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    async def ended(self) -> None:
        """Wait for the end, if anything is being stored."""
        if self.busy:
            self._ended = asyncio.get_running_loop().create_future()
            await self._ended
