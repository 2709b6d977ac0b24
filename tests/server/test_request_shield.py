"""Request shield: a cancelled request runs to its end, so that its database connection is released."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from games.server.asgi_handler import ShieldFromCancel

Message = dict[str, Any]


class Pages:
    """Waits, as Django does, until the client is gone; then needs a moment more."""

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


async def test_messages_of_the_client_pass_unchanged() -> None:
    pages = Pages()
    pages.tidy.set()
    said: Iterator[Message] = iter([{"type": "http.request", "body": b"a"}, {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(said)

    await ShieldFromCancel(pages)({}, receive, None)
    assert [message["type"] for message in pages.heard] == ["http.request", "http.disconnect"]


async def test_exceptions_reach_the_server() -> None:
    async def pages(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await ShieldFromCancel(pages)({}, nothing, None)
