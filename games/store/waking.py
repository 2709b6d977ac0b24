"""Waking the loop of all sockets from a thread, once for a batch of commits: each time is a call of the system."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Call = tuple[Callable[..., object], tuple[Any, ...]]
Calls = dict[asyncio.AbstractEventLoop, list[Call]]


class _Gathering(threading.local):
    calls: Calls | None = None
    ends: list[Call] | None = None


_gathering = _Gathering()


def soon(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *args: Any) -> None:
    """Have ``loop`` call it, in the order of these calls; within ``together`` at the end of that. From any thread.

    Nothing happens where the loop was closed.
    """
    if _gathering.calls is None:
        _wake(loop, [(call, args)])
    else:
        _gathering.calls.setdefault(loop, []).append((call, args))


@contextmanager
def together() -> Iterator[None]:
    """Wake each loop once for all that this thread has for it within the block, however the block ends."""
    calls = _gathering.calls = {}
    try:
        yield
    finally:
        _gathering.calls = None
        for loop, theirs in calls.items():
            _wake(loop, theirs)


def at_end(call: Callable[..., object], *args: Any) -> None:
    """In a loop that was woken: call it when all that woke it is done, in the order of these calls; soon where nothing
    woke it. Saves a turn of the loop."""
    if _gathering.ends is None:
        asyncio.get_running_loop().call_soon(call, *args)
    else:
        _gathering.ends.append((call, args))


def _wake(loop: asyncio.AbstractEventLoop, calls: Sequence[Call]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(_call_all, loop, calls)


def _call_all(loop: asyncio.AbstractEventLoop, calls: Sequence[Call]) -> None:
    ends = _gathering.ends = []
    try:
        _call_each(loop, calls)
    finally:
        _gathering.ends = None
        _call_each(loop, ends)


def _call_each(loop: asyncio.AbstractEventLoop, calls: Sequence[Call]) -> None:
    """Each whatever became of the others, as the loop itself would."""
    for call, args in calls:
        try:
            call(*args)
        except Exception as error:
            loop.call_exception_handler({"message": f"{call} failed", "exception": error})
