"""Registry of the rooms of this process, which delivers commits and notes to them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from django.db import Error

from games import metrics
from games.eventlog import event_store
from games.eventlog.bulk_load import refresh_stale
from games.eventlog.connection_pool import run_in_db_thread
from games.eventlog.signals import Commit
from games.messaging import broadcast
from games.messaging.bus import MessageBus
from games.messaging.messages import (
    NO_GAME,
    BusMessage,
    CloseSockets,
    GameAdvanced,
    Note,
    PresenceChanged,
    build_game_advanced,
)
from games.messaging.presence import PresenceSpan
from games.realtime import delivery
from games.realtime.connection import Connection
from games.realtime.heartbeat import Heartbeat
from games.realtime.presenter import Presenter
from games.realtime.room import Room
from games.state.game_state import GameState

logger = logging.getLogger(__name__)

MAX_REMEMBERED = 4096
"""Maximum number of games without a room whose newest version is remembered."""

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class CatchUp:
    """Reader of games that other processes advanced. Each read fetches all requested games, one read at a time.

    ``update_room`` is called with the newer states.
    """

    def __init__(self, rooms: Mapping[int, Room], spawn: Spawn, update_room: Callable[[GameState], None]) -> None:
        self._rooms, self._spawn, self._update_room = rooms, spawn, update_room
        self._requested: set[int] = set()
        self._is_reading = False
        self._versions: OrderedDict[int, int] = OrderedDict()

    def note_version(self, game_id: int, version: int) -> None:
        """Note the newest version of a game without a room: a connection with an older state may be about to join."""
        self._versions[game_id] = version
        self._versions.move_to_end(game_id)
        if len(self._versions) > MAX_REMEMBERED:
            self._versions.popitem(last=False)

    def open_room(self, state: GameState) -> None:
        """Request the game of a new room if a version newer than its state was noted."""
        if self._versions.pop(state.game_id, 0) > state.version:
            self.request(state.game_id)

    def request(self, *game_ids: int) -> None:
        """Schedule a read of these games."""
        self._requested.update(game_ids)
        if self._requested and not self._is_reading:
            self._is_reading = True
            self._spawn(self._read_all())

    async def _read_all(self) -> None:
        try:
            while self._requested:
                requested, self._requested = self._requested, set()
                states = [self._rooms[game_id].state for game_id in requested if game_id in self._rooms]
                for state in await run_in_db_thread(refresh_stale, states):
                    self._update_room(state)
        except Error as error:
            logger.warning("could not read what other processes did: %s", error)
        finally:
            self._is_reading = False


class Hub:
    """Registry of all rooms of this process. Call its methods in the event loop, unless they say otherwise."""

    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self._by_code: dict[str, Room] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._catch_up = CatchUp(self.rooms, self._spawn, self._update_room)
        self._bus = MessageBus(self._spawn, self._on_bus_messages, lambda: self._spawn(self._heartbeat.refresh_rooms()))
        self._heartbeat = Heartbeat(self.rooms, self._spawn, self._update_room, self._bus)

    async def join(
        self, connection: Connection, state: GameState, presenter: Presenter, stays: Mapping[int, PresenceSpan]
    ) -> None:
        """Add a connection to the room of its game, and send it the view and a heartbeat."""
        self._start()
        room = self.rooms.get(state.game_id)
        if room is None:
            room = self.rooms[state.game_id] = self._by_code[state.code] = Room(state, presenter)
            self._catch_up.open_room(state)
        room.add(connection)
        room.stays.update(stays)
        self._heartbeat.add_connection(room, connection)
        if room.version < state.version:
            self._update_room(state)
        await delivery.send_initial(room, connection)

    def leave(self, connection: Connection, game_id: int) -> None:
        """Remove a connection from its room, and the room with its last connection."""
        room = self.rooms.get(game_id)
        if room is None:
            return
        room.remove(connection)
        self._heartbeat.remove_connection(room, connection)
        if room.is_empty:
            del self.rooms[game_id], self._by_code[room.state.code]

    def request_view(self, connection: Connection, game_id: int) -> None:
        """Schedule the view that a connection requests."""
        room = self.rooms.get(game_id)
        if room is not None:
            self._spawn(delivery.send_requested_view(room, connection))

    def get_room(self, code: str) -> Room | None:
        """Return the room of the game with this code; None if the game has no connection to this process."""
        return self._by_code.get(code)

    def get_version(self, game_id: int) -> int | None:
        """Return the version of a game's room; None if the game has no connection to this process."""
        room = self.rooms.get(game_id)
        return None if room is None else room.version

    def is_seated(self, game_id: int, user_id: int) -> bool:
        """Return whether a player of a game has a living connection to this process. Safe in any thread."""
        room = self.rooms.get(game_id)
        return room is not None and any(
            connection.is_alive for connection in tuple(room.seated) if connection.user_id == user_id
        )

    def publish(self, commits: Sequence[Commit]) -> None:
        """Deliver commits to the rooms and to other processes. Called by ``broadcast`` in any thread."""
        messages = [build_game_advanced(commit) for commit in commits] if self._bus.has_transport else []
        self._call_soon(self._on_publish, [commit.state for commit in commits], messages)

    def note(self, note: Note) -> None:
        """Deliver a note to its room and to other processes. Called by ``broadcast`` in any thread."""
        self._call_soon(self._on_note, note)

    def end(self, tag: str, code: str) -> None:
        """Close every socket with this tag, in all processes. Called by ``broadcast`` in any thread."""
        self._call_soon(self._on_end, tag, code)

    async def drain(self) -> None:
        """Close every connection before the process ends, so that pages reconnect at once."""
        await asyncio.gather(
            *(connection.close("restarting") for connection in self._list_connections()), return_exceptions=True
        )
        await self._heartbeat.stop()

    def _call_soon(self, call: Callable[..., None], *args: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *args)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop
        broadcast.subscribe(self)
        self._spawn(self._heartbeat.beat_forever())
        self._bus.start()

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a task of live pages failed", exc_info=error)

    def _on_publish(self, states: Sequence[GameState], messages: Sequence[GameAdvanced]) -> None:
        for state in states:
            self._update_room(state)
        for message in messages:
            self._bus.send(message)

    def _on_note(self, note: Note) -> None:
        self._spawn(self._send_note(note))
        self._bus.send(note)

    async def _send_note(self, note: Note) -> None:
        """Send a note to the room of its game, or to all connections of one person."""
        if note.game_id == NO_GAME:
            await delivery.send_personal_note(note, self._list_connections())
        elif (room := self.rooms.get(note.game_id)) is not None:
            await delivery.send_note(room, note)

    def _on_end(self, tag: str, code: str) -> None:
        self._spawn(self._close_tagged(tag, code))
        self._bus.send(CloseSockets(tag, code))

    async def _close_tagged(self, tag: str, code: str) -> None:
        tagged = [connection for connection in self._list_connections() if tag in connection.tags]
        await delivery.close_connections(tagged, code)

    def _update_room(self, state: GameState) -> None:
        """Set a newer state of a room and deliver it; ignore an older one."""
        room = self.rooms.get(state.game_id)
        if room is not None and room.version < state.version:
            room.state = state
            self._spawn(self._deliver(room))

    async def _deliver(self, room: Room) -> None:
        version = room.version
        await delivery.send_update_to_room(room)
        metrics.time_delivery(room.state.game_id, version)

    def _on_bus_messages(self, messages: list[BusMessage]) -> None:
        """Handle messages of other processes. Called by the bus."""
        for message in messages:
            match message:
                case GameAdvanced():
                    self._on_game_advanced(message)
                case Note():
                    self._spawn(self._send_note(message))
                case CloseSockets():
                    self._spawn(self._close_tagged(message.tag, message.code))
                case PresenceChanged():
                    self._heartbeat.update_stays(message.game_id, message.stays)

    def _on_game_advanced(self, message: GameAdvanced) -> None:
        """Update the room of a game that another process advanced: from the message, or else from the log."""
        room = self.rooms.get(message.game_id)
        if room is None:
            self._catch_up.note_version(message.game_id, message.version)
        elif room.version < message.version:
            state = message.apply_to(room.state)
            if state is None:
                self._catch_up.request(message.game_id)
            else:
                event_store.state_cache.put(state)
                self._update_room(state)

    def _list_connections(self) -> list[Connection]:
        return [connection for room in self.rooms.values() for connection in room.connections]


hub = Hub()


async def drain() -> None:
    """Close every connection of this process before it ends."""
    await hub.drain()
