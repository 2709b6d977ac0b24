"""The thread in which sockets are let in, one after the other; its connection to the database is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

thread = ThreadPoolExecutor(1, "entrance")


async def ushered(arrive: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What ``arrive`` gives, or its refusal. As ``database_sync_to_async`` does it, without the way back for what was
    begun in the thread, which takes as long as a statement: nothing that lets somebody in goes back to the loop.

    What it chooses for itself, such as a language, is its own: the next in the same thread finds nothing of it.
    """

    def called() -> T:
        close_old_connections()
        try:
            return arrive(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(thread, copy_context().run, called)
