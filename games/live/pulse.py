"""What a process does again and again: tells who is here, stores it, and reads what other processes did.

What is told comes from memory. Storing is a task of its own, so a database that waits or is away silences no beat.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from itertools import count
from typing import Any

from channels.db import database_sync_to_async
from django.db import Error

from games.live import delivery, sessions
from games.live.face import Face, Listener, Room
from games.models import Game
from games.store import checkpoint, log, presence
from games.store.presence import Stay
from games.stories.story import Story

logger = logging.getLogger(__name__)

SILENCE = 30.0
"""Seconds after which a socket that answers no beat is closed."""
TICKS = 5
"""Parts of a beat. After each those rooms are told in which somebody came or went: once a second at most."""
ROOMS = 20
"""Rooms that are told before the loop of all sockets has a turn."""

Spawn = Callable[[Coroutine[Any, Any, None]], None]
Ages = dict[int, float]
"""Leases, and the seconds since each was last heard."""


class Pulse:
    """The beats of the rooms in ``rooms``. ``show`` is called with games that were found to have moved on, ``seldom``
    as often as sessions are checked."""

    def __init__(
        self, rooms: Mapping[int, Room], spawn: Spawn, show: Callable[[Story], None], seldom: Callable[[], None]
    ) -> None:
        self._rooms, self._spawn, self._show, self._seldom = rooms, spawn, show, seldom
        self._gone: dict[tuple[Face, int], float] = {}
        self._news = self._storing = self._silenced = self._check = False

    def came(self, listener: Listener) -> None:
        """Have it stored soon that somebody is here."""
        self._news = self._news or listener.lease is not None

    def left(self, room: Room, listener: Listener) -> None:
        """Have it stored when somebody who left was last heard."""
        if listener.lease is not None:
            self._gone[room.face, listener.lease] = listener.heard

    async def beat_forever(self) -> None:
        for number in count(1):
            due = time.monotonic() + presence.BEAT / TICKS
            await asyncio.sleep(presence.BEAT / TICKS)
            try:
                await self.tick(number, time.monotonic() - due)
            except Exception:
                logger.exception("a beat failed")

    async def tick(self, number: int, late: float = 0.0) -> None:
        """A part of a beat, which came so many seconds late."""
        if late > presence.BEAT:
            self._forgive(late)
        presence.uptime.tick()
        regular = number % TICKS == 0
        if regular:
            await self._close_silent()
        await self._tell(regular)
        if number % (TICKS * sessions.CHECK_BEATS) == 0:
            self._check = True
            self._seldom()
        if self._news or number % TICKS == 1:
            self._spawn(self.store())

    async def store(self) -> None:
        """Store who is here and read what others did, unless the database is still busy with the time before."""
        if self._storing:
            return
        self._storing = True
        try:
            await self._exchange()
            if self._check:
                await self._close_invalid()
        except Error as error:
            # Said once; pages that hear nothing think that they lost the site, so beats go on.
            logger.log(logging.DEBUG if self._silenced else logging.ERROR, "presence is not stored: %s", error)
            self._silenced = True
        else:
            self._silenced = False
        finally:
            self._storing = False

    async def stop(self) -> None:
        """Store that this process ends; those who were here come back to another one."""
        try:
            await _in_thread(presence.uptime.leave)
        except Error as error:
            logger.warning("the end of this process is not stored: %s", error)

    def _forgive(self, late: float) -> None:
        """Nobody could be heard while this process stood still, which is nobody's silence."""
        for listener in self._all():
            listener.heard += late
        self._gone = {key: heard + late for key, heard in self._gone.items()}

    async def _tell(self, regular: bool) -> None:
        for number, room in enumerate(tuple(self._rooms.values()), 1):
            if regular or room.here != room.face.here(room):
                self._spawn(delivery.tell(room, regular=regular))
            if number % ROOMS == 0:
                await asyncio.sleep(0)

    async def _close_silent(self) -> None:
        for listener in self._all():
            if listener.silent_for > SILENCE:
                await listener.close("silent")

    async def _exchange(self) -> None:
        self._news, gone = False, dict(self._gone)
        await _in_thread(presence.uptime.beat)
        for face in {room.face for room in self._rooms.values()} | {face for face, _ in gone}:
            rooms = {game_id: room for game_id, room in self._rooms.items() if room.face is face}
            await self._seat(rooms)
            versions = {game_id: room.story.version for game_id, room in rooms.items()}
            newer, stays = await _in_thread(exchange, face, self._ages(face, rooms), versions)
            for story in newer:
                self._show(story)
            for game_id, room in rooms.items():
                room.stays.update(stays.get(game_id, {}))
        for key, heard in gone.items():
            if self._gone.get(key) == heard:
                del self._gone[key]
        await _in_thread(checkpoint.if_due)

    async def _seat(self, rooms: Mapping[int, Room]) -> None:
        """Who took a seat while watching on the same socket is present from then on."""
        for game_id, room in rooms.items():
            for one in tuple(room.watchers):
                if one.user_id is not None and isinstance(room.face.audience(room.story, one), int):
                    lease = await _in_thread(room.face.lease, game_id, one.user_id)
                    if lease is not None:
                        room.seat(one, lease)

    def _ages(self, face: Face, rooms: Mapping[int, Room]) -> Ages:
        """When each lease was last heard; one may have several sockets, and some that left."""
        now = time.monotonic()
        here = [(one.lease, now - one.heard) for room in rooms.values() for one in room.seated if one.alive]
        left = [(lease, now - heard) for (kind, lease), heard in self._gone.items() if kind is face]
        ages: Ages = {}
        for lease, age in here + left:
            if lease is not None:
                ages[lease] = min(age, ages.get(lease, age))
        return ages

    async def _close_invalid(self) -> None:
        """Sessions end without a signal too: they expire, or are deleted in the database."""
        self._check = False
        known = {(one.session_key, one.user_id) for one in self._all() if one.user_id is not None}
        ended = await _in_thread(sessions.ended, known)
        for listener in self._all():
            if (listener.session_key, listener.user_id) in ended:
                await listener.close("session_ended")

    def _all(self) -> list[Listener]:
        return [listener for room in self._rooms.values() for listener in room.listeners]


async def _in_thread(call: Callable[..., Any], *args: object) -> Any:
    """In a thread that nothing else waits for: one that hangs holds up neither arrivals nor hints."""
    return await database_sync_to_async(call, thread_sensitive=False)(*args)


def exchange(face: Face, ages: Ages, versions: Mapping[int, int]) -> tuple[list[Story], dict[int, dict[int, Stay]]]:
    """Renew the leases, read everybody's, and find the games that are ahead of what is shown."""
    stays = face.exchange(ages, versions)
    current = Game.objects.filter(pk__in=list(versions)).values_list("pk", "version")
    behind = [game_id for game_id, version in current if version > versions[game_id]]
    return [story for story in map(read, behind) if story is not None], stays


def read(game_id: int) -> Story | None:
    """A game that cannot be read, because a newer release wrote it, must not silence the others."""
    try:
        return log.load(game_id)
    except Error:
        raise
    except Exception:
        logger.exception("game %d cannot be read", game_id)
        return None
