"""A hint on its way: asked of a process that thinks, outside of the loop, and logged once it is found."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async

from games.rules.errors import Refusal
from games.services.minds import hints, pool
from games.services.minds.hints import Wish
from games.services.minds.turn import Question
from games.services.minds.worker import Advised
from games.store.writer import submit

logger = logging.getLogger(__name__)

_thoughts: dict[tuple[int, int, int], asyncio.Future[Advised]] = {}
"""What is thought of now, by game, line and ply: however many devices ask, a hint is thought of once."""


async def hint(wish: Wish) -> int:
    """The version whose view shows the hint. Refused as ``hints.asked``, and with ``no_hint`` where none was found."""
    found = await _in_thread(hints.asked, wish)
    if isinstance(found, int):
        return found
    advised = await _thought(wish, found)
    version: int = await submit(wish.game_id, lambda: hints.told(wish, advised))
    return version


async def _thought(wish: Wish, question: Question) -> Advised:
    key = wish.game_id, wish.line, wish.ply
    try:
        if key not in _thoughts:
            _thoughts[key] = asyncio.wrap_future(pool.here.advise(question))
            _thoughts[key].add_done_callback(lambda done: _ended(key, done))
        return await asyncio.shield(_thoughts[key])
    except Exception as error:
        # What it says might name a card.
        logger.error("no hint in game %d at ply %d: %s", wish.game_id, wish.ply, type(error).__name__)
        raise Refusal("no_hint") from None


def _ended(key: tuple[int, int, int], done: asyncio.Future[Advised]) -> None:
    _thoughts.pop(key, None)
    if not done.cancelled():
        # Looked at, or a failure that nobody waits for any more would be told at the end of the process.
        done.exception()


async def _in_thread(call: Callable[..., Any], *args: object) -> Any:
    return await database_sync_to_async(call, thread_sensitive=False)(*args)
