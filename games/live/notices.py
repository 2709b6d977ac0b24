"""Hearing what other processes send as notices of PostgreSQL: by one connection of its own for each process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg
from django.db import connection

from games import outage
from games.store import news, post
from games.store.news import Item

AGAIN = 1.0
"""Seconds until it is tried again."""
ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""A connection that only listens would not notice that its server is gone."""
NOT_OURS = ("cursor_factory", "context", "server_side_binding", "prepare_threshold")
"""What Django's own connections are opened with, and a listener has no use for."""

notices = outage.Outage(
    "PostgreSQL does not say what other processes do: while Redis is away too, that is heard by beats",
    psycopg.Error,
    OSError,
)


async def listen(hear: Callable[[list[Item]], None], missed: Callable[[], None]) -> None:
    """Forever. ``hear`` is called with what others tell, ``missed`` whenever something of it may have been lost."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**parameters()) as ears:
                await ears.execute(f"LISTEN {post.CHANNEL}")
                missed()
                async for notice in ears.notifies():
                    sender, text = notice.payload[: len(post.ME)], notice.payload[len(post.ME) :]
                    if sender != post.ME:
                        hear(news.read(text))
        except notices.errors as error:
            notices.failed(error)
        await asyncio.sleep(AGAIN)


def parameters() -> dict[str, Any]:
    """How the site's database is reached."""
    site = {name: value for name, value in connection.get_connection_params().items() if name not in NOT_OURS}
    return {**ALIVE, **site, "autocommit": True}
