"""Hearing what other processes send as notices of PostgreSQL: by one connection of its own for each process."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import psycopg
from django.db import connection

from games import outage
from games.live.ears import Ears
from games.store import post

logger = logging.getLogger(__name__)

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


async def listen(ears: Ears) -> None:
    """Forever. Notices are kept for nobody who does not listen just then, so whatever fails, something was missed."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**parameters()) as words:
                await words.execute(f"LISTEN {post.CHANNEL}")
                ears.missed()
                async for notice in words.notifies():
                    ears.understand(notice.payload)
        except notices.errors as error:
            notices.failed(error)
        except Exception:
            logger.exception("news was not understood")
        await asyncio.sleep(AGAIN)


def parameters() -> dict[str, Any]:
    """How the site's database is reached."""
    site = {name: value for name, value in connection.get_connection_params().items() if name not in NOT_OURS}
    return {**ALIVE, **site, "autocommit": True}
