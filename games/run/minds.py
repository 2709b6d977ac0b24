"""The site's own opponents at work: what was committed wakes them, a sweep asks again for what was lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

from games.rules.errors import Refusal
from games.run.reviews import LookingBack
from games.services.minds import asked, pace, pool, reviews, turn
from games.services.minds.turn import Question, Turn
from games.store import listeners, log, writer
from games.store.listeners import Commit
from games.stories.online import Match
from games.stories.story import Story

logger = logging.getLogger(__name__)

SWEEP = 10.0
"""Seconds between two looks for games that nobody thinks about."""
LOST = timedelta(seconds=8)
"""A game that waits for longer is thought about by nobody, or by somebody who is late; twice does no harm."""

Think = Callable[[Question], Awaitable[str]]
Put = Callable[[Turn, str], Awaitable[Any]]


class Minds:
    """Plays for the site in this process: ``think`` finds a card, ``put`` plays it. A turn is taken once at a time."""

    def __init__(self, think: Think, put: Put) -> None:
        self._think, self._put = think, put
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[tuple[int, int, int], asyncio.Task[None]] = {}
        self._sweeping = self._loop.create_task(self._sweep_forever())

    def heard(self, commit: Commit) -> None:
        """A listener to commits, called in whatever thread."""
        if turn.due(commit.story) is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.take, commit.story)

    def take(self, story: Story) -> None:
        """Think about a game, if it waits for that and nobody does; in the loop."""
        now = turn.due(story)
        if now is None:
            return
        key = now.game_id, now.line, now.ply
        if key in self._tasks:
            return
        task = self._tasks[key] = self._loop.create_task(self._play(now))
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    def end(self) -> None:
        """Leave the rest to the next start."""
        for task in (self._sweeping, *self._tasks.values()):
            task.cancel()

    async def _play(self, now: Turn) -> None:
        begun = self._loop.time()
        try:
            wanted, question = await _in_thread(_prepared, now)
            card = await self._think(question)
            await asyncio.sleep(pace.left(pace.pause(now, wanted), self._loop.time() - begun))
            await self._put(now, card)
        except Refusal as refusal:
            # The game ended, was stopped or went on meanwhile.
            logger.debug("game %d, ply %d: %s", now.game_id, now.ply, refusal.code)
        except Exception as error:
            # What it says might name a card. The sweep asks again.
            logger.error("no card for game %d at ply %d: %s", now.game_id, now.ply, type(error).__name__)

    async def _sweep_forever(self) -> None:
        since = timedelta(0)
        while True:
            try:
                for story in await _in_thread(asked.waiting, since):
                    self.take(story)
            except Exception as error:
                logger.warning("games that wait for the site are not looked for: %s", type(error).__name__)
            since = LOST
            await asyncio.sleep(SWEEP)


def begin() -> None:
    """Play for the site until its process ends; called in the loop."""
    from twisted.internet import reactor  # Importing it chooses one; Daphne must have done so before.

    async def think(question: Question) -> str:
        return await asyncio.wrap_future(pool.here.ask(question))

    async def put(now: Turn, card: str) -> None:
        await writer.submit(now.game_id, partial(turn.put, now, card))

    if settings.MINDS_QUEUE:
        # It takes its time to load, and most sites have no use for it.
        from games.run.elsewhere import Elsewhere, layer

        pool.here = Elsewhere(pool.here, layer())
    minds, looking = Minds(think, put), LookingBack(pool.here)
    listeners.listen(minds.heard)
    reviews.listen(looking.ask)
    reactor.addSystemEventTrigger("before", "shutdown", _end, minds, looking)


def _end(minds: Minds, looking: LookingBack) -> None:
    minds.end()
    looking.end()
    pool.here.end()


def _prepared(now: Turn) -> tuple[str, Question]:
    match = log.load_as(Match, now.game_id)
    if match.aid.line != now.line:
        raise Refusal("stale_ply")
    return pace.pace_of(now.person), turn.question(match, now)


async def _in_thread(call: Callable[..., Any], *args: object) -> Any:
    return await database_sync_to_async(call, thread_sensitive=False)(*args)
