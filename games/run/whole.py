"""Requests that come to their end even where the server gives them up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

Application = Callable[[Any, Any, Any], Any]


class Whole:
    """Hands requests to ``pages``, which is never cancelled: it hears that the client is gone, and ends by itself.

    Django gives a request's connection to the database back when the request ends. One that is cancelled, as Daphne
    does with what takes too long, would keep it for good, and a pool has only so many.
    """

    def __init__(self, pages: Application) -> None:
        self._pages = pages
        self._running: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        given_up = asyncio.Event()

        async def hear() -> Any:
            return await _first(receive, given_up)

        work = asyncio.ensure_future(self._pages(scope, hear, send))
        self._running.add(work)
        work.add_done_callback(self._running.discard)
        try:
            await asyncio.shield(work)
        finally:
            given_up.set()
            if not work.done():
                # Whoever cancels twice does not want to wait for it.
                await asyncio.wait({work})


async def _first(receive: Any, given_up: asyncio.Event) -> Any:
    """What the client says; that it is gone, where the request is given up before."""
    said, over = asyncio.ensure_future(receive()), asyncio.ensure_future(given_up.wait())
    try:
        await asyncio.wait({said, over}, return_when=asyncio.FIRST_COMPLETED)
        return said.result() if said.done() else {"type": "http.disconnect"}
    finally:
        said.cancel()
        over.cancel()
