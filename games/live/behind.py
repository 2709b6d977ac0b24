"""Games that moved on elsewhere and have to be read: all at once, and while one reading is under way, in the next."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.db import Error

from games.live.face import Room
from games.store.newer import grown
from games.stories.story import Story

logger = logging.getLogger(__name__)

REMEMBERED = 4096

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Behind:
    """Reads games of ``rooms``, and calls ``show`` with those that were found to have moved on."""

    def __init__(self, rooms: Mapping[int, Room], spawn: Spawn, show: Callable[[Story], None]) -> None:
        self._rooms, self._spawn, self._show = rooms, spawn, show
        self._wanted: set[int] = set()
        self._reading = False
        self._passing: OrderedDict[int, int] = OrderedDict()

    def pass_by(self, game_id: int, version: int) -> None:
        """Note that a game which nobody looks at has moved on: somebody may just be coming in with an older story."""
        self._passing[game_id] = version
        self._passing.move_to_end(game_id)
        if len(self._passing) > REMEMBERED:
            self._passing.popitem(last=False)

    def opened(self, story: Story) -> None:
        """Somebody looks at a game from now on, beginning with this story."""
        if self._passing.pop(story.game_id, 0) > story.version:
            self.want(story.game_id)

    def want(self, *game_ids: int) -> None:
        """Read these games soon."""
        self._wanted.update(game_ids)
        if self._wanted and not self._reading:
            self._reading = True
            self._spawn(self._read_all())

    async def _read_all(self) -> None:
        try:
            while self._wanted:
                wanted, self._wanted = self._wanted, set()
                stories = [self._rooms[game_id].story for game_id in wanted if game_id in self._rooms]
                for story in await database_sync_to_async(grown, thread_sensitive=False)(stories):
                    self._show(story)
        except Error as error:
            logger.warning("what other processes did is not read: %s", error)
        finally:
            self._reading = False
