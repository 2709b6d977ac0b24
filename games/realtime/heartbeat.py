"""Heartbeats of rooms, and synchronisation of their presence with the database.

Heartbeats are sent from memory. Presence is synchronised in a separate task, so that a slow or unavailable database
delays no heartbeat.
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

from django.db import Error

from games import socket_counts
from games.eventlog.bulk_load import list_refreshed
from games.eventlog.checkpoint import CheckpointSchedule
from games.eventlog.connection_pool import run_in_db_thread
from games.eventlog.database_clock import database_clock
from games.messaging import online_users, presence
from games.messaging.bus import MessageBus
from games.messaging.messages import PresenceChanged
from games.messaging.presence import PresenceSpan
from games.realtime import authentication, delivery
from games.realtime.connection import Connection
from games.realtime.presence_sync import Departure, LeaseState, build_updates, list_waiting_games, sync_presence
from games.realtime.presenter import Presenter
from games.realtime.room import Room
from games.state.game_state import GameState

logger = logging.getLogger(__name__)

MAX_SILENCE = 30.0
"""Seconds after which a connection that answers no heartbeat is closed."""
TICKS_PER_BEAT = 5
"""Ticks per heartbeat interval. A room whose presence changed gets a heartbeat at the next tick, within a second."""
LISTING_BEATS = 12
"""Heartbeats between two extensions of the lobby entries of players who are present: a minute."""
ROOMS_PER_TURN = 100
"""Rooms served before other tasks of the event loop get a turn."""

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Heartbeat:
    """Heartbeat of the rooms of a process. ``update_room`` is called with states that other processes advanced."""

    def __init__(
        self, rooms: Mapping[int, Room], spawn: Spawn, update_room: Callable[[GameState], None], bus: MessageBus
    ) -> None:
        self._rooms, self._spawn, self._update_room, self._bus = rooms, spawn, update_room, bus
        self._departures: dict[tuple[Presenter, int], Departure] = {}
        # Games with arrivals or departures, and games whose stays may be outdated.
        self._changed, self._stale = set[int](), set[int]()
        self._leases, self._beats, self._checkpoints = LeaseState(), count(), CheckpointSchedule()
        self._is_syncing = self._is_refreshing = self._has_failed = False
        self._is_session_check_due = self._is_regular_sync_due = False

    def add_connection(self, room: Room, connection: Connection) -> None:
        """Mark the game, so that the arrival of a player is soon stored and sent."""
        if connection.lease_id is not None:
            self._changed.add(room.state.game_id)

    def remove_connection(self, room: Room, connection: Connection) -> None:
        """Record the departure of a player, which is soon stored and sent."""
        if connection.lease_id is not None:
            key, is_waiting = (room.presenter, connection.lease_id), room.presenter.is_waiting(room.state)
            earlier = self._departures[key].last_heard if key in self._departures else 0.0
            self._departures[key] = Departure(room.state.game_id, max(connection.last_heard, earlier), is_waiting)
            self._changed.add(room.state.game_id)

    def update_stays(self, game_id: int, stays: Mapping[int, PresenceSpan]) -> None:
        """Update the stays of a room, if there is one."""
        if game_id in self._rooms:
            self._rooms[game_id].stays.update(stays)

    async def beat_forever(self) -> None:
        """Tick until the task is cancelled. A tick that fails is logged."""
        for number in count(1):
            due = time.monotonic() + presence.HEARTBEAT_INTERVAL / TICKS_PER_BEAT
            await asyncio.sleep(presence.HEARTBEAT_INTERVAL / TICKS_PER_BEAT)
            try:
                await self.tick(number, time.monotonic() - due)
            except Exception:
                logger.exception("a heartbeat failed")

    async def tick(self, number: int, delay: float = 0.0) -> None:
        """Send the heartbeats of a tick that is ``delay`` seconds late, and start the synchronisation if needed."""
        if delay > presence.HEARTBEAT_INTERVAL:
            self._extend_grace(delay)
        presence.uptime.tick()
        if number % TICKS_PER_BEAT == 0:
            if socket_counts.is_shared():
                self._spawn(asyncio.to_thread(socket_counts.renew_lease))
            if number % (TICKS_PER_BEAT * online_users.RENEWALS) == 0:
                self._spawn(asyncio.to_thread(online_users.mark_online, self._list_online_users()))
        await self._send_heartbeats(number)
        if number % (TICKS_PER_BEAT * authentication.CHECK_BEATS) == 0:
            self._is_session_check_due = True
        self._is_regular_sync_due = self._is_regular_sync_due or number % TICKS_PER_BEAT == 1
        if self._is_regular_sync_due or self._changed or self._stale:
            self._spawn(self.sync())

    def _list_online_users(self) -> set[int]:
        """Return the users with a living connection."""
        oldest = time.monotonic() - presence.PRESENCE_LEASE.total_seconds()
        return {
            connection.user_id
            for connection in self._list_connections()
            if connection.user_id is not None and connection.last_heard > oldest
        }

    async def refresh_rooms(self) -> None:
        """Read the new log entries of other processes for all rooms, because bus messages may have been lost."""
        if self._is_refreshing:
            return
        self._is_refreshing = True
        try:
            await self._refresh(self._rooms.values())
        except Error as error:
            logger.warning("could not read what other processes did: %s", error)
        finally:
            self._is_refreshing = False

    async def sync(self) -> None:
        """Synchronise presence with the database, unless an earlier synchronisation still runs."""
        if self._is_syncing:
            return
        self._is_syncing = True
        try:
            await self._sync_presence(regular=self._is_regular_sync_due)
            if self._is_session_check_due:
                await self._close_ended_sessions()
        except Error as error:
            # Only the first failure is logged as an error. Heartbeats go on: without them pages show a lost connection.
            logger.log(logging.DEBUG if self._has_failed else logging.ERROR, "could not store presence: %s", error)
            self._has_failed = True
            self._leases = LeaseState()
        except BaseException:
            # It is unknown what was stored, so all leases are stored again.
            self._leases = LeaseState()
            raise
        else:
            self._has_failed = False
        finally:
            self._is_syncing = False

    async def stop(self) -> None:
        """Store that this process ends; its players reconnect to another one."""
        try:
            await run_in_db_thread(presence.uptime.mark_left)
        except Error as error:
            logger.warning("could not store the end of this process: %s", error)

    def _extend_grace(self, delay: float) -> None:
        """Extend the grace period of all clients after a pause of this process, in which it could not hear them."""
        now = time.monotonic()
        for connection in self._list_connections():
            connection.last_heard = min(now, connection.last_heard + delay)
        self._departures = {
            key: replace(departure, last_heard=min(now, departure.last_heard + delay))
            for key, departure in self._departures.items()
        }

    async def _send_heartbeats(self, number: int) -> None:
        now, silent = database_clock.now(), list[Connection]()
        self._stale = set()
        for served, room in enumerate(tuple(self._rooms.values()), 1):
            if served % ROOMS_PER_TURN == 0:
                await asyncio.sleep(0)
            try:
                silent += self._check_room(room, now, regular=(room.state.game_id - number) % TICKS_PER_BEAT == 0)
            except Exception:
                logger.exception("could not send presence to a room")
        if silent:
            self._spawn(delivery.close_connections(silent, "silent"))

    def _check_room(self, room: Room, now: datetime, *, regular: bool) -> list[Connection]:
        """Send a room's heartbeat if it is due or its presence changed, and return its silent connections.

        A stay that looks outdated is read again before a heartbeat shows its player as away.
        """
        if regular or room.sent_presence != room.presenter.list_present(room):
            self._spawn(delivery.send_heartbeat(room, regular=regular))
        if room.has_stale_stay(now):
            self._stale.add(room.state.game_id)
        if any(
            connection.silent_for > presence.get_grace_period()
            and connection.lease_id in self._leases.get_leases(room.presenter)
            for connection in room.seated
        ):
            self._changed.add(room.state.game_id)
        return [each for each in room.connections if each.silent_for > MAX_SILENCE] if regular else []

    async def _sync_presence(self, *, regular: bool) -> None:
        """Store and read presence, of all rooms with ``regular``, otherwise of those with changed or outdated stays."""
        changed, departures = self._changed, dict(self._departures)
        affected = changed | self._stale | {departure.game_id for departure in departures.values()}
        self._changed, self._stale = set(), set()
        self._is_regular_sync_due = self._is_regular_sync_due and not regular
        rooms = [room for game_id, room in self._rooms.items() if regular or game_id in affected]
        await self._seat_watchers(rooms)
        extends_all = regular and next(self._beats) % LISTING_BEATS == 0
        waiting = list_waiting_games(rooms, departures.values(), None if extends_all else changed)
        wanted = {room.state.game_id for room in rooms} | affected
        stays_by_game = await run_in_db_thread(
            partial(sync_presence, build_updates(rooms, departures, wanted, waiting), self._leases, regular=regular)
        )
        await self._refresh(self._rooms.values() if regular else rooms)
        for game_id, stays in stays_by_game.items():
            self.update_stays(game_id, stays)
            if game_id in changed:
                self._bus.send(PresenceChanged(game_id, stays))
        for key, departure in departures.items():
            if self._departures.get(key) == departure:
                del self._departures[key]
        if regular:
            await run_in_db_thread(self._checkpoints.run)

    async def _refresh(self, rooms: Iterable[Room]) -> None:
        """Update rooms with the log entries that other processes added."""
        for state in await run_in_db_thread(list_refreshed, [room.state for room in rooms]):
            self._update_room(state)

    async def _seat_watchers(self, rooms: Iterable[Room]) -> None:
        """Move watchers who took a seat, and still use the same socket, to the players."""
        for room in rooms:
            for connection in tuple(room.watchers):
                if connection.is_read_only or connection.user_id is None:
                    continue
                if isinstance(room.presenter.get_audience(room.state, connection), int):
                    find_lease_id = room.presenter.find_lease_id
                    lease_id = await run_in_db_thread(find_lease_id, room.state.game_id, connection.user_id)
                    if lease_id is not None:
                        room.seat_watcher(connection, lease_id)

    async def _close_ended_sessions(self) -> None:
        """Close the sockets of sessions that ended without a signal: expired, or deleted in the database."""
        self._is_session_check_due = False
        sessions = {(each.session_key, each.user_id) for each in self._list_connections() if each.user_id is not None}
        ended = await run_in_db_thread(authentication.find_ended_sessions, sessions)
        connections = [each for each in self._list_connections() if (each.session_key, each.user_id) in ended]
        await delivery.close_connections(connections, "session_ended")

    def _list_connections(self) -> list[Connection]:
        return [connection for room in self._rooms.values() for connection in room.connections]
