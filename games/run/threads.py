"""The threads in which pages are made: kept, since each has a connection to the database that is worth keeping."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.core.handlers.asgi import ASGIHandler

KEPT = 8
"""Threads that wait for the next page; more are made while more pages are made at once, and end with them."""


class Pages(ASGIHandler):
    """Django's own handler, which makes a thread for each request: a new connection each time. Here the thread that
    was free last is taken again, so a quiet site has one and its connection."""

    def __init__(self) -> None:
        super().__init__()
        self._free: deque[ThreadPoolExecutor] = deque()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        thread = self._free.pop() if self._free else ThreadPoolExecutor(1, "page")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        except BaseException:
            # It may still be busy with what nobody waits for any more.
            thread.shutdown(wait=False)
            raise
        self._keep(thread)

    def _keep(self, thread: ThreadPoolExecutor) -> None:
        if len(self._free) < KEPT:
            self._free.append(thread)
        else:
            thread.shutdown(wait=False)
