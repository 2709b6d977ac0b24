"""A request that the server gives up comes to its end all the same: its connection to the database is given back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from games.run.whole import Whole

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


async def test_what_is_cancelled_hears_that_the_client_is_gone_and_is_waited_for() -> None:
    pages = Pages()
    request = asyncio.create_task(Whole(pages)({}, nothing, None))
    await begun(request)
    request.cancel()
    await begun(request)
    assert pages.heard == [{"type": "http.disconnect"}]
    pages.tidy.set()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert pages.ended


async def test_cancelled_twice_it_goes_on_alone() -> None:
    pages = Pages()
    whole = Whole(pages)
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


async def test_what_the_client_says_arrives_as_it_is() -> None:
    pages = Pages()
    pages.tidy.set()
    said: Iterator[Message] = iter([{"type": "http.request", "body": b"a"}, {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(said)

    await Whole(pages)({}, receive, None)
    assert [message["type"] for message in pages.heard] == ["http.request", "http.disconnect"]


async def test_what_breaks_is_told_to_the_server() -> None:
    async def pages(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await Whole(pages)({}, nothing, None)
