"""Threads in which pages are made, and the connections to the database that they keep."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.server.asgi_handler import MAX_IDLE_THREADS, PooledASGIHandler


class RecordingHandler(PooledASGIHandler):
    """Notes in which thread each page is made; pages wait for each other where ``together`` says so."""

    def __init__(self, together: int = 1) -> None:
        super().__init__()
        self.threads: list[threading.Thread] = []
        self._gate = threading.Barrier(together)

    def load_middleware(self, is_async: bool = False) -> None:
        """None, which would look for collected files."""

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        await sync_to_async(self._note)(fail=scope.get("fail", False))

    def _note(self, *, fail: bool) -> None:
        self.threads.append(threading.current_thread())
        self._gate.wait(10)
        if fail:
            raise RuntimeError("a page broke")


async def visit(pages: PooledASGIHandler, **scope: Any) -> None:
    await pages({"type": "http", **scope}, None, None)


class TestThreads:
    async def test_one_page_after_the_other_is_made_in_one_thread(self) -> None:
        pages = RecordingHandler()
        for _ in range(5):
            await visit(pages)
        assert len(set(pages.threads)) == 1

    async def test_those_at_once_have_one_each_and_so_many_are_kept(self) -> None:
        pages = RecordingHandler(MAX_IDLE_THREADS + 2)
        await asyncio.gather(*(visit(pages) for _ in range(MAX_IDLE_THREADS + 2)))
        assert len(set(pages.threads)) == MAX_IDLE_THREADS + 2
        assert len(pages._idle) == MAX_IDLE_THREADS

    async def test_one_in_which_a_page_broke_is_not_taken_again(self) -> None:
        pages = RecordingHandler()
        with pytest.raises(RuntimeError):
            await visit(pages, fail=True)
        await visit(pages)
        assert len(set(pages.threads)) == 2
