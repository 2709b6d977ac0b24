"""Django's ASGI handler with pooled threads, and a middleware that shields requests from cancellation."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.core.handlers.asgi import ASGIHandler

Application = Callable[[Any, Any, Any], Any]
"""An ASGI application."""

MAX_IDLE_THREADS = 8
"""Maximum number of idle threads. More run while more requests are handled at once, and end with them."""


class ShieldFromCancel:
    """ASGI middleware that shields ``application`` from cancellation, and sends it ``http.disconnect`` instead.

    Django returns the database connection of a request to the pool when the request ends. A request that Daphne cancels
    because it takes too long would never return it, and the pool is limited.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._running: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the application to its end, even if this call is cancelled."""
        cancelled = asyncio.Event()

        async def receive_until_cancelled() -> Any:
            return await _receive_until_cancelled(receive, cancelled)

        request = asyncio.ensure_future(self._application(scope, receive_until_cancelled, send))
        self._running.add(request)
        request.add_done_callback(self._running.discard)
        try:
            await asyncio.shield(request)
        finally:
            cancelled.set()
            if not request.done():
                # A second cancellation ends this wait, but not the request.
                await asyncio.wait({request})


async def _receive_until_cancelled(receive: Any, cancelled: asyncio.Event) -> Any:
    """Return the next message of the client; ``http.disconnect`` if the request is cancelled first."""
    message, cancellation = asyncio.ensure_future(receive()), asyncio.ensure_future(cancelled.wait())
    try:
        await asyncio.wait({message, cancellation}, return_when=asyncio.FIRST_COMPLETED)
        return message.result() if message.done() else {"type": "http.disconnect"}
    finally:
        message.cancel()
        cancellation.cancel()


class PooledASGIHandler(ASGIHandler):
    """Django's ASGI handler with a pool of threads, each of which keeps its database connection.

    Django itself starts a thread, and with it opens a connection, for each request. Here the thread that became idle
    last is taken first, so that a quiet site has one thread and one connection.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: deque[ThreadPoolExecutor] = deque()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request in an idle thread or a new one."""
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "page")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        except BaseException:
            # The thread may still be busy with the request that failed.
            thread.shutdown(wait=False)
            raise
        self._release(thread)

    def _release(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < MAX_IDLE_THREADS:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
