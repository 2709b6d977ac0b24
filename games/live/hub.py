"""The sockets of this process by game: delivering views, beats and goodbyes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from games.live import broadcast, presence, sessions
from games.live.messages import Beat
from games.live.presence import Stay
from games.live.view import may_look, render
from games.match import Match
from games.models import Game, Status
from games.rules.state import Seat, other
from games.services import log

logger = logging.getLogger(__name__)

SILENCE = 30.0
"""Seconds after which a socket that answers no beat is closed."""


@dataclass(eq=False, slots=True)
class Listener:
    """One socket that looks at a game. ``send`` takes a text; ``close`` says goodbye with a code of ``CLOSING``."""

    user_id: int | None
    player_id: int | None
    session_key: str | None
    language: str
    send: Callable[[str], Awaitable[None]]
    close: Callable[[str], Awaitable[None]]
    heard: float = field(default_factory=time.monotonic)

    @property
    def tags(self) -> set[str]:
        return {sessions.session_tag(self.session_key), sessions.user_tag(self.user_id)}


@dataclass(eq=False, slots=True)
class Room:
    """A game somebody of this process looks at, as it was last shown."""

    match: Match
    listeners: set[Listener] = field(default_factory=set)
    stays: dict[Seat, Stay] = field(default_factory=dict)

    def here(self, seat: Seat) -> bool:
        """Whether a socket of this process, or the lease that another process renews, says so."""
        alive = time.monotonic() - presence.LEASE.total_seconds()
        mine = (one for one in self.listeners if self.match.seat_of(one.user_id) == seat)
        return any(one.heard > alive for one in mine) or self.stay(seat).here(timezone.now())

    def stay(self, seat: Seat) -> Stay:
        return self.stays.get(seat, Stay(None, None))

    def beat(self, audience: Seat | None) -> str:
        now = timezone.now()
        here = (self.here(0), self.here(1))
        away = tuple(
            None if here[seat] or seen is None else int((now - seen).total_seconds())
            for seat, seen in enumerate((self.stay(0).seen_at, self.stay(1).seen_at))
        )
        claim = (
            audience is not None
            and self.match.status == Status.PLAYING
            and not here[other(audience)]
            and presence.may_claim(self.stay(audience), self.stay(other(audience)), now)
        )
        return Beat(version=self.match.version, here=here, away=(away[0], away[1]), claim=claim).model_dump_json()


class Hub:
    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._channel: str | None = None

    async def attach(self, listener: Listener, match: Match, stays: dict[Seat, Stay]) -> None:
        """Show ``match`` to a socket from now on, beginning with the view."""
        await self._start()
        room = self.rooms.get(match.game_id)
        if room is None:
            room = self.rooms[match.game_id] = Room(match)
            await self._follow(match.game_id)
        room.listeners.add(listener)
        room.stays |= stays
        if room.match.version < match.version:
            self._show(match)
        await listener.send(render(room.match, room.match.seat_of(listener.user_id), listener.language))
        await self._beat_room(room)

    async def detach(self, listener: Listener, game_id: int) -> None:
        room = self.rooms.get(game_id)
        if room is None:
            return
        room.listeners.discard(listener)
        if room.listeners:
            await self._beat_room(room)
        else:
            del self.rooms[game_id]
            await self._unfollow(game_id)

    def publish(self, match: Match) -> None:
        """Called by ``broadcast`` after commit, in whatever thread."""
        self._soon(self._published, match)

    def end(self, tag: str) -> None:
        """Called by ``broadcast`` in whatever thread: close every socket with this tag."""
        self._soon(self._ending, tag)

    async def drain(self) -> None:
        """Say goodbye to everybody before the process ends, so that pages come back at once."""
        await asyncio.gather(*(listener.close("restarting") for listener in self._all()), return_exceptions=True)

    def _soon(self, call: Callable[..., None], *args: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *args)

    async def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop
        broadcast.subscribe(self)
        self._spawn(self._beat_forever())
        if broadcast.reaches_others():
            self._channel = await get_channel_layer().new_channel()
            await get_channel_layer().group_add(broadcast.SITE, self._channel)
            self._spawn(self._listen_forever())

    def _spawn(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _published(self, match: Match) -> None:
        self._show(match)
        if self._channel is not None:
            self._spawn(broadcast.hint(match))

    def _ending(self, tag: str) -> None:
        self._spawn(self._end(tag))
        if self._channel is not None:
            self._spawn(broadcast.hint_end(tag))

    async def _end(self, tag: str) -> None:
        for listener in self._all():
            if tag in listener.tags:
                await listener.close("session_ended")

    def _show(self, match: Match) -> None:
        """Bring a room to a newer match; an older one is history already."""
        room = self.rooms.get(match.game_id)
        if room is not None and room.match.version < match.version:
            room.match = match
            self._spawn(self._deliver(room, match))

    async def _deliver(self, room: Room, match: Match) -> None:
        """Send the view to every socket, rendered once for each audience and language."""
        texts: dict[tuple[Seat | None, str], str] = {}
        for listener in tuple(room.listeners):
            if not may_look(match, listener.user_id):
                await listener.close("may_not_watch")
                continue
            kind = (match.seat_of(listener.user_id), listener.language)
            if kind not in texts:
                texts[kind] = render(match, *kind)
            await listener.send(texts[kind])

    async def _beat_room(self, room: Room) -> None:
        texts: dict[Seat | None, str] = {}
        for listener in tuple(room.listeners):
            audience = room.match.seat_of(listener.user_id)
            if audience not in texts:
                texts[audience] = room.beat(audience)
            await listener.send(texts[audience])

    async def _beat_forever(self) -> None:
        for number in count(1):
            await asyncio.sleep(presence.BEAT)
            presence.uptime.tick()
            try:
                await self._beat_all()
                if number % sessions.CHECK_BEATS == 0:
                    await self._close_invalid()
            except Exception:
                logger.exception("a beat failed")

    async def _beat_all(self) -> None:
        await self._close_silent()
        alive = time.monotonic() - presence.LEASE.total_seconds()
        heard = {one.player_id for one in self._all() if one.player_id is not None and one.heard > alive}
        versions = {game_id: room.match.version for game_id, room in self.rooms.items()}
        newer, stays = await database_sync_to_async(_exchange)(heard, versions)
        for match in newer:
            self._show(match)
        for (game_id, seat), stay in stays.items():
            if game_id in self.rooms:
                self.rooms[game_id].stays[seat] = stay
        for room in tuple(self.rooms.values()):
            await self._beat_room(room)

    async def _close_silent(self) -> None:
        limit = time.monotonic() - SILENCE
        for listener in self._all():
            if listener.heard < limit:
                await listener.close("silent")

    async def _close_invalid(self) -> None:
        """Sessions end without a signal too: they expire, or are deleted in the database."""
        known = {(one.session_key, one.user_id) for one in self._all() if one.user_id is not None}
        ended = await database_sync_to_async(sessions.ended)(known)
        for listener in self._all():
            if (listener.session_key, listener.user_id) in ended:
                await listener.close("session_ended")

    async def _listen_forever(self) -> None:
        """Hear what other processes committed. What the layer loses, the next beat brings."""
        while True:
            try:
                message = await get_channel_layer().receive(self._channel)
                await self._hear(message)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("the channel layer failed")
                await asyncio.sleep(1)

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "sockets.end":
            await self._end(message["tag"])
            return
        room = self.rooms.get(message["game"])
        if room is not None and room.match.version < message["version"]:
            self._show(await database_sync_to_async(log.load)(message["game"]))

    async def _follow(self, game_id: int) -> None:
        if self._channel is not None:
            await get_channel_layer().group_add(broadcast.group(game_id), self._channel)

    async def _unfollow(self, game_id: int) -> None:
        if self._channel is not None:
            await get_channel_layer().group_discard(broadcast.group(game_id), self._channel)

    def _all(self) -> list[Listener]:
        return [listener for room in self.rooms.values() for listener in room.listeners]


def _exchange(player_ids: Iterable[int], versions: dict[int, int]) -> tuple[list[Match], dict[tuple[int, Seat], Stay]]:
    """Renew the leases, read everybody's, and find the games that are ahead of what is shown."""
    presence.renew(player_ids)
    current = Game.objects.filter(pk__in=list(versions)).values_list("pk", "version")
    ahead = [log.load(game_id) for game_id, version in current if version > versions[game_id]]
    return ahead, presence.stays(versions)


hub = Hub()


async def drain() -> None:
    """Say goodbye to every socket of this process."""
    await hub.drain()
