"""The sockets of this process by game: delivering views, beats and goodbyes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from itertools import count
from typing import Any

from channels.db import database_sync_to_async
from django.db import Error

from games import metrics
from games.live import sessions
from games.live.face import Audience, Face, Listener, Room
from games.live.relay import Relay
from games.models import Game
from games.store import broadcast, checkpoint, log, presence
from games.store.broadcast import Note
from games.store.presence import Stay
from games.stories.story import Story

logger = logging.getLogger(__name__)

SILENCE = 30.0
"""Seconds after which a socket that answers no beat is closed."""


class Hub:
    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._relay = Relay(self._spawn, self._hear)

    async def attach(self, listener: Listener, story: Story, face: Face, stays: Mapping[int, Stay]) -> None:
        """Show ``story`` to a socket from now on, beginning with the view."""
        await self._start()
        room = self.rooms.get(story.game_id)
        if room is None:
            room = self.rooms[story.game_id] = Room(story, face)
            self._relay.follow(story.game_id)
        room.listeners.add(listener)
        room.stays.update(stays)
        if room.story.version < story.version:
            self._show(story)
        await self.show(listener, story.game_id)
        await self._beat_room(room)

    async def show(self, listener: Listener, game_id: int) -> None:
        """Send the view to one socket again."""
        room = self.rooms[game_id]
        audience = room.face.audience(room.story, listener)
        await listener.send(await _rendered(room.face, room.story, audience, listener.language))

    def version(self, game_id: int) -> int | None:
        """The version that is shown of a game; None when nobody looks at it."""
        room = self.rooms.get(game_id)
        return None if room is None else room.story.version

    async def detach(self, listener: Listener, game_id: int) -> None:
        room = self.rooms.get(game_id)
        if room is None:
            return
        room.listeners.discard(listener)
        if room.listeners:
            await self._beat_room(room)
        else:
            del self.rooms[game_id]
            self._relay.unfollow(game_id)

    def publish(self, story: Story) -> None:
        """Called by ``broadcast`` after commit, in whatever thread."""
        self._soon(self._published, story)

    def note(self, note: Note) -> None:
        """Called by ``broadcast`` in whatever thread: show a small message to a room."""
        self._soon(self._noted, note)

    def end(self, tag: str, code: str) -> None:
        """Called by ``broadcast`` in whatever thread: close every socket with this tag."""
        self._soon(self._ending, tag, code)

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
        await self._relay.start(lambda: tuple(self.rooms))

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _published(self, story: Story) -> None:
        self._show(story)
        self._relay.send(lambda: broadcast.hint(story))

    def _noted(self, note: Note) -> None:
        self._spawn(self._show_note(note))
        self._relay.send(lambda: broadcast.hint_note(note))

    async def _show_note(self, note: Note) -> None:
        """Send a small message to the sockets that its kind of game shows it to."""
        room = self.rooms.get(note.game_id)
        if room is None:
            return
        for listener in tuple(room.listeners):
            audience = room.face.audience(room.story, listener)
            text = room.face.note(room.story, note, audience, listener.language)
            if text is not None and room.face.may_look(room.story, listener):
                await listener.send(text)

    def _ending(self, tag: str, code: str) -> None:
        self._spawn(self._end(tag, code))
        self._relay.send(lambda: broadcast.hint_end(tag, code))

    async def _end(self, tag: str, code: str) -> None:
        for listener in self._all():
            if tag in listener.tags:
                await listener.close(code)

    def _show(self, story: Story) -> None:
        """Bring a room to a newer story; an older one is history already."""
        room = self.rooms.get(story.game_id)
        if room is not None and room.story.version < story.version:
            room.story = story
            self._spawn(metrics.delivery(story.game_id, story.version, self._deliver(room, story)))

    async def _deliver(self, room: Room, story: Story) -> None:
        """Send the view to every socket, rendered once for each audience and language."""
        texts: dict[tuple[Audience, str], str] = {}
        for listener in tuple(room.listeners):
            if not room.face.may_look(story, listener):
                await listener.close(room.face.farewell(story, listener))
                continue
            kind = (room.face.audience(story, listener), listener.language)
            if kind not in texts:
                texts[kind] = await _rendered(room.face, story, *kind)
            await listener.send(texts[kind])

    async def _beat_room(self, room: Room) -> None:
        texts: dict[Audience, str] = {}
        for listener in tuple(room.listeners):
            listener.beaten(room.story.version)
            audience = room.face.audience(room.story, listener)
            if audience not in texts:
                texts[audience] = room.face.beat(room, audience)
            await listener.send(texts[audience])

    async def _beat_forever(self) -> None:
        for number in count(1):
            await asyncio.sleep(presence.BEAT)
            presence.uptime.tick()
            try:
                await self._beat_all()
                if number % sessions.CHECK_BEATS == 0:
                    await self._close_invalid()
                    self._relay.rejoin(self.rooms)
            except Exception:
                logger.exception("a beat failed")

    async def _beat_all(self) -> None:
        await self._close_silent()
        for face in {room.face for room in self.rooms.values()}:
            await self._beat_face(face)
        await database_sync_to_async(checkpoint.if_due)()

    async def _beat_face(self, face: Face) -> None:
        rooms = {game_id: room for game_id, room in self.rooms.items() if room.face is face}
        leases = {one.lease for room in rooms.values() for one in room.listeners if one.alive and one.lease}
        versions = {game_id: room.story.version for game_id, room in rooms.items()}
        try:
            newer, stays = await database_sync_to_async(_exchange)(face, leases, versions)
        except Error:
            # Pages that hear nothing think that they lost the site, and those that answer nothing are closed.
            logger.exception("the database did not answer a beat")
            newer, stays = [], {}
        for story in newer:
            self._show(story)
        for game_id, room in rooms.items():
            room.stays.update(stays.get(game_id, {}))
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

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "sockets.end":
            await self._end(message["tag"], message.get("code", "session_ended"))
            return
        if message["type"] == "game.note":
            await self._show_note(Note(message["game"], message["kind"], message["data"]))
            return
        room = self.rooms.get(message["game"])
        if room is not None and room.story.version < message["version"]:
            story = await database_sync_to_async(_read)(message["game"])
            if story is not None:
                self._show(story)

    def _all(self) -> list[Listener]:
        return [listener for room in self.rooms.values() for listener in room.listeners]


async def _rendered(face: Face, story: Story, audience: Audience, language: str) -> str:
    """The view of an audience. Of two views rendered at once the older may come last, and pages ignore it."""
    if face.slow:
        return await asyncio.to_thread(face.render, story, audience, language)
    return face.render(story, audience, language)


def _exchange(
    face: Face, leases: Iterable[int], versions: Mapping[int, int]
) -> tuple[list[Story], dict[int, dict[int, Stay]]]:
    """Renew the leases, read everybody's, and find the games that are ahead of what is shown."""
    stays = face.exchange(leases, versions)
    current = Game.objects.filter(pk__in=list(versions)).values_list("pk", "version")
    behind = [game_id for game_id, version in current if version > versions[game_id]]
    return [story for story in map(_read, behind) if story is not None], stays


def _read(game_id: int) -> Story | None:
    """A game that cannot be read, because a newer release wrote it, must not silence the others."""
    try:
        return log.load(game_id)
    except Error:
        raise
    except Exception:
        logger.exception("game %d cannot be read", game_id)
        return None


hub = Hub()


async def drain() -> None:
    """Say goodbye to every socket of this process."""
    await hub.drain()
