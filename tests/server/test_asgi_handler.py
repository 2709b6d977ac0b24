"""ASGI handler: a cancelled request runs to its end, and pages are made in a pool of threads.

Each thread keeps a connection to the database.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.server.asgi_handler import MAX_IDLE_THREADS, PooledASGIHandler, ShieldFromCancel

Message = dict[str, Any]


class Pages:
    """Waits, as Django does, until the client is gone; then needs a moment more to clean up."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.tidy = asyncio.Event()
        self.ended = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while not self.heard or self.heard[-1]["type"] != "http.disconnect":
            self.heard.append(await receive())
        await self.tidy.wait()
        self.ended = True


async def nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def begun(task: asyncio.Task[None]) -> None:
    """Let it run until it waits."""
    for _ in range(5):
        await asyncio.sleep(0)
    assert not task.done()


async def test_a_cancelled_request_gets_a_disconnect_and_is_awaited() -> None:
    pages = Pages()
    request = asyncio.create_task(ShieldFromCancel(pages)({}, nothing, None))
    await begun(request)
    request.cancel()
    await begun(request)
    assert pages.heard == [{"type": "http.disconnect"}]
    pages.tidy.set()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert pages.ended


async def test_a_request_cancelled_twice_goes_on_in_the_background() -> None:
    pages = Pages()
    whole = ShieldFromCancel(pages)
    request = asyncio.create_task(whole({}, nothing, None))
    for _ in range(2):
        await begun(request)
        request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    (work,) = whole._running
    pages.tidy.set()
    await work
    assert pages.ended
    assert not whole._running


async def test_messages_and_exceptions_pass_unchanged() -> None:
    pages = Pages()
    pages.tidy.set()
    messages: Iterator[Message] = iter([{"type": "http.request", "body": b"a"}, {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(messages)

    async def fail(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("broken")

    await ShieldFromCancel(pages)({}, receive, None)
    assert [message["type"] for message in pages.heard] == ["http.request", "http.disconnect"]
    with pytest.raises(ValueError, match="broken"):
        await ShieldFromCancel(fail)({}, nothing, None)


class RecordingHandler(PooledASGIHandler):
    """Records the thread of each page; pages wait until so many are made at once."""

    def __init__(self, together: int = 1) -> None:
        super().__init__()
        self.threads: list[threading.Thread] = []
        self._barrier = threading.Barrier(together)

    def load_middleware(self, is_async: bool = False) -> None:
        """Load none, since it would look for collected files."""

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        await sync_to_async(self._record)(fail=scope.get("fail", False))

    def _record(self, *, fail: bool) -> None:
        self.threads.append(threading.current_thread())
        self._barrier.wait(10)
        if fail:
            raise RuntimeError("a page broke")

    async def visit(self, **scope: Any) -> None:
        await self({"type": "http", **scope}, None, None)


async def test_consecutive_pages_share_a_thread_until_a_page_fails() -> None:
    pages = RecordingHandler()
    for _ in range(5):
        await pages.visit()
    assert len(set(pages.threads)) == 1
    with pytest.raises(RuntimeError):
        await pages.visit(fail=True)
    await pages.visit()
    assert len(set(pages.threads)) == 2


async def test_simultaneous_pages_have_a_thread_each_and_a_limited_number_is_kept() -> None:
    pages = RecordingHandler(MAX_IDLE_THREADS + 2)
    await asyncio.gather(*(pages.visit() for _ in range(MAX_IDLE_THREADS + 2)))
    assert len(set(pages.threads)) == MAX_IDLE_THREADS + 2
    assert len(pages._idle) == MAX_IDLE_THREADS
