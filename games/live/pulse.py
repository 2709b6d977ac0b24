"""What a process does again and again: tells who is here, stores it, and reads what other processes did.

What is told comes from memory. Storing is a task of its own, so a database that waits or is away silences no beat.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any

from channels.db import database_sync_to_async
from django.db import Error

from games import sockets
from games.live import delivery, sessions
from games.live.exchange import Gone, Told, exchange, parts, waited_for
from games.live.face import Face, Room
from games.live.listener import Listener
from games.live.relay import Relay
from games.store import around, checkpoint, presence
from games.store.clock import clock
from games.store.newer import Ahead, ahead, newer
from games.store.news import Stayed
from games.store.presence import Stay
from games.stories.story import Story

logger = logging.getLogger(__name__)

SILENCE = 30.0
"""Seconds after which a socket that answers no beat is closed."""
TICKS = 5
"""Parts of a beat. After each those rooms are told in which somebody came or went: once a second at most."""
PUT_OFF = 12
"""Beats after which those who wait in the lobby, and are here, go on to: a minute."""
ROOMS = 100
"""Rooms that are told before the loop of all sockets has a turn."""

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Pulse:
    """The beats of the rooms in ``rooms``. ``show`` is called with games that were found to have moved on."""

    def __init__(self, rooms: Mapping[int, Room], spawn: Spawn, show: Callable[[Story], None], relay: Relay) -> None:
        self._rooms, self._spawn, self._show, self._relay = rooms, spawn, show, relay
        self._gone: dict[tuple[Face, int], Gone] = {}
        self._news, self._doubted, self._restless = set[int](), set[int](), set[int]()
        self._asked = list[Room]()
        self._own: list[dict[int, Room]] = [{} for _ in range(TICKS)]
        self._told, self._beats = Told(), count()
        self._storing = self._looking = self._silenced = self._check = self._due = self._opened = False

    def came(self, room: Room, listener: Listener) -> None:
        """Have it stored and told soon that somebody is here."""
        own = self._own[room.basis.game_id % TICKS]
        self._opened = self._opened or room.basis.game_id not in own
        own[room.basis.game_id] = room
        self.stirred(room.basis.game_id)
        if listener.lease is not None:
            self._news.add(room.basis.game_id)

    def left(self, room: Room, listener: Listener) -> None:
        """Have it stored and told soon when somebody who left was last heard."""
        self.stirred(room.basis.game_id)
        if room.empty:
            self._own[room.basis.game_id % TICKS].pop(room.basis.game_id, None)
        if listener.lease is not None:
            key, waits = (room.face, listener.lease), room.face.waits(room.basis)
            heard = max(listener.heard, self._gone[key].heard if key in self._gone else 0.0)
            self._gone[key] = Gone(room.basis.game_id, heard, waits)
            self._news.add(room.basis.game_id)

    def stirred(self, *game_ids: int) -> None:
        """Look at rooms in every part of a beat until they are quiet: they moved on, or somebody came or went."""
        self._restless.update(game_ids)

    def stayed(self, game_id: int, stays: Mapping[int, Stay]) -> None:
        """Take over what is known of the stays at a game."""
        if game_id in self._rooms:
            room = self._rooms[game_id]
            room.unsettle()
            room.stays.update(stays)
            self.stirred(room.basis.game_id)

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
            if sockets.shared():
                self._spawn(asyncio.to_thread(sockets.renew))
            if number % (TICKS * around.RENEWED) == 0:
                self._spawn(asyncio.to_thread(around.seen, self._people()))
        await self._tell(number)
        if number % (TICKS * sessions.CHECK_BEATS) == 0:
            self._check = True
        self._due = self._due or number % TICKS == 1
        if self._due or self._news or self._doubted:
            self._spawn(self.store())

    def _people(self) -> set[int]:
        """Who is logged in at a socket that lives."""
        oldest = time.monotonic() - presence.LEASE.total_seconds()
        return {one.user_id for one in self._all() if one.user_id is not None and one.heard > oldest}

    async def look(self) -> None:
        """Read what others did, because news of it may have been lost."""
        if self._looking:
            return
        self._looking = True
        try:
            for story in await _in_thread(newer, [room.standing for room in self._rooms.values()]):
                self._show(story)
        except Error as error:
            logger.warning("what other processes did is not read: %s", error)
        finally:
            self._looking = False

    async def store(self) -> None:
        """Store who is here and read what others did, unless the database is still busy with the time before."""
        if self._storing:
            return
        self._storing = True
        try:
            await self._exchange(regular=self._due)
            if self._check:
                await self._close_invalid()
        except Error as error:
            # Said once; pages that hear nothing think that they lost the site, so beats go on.
            logger.log(logging.DEBUG if self._silenced else logging.ERROR, "presence is not stored: %s", error)
            self._silenced = True
            self._told = Told()
        except BaseException:
            # What was stored of it, if anything, is stored again.
            self._told = Told()
            raise
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
        now = time.monotonic()
        for listener in self._all():
            listener.heard = min(now, listener.heard + late)
        self._gone = {key: replace(gone, heard=min(now, gone.heard + late)) for key, gone in self._gone.items()}

    async def _tell(self, number: int) -> None:
        oldest, now = time.monotonic() - presence.quiet(), clock.now()
        self._doubted, silent = set(), list[Listener]()
        for done, (room, regular) in enumerate(self._due_in(number), 1):
            if done % ROOMS == 0:
                await asyncio.sleep(0)
            if regular and delivery.again(room, oldest):
                self._asked.append(room)
                continue
            calm = room.calm
            if regular and (room.watchers or calm <= oldest):
                silent += [one for one in room.listeners if one.silent_for > SILENCE]
            if calm <= oldest:
                self._look(room, now, regular=regular)
                calm = room.calm
            elif regular and not delivery.tick(room):
                self._spawn(delivery.tell(room, regular=True))
            still = self._restless.discard if calm > oldest + presence.BEAT else self._restless.add
            still(room.basis.game_id)
        if silent:
            self._spawn(delivery.show_out(silent, "silent"))

    def _due_in(self, number: int) -> list[tuple[Room, bool]]:
        """The rooms to look at in a part of a beat, and whether it is their own: in the others those alone that were
        stirred, or in which somebody may be silent for too long before the next."""
        rooms, own = self._rooms, self._own[number % TICKS]
        self._restless.update([room.basis.game_id for room in self._asked if room.owed])
        self._restless.intersection_update(rooms)
        self._asked.clear()
        rest = self._restless.difference(own)
        return [(room, True) for room in own.values()] + [(rooms[one], False) for one in rest]

    def _look(self, room: Room, now: datetime, *, regular: bool) -> None:
        """Nobody is told to be away because news of them is late."""
        if regular or room.here != room.face.here(room):
            self._spawn(delivery.tell(room, regular=regular))
        if room.doubtful(now):
            self._doubted.add(room.basis.game_id)
        if any(one.silent_for > presence.quiet() and one.lease in self._told.of(room.face) for one in room.seated):
            self._news.add(room.basis.game_id)
        room.look()

    async def _exchange(self, *, regular: bool) -> None:
        """Store and read whatever may be otherwise than it was with a regular beat; between beats only where somebody
        came or left, or might have."""
        news, gone = self._news, dict(self._gone)
        some = news | self._doubted | {one.game_id for one in gone.values()}
        self._news, self._doubted, self._due = set(), set(), self._due and not regular
        everybody = regular and not self._told.complete
        restless = self._restless if regular else set[int]()
        rooms = [*self._rooms.values()] if everybody else self._told.concerned(self._rooms, some, restless)
        await self._seat(rooms)
        put_off = regular and next(self._beats) % PUT_OFF == 0
        waiting = waited_for(rooms, gone.values(), None if put_off else news)
        wanted = {room.basis.game_id for room in rooms if not room.settled} | some
        some_parts = parts(rooms, gone, wanted, waiting)
        found = await _in_thread(partial(exchange, some_parts, self._told, regular=regular))
        self._told.complete = self._told.complete or everybody
        self._due = self._due or (regular and not self._told.complete)
        self._told.find_unheld(self._rooms.values() if found.lost else rooms)
        await self._read(rooms, behind=found.behind, regular=regular)
        for game_id, known in found.stays.items():
            self.stayed(game_id, known)
            if game_id in news:
                self._relay.send(Stayed(game_id, known))
        for key, one in gone.items():
            if self._gone.get(key) == one:
                del self._gone[key]
        if found.lost:
            await self._exchange(regular=False)
        if regular:
            await _in_thread(checkpoint.if_due)

    async def _read(self, rooms: Iterable[Room], *, behind: bool, regular: bool) -> None:
        """Show what others added to the log."""
        if regular:
            if not (behind or self._opened):
                return
            rooms, self._opened = self._rooms.values(), False
        shown = [room.standing for room in rooms]
        await self._catch_up(await _in_thread(self._told.log.ahead if regular else ahead, shown))

    async def _catch_up(self, ahead: Ahead) -> None:
        """Read and show those of these games that are ahead still: most were only played on while it was asked."""
        shown = {game_id: self._rooms[game_id] for game_id in ahead if game_id in self._rooms}
        behind = [room.standing for game_id, room in shown.items() if room.version < ahead[game_id]]
        if len(shown) < len(ahead):
            # Somebody may come back to a room that everybody left, with what they read before.
            self._told.log.forget()
        try:
            for story in await _in_thread(newer, behind) if behind else ():
                self._show(story)
        except BaseException:
            self._told.log.forget()
            raise

    async def _seat(self, rooms: Iterable[Room]) -> None:
        """Who took a seat while watching on the same socket is present from then on."""
        for room in rooms:
            for one in tuple(room.watchers):
                if one.looks or one.user_id is None:
                    continue
                if isinstance(room.face.audience(room.basis, one), int):
                    lease = await _in_thread(room.face.lease, room.basis.game_id, one.user_id)
                    if lease is not None:
                        room.seat(one, lease)

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
