"""The sockets of this process by game: delivering views, beats and goodbyes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any

from games import metrics
from games.live import delivery, personal
from games.live.behind import Behind
from games.live.face import Face, Room
from games.live.line import begun
from games.live.listener import Listener
from games.live.pulse import Pulse
from games.live.relay import Relay
from games.store import broadcast, log, waking
from games.store.listeners import Commit
from games.store.news import EVERYWHERE, End, Item, Moved, Note, Stayed, moved, played
from games.store.played import Played
from games.store.presence import Stay
from games.stories.story import Story

logger = logging.getLogger(__name__)


class Hub:
    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self._by_code: dict[str, Room] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._moved_on: dict[int, Room] = {}
        self._behind = Behind(self.rooms, self._spawn, self._show)
        self._relay = Relay(self._spawn, self._hear, lambda: self._spawn(self._pulse.look()))
        self._pulse = Pulse(self.rooms, self._spawn, self._show, self._relay)

    async def attach(self, listener: Listener, story: Story, face: Face, stays: Mapping[int, Stay]) -> None:
        """Show ``story`` to a socket from now on, beginning with the view and a beat. The others hear of it soon."""
        self._start()
        room = self.rooms.get(story.game_id)
        if room is None:
            room = self.rooms[story.game_id] = self._by_code[story.code] = Room(story, face)
            self._behind.opened(story)
        room.enter(listener)
        room.stays.update(stays)
        self._pulse.came(room, listener)
        if room.version < story.version:
            self._show(story)
        await delivery.greet(room, listener)

    def answer(self, listener: Listener, game_id: int) -> None:
        """Send the view to a socket that asks for it, soon."""
        room = self.rooms.get(game_id)
        if room is not None:
            self._spawn(delivery.answer(room, listener))

    def room(self, code: str) -> Room | None:
        """The game of this code, if somebody looks at it here."""
        return self._by_code.get(code)

    def version(self, game_id: int) -> int | None:
        """The version that is shown of a game; None when nobody looks at it."""
        room = self.rooms.get(game_id)
        return None if room is None else room.version

    def sits(self, game_id: int, user_id: int) -> bool:
        """Whether an account sits at a game, at a socket of this process that was heard lately. From any thread."""
        room = self.rooms.get(game_id)
        return room is not None and any(one.alive for one in tuple(room.seated) if one.user_id == user_id)

    def detach(self, listener: Listener, game_id: int) -> None:
        room = self.rooms.get(game_id)
        if room is None:
            return
        room.leave(listener)
        self._pulse.left(room, listener)
        if room.empty:
            del self.rooms[game_id], self._by_code[room.basis.code]

    def publish(self, commit: Commit) -> None:
        """Called by ``broadcast`` after commit, in whatever thread."""
        item = moved(commit) if self._relay.reaches_others else None
        self._soon(self._published, commit.story, commit.before, item)

    def follow(self, cards: Sequence[Played], since: float) -> None:
        """Called by ``broadcast`` after a commit of played cards, in whatever thread."""
        self._soon(self._followed, cards, since)

    def note(self, note: Note) -> None:
        """Called by ``broadcast`` in whatever thread: show a small message to a room."""
        self._soon(self._noted, note)

    def end(self, tag: str, code: str) -> None:
        """Called by ``broadcast`` in whatever thread: close every socket with this tag."""
        self._soon(self._ending, tag, code)

    async def drain(self) -> None:
        """Say goodbye to everybody before the process ends, so that pages come back at once."""
        await asyncio.gather(*(listener.close("restarting") for listener in self._all()), return_exceptions=True)
        await self._pulse.stop()

    def _soon(self, call: Callable[..., None], *args: object) -> None:
        if self._loop is not None:
            waking.soon(self._loop, call, *args)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop
        broadcast.subscribe(self)
        self._spawn(self._pulse.beat_forever())
        self._relay.start()

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self._track(asyncio.get_running_loop().create_task(coroutine))

    def _track(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a task of live pages failed", exc_info=error)

    def _published(self, story: Story, before: Story | None, item: Moved | None) -> None:
        room = self.rooms.get(story.game_id)
        if room is not None and before is not None:
            room.stood(before)
        self._show(story)
        if item is not None:
            self._relay.send(item)

    def _followed(self, cards: Sequence[Played], since: float) -> None:
        """Bring rooms on by a card each, and whoever is at the table at once."""
        rooms, told = self.rooms, 0
        self._pulse.stirred(*[card.game_id for card in cards])
        for card in cards:
            room = rooms.get(card.game_id)
            if room is not None and self._follow(room, card, since):
                told += 1
            else:
                card.reports = True
            card.shown = None
        metrics.shown(since, told)
        if self._relay.reaches_others:
            for card in cards:
                self._relay.send(played(card))

    def _follow(self, room: Room, card: Played, since: float) -> bool:
        """Whether everybody was sent a card without waiting. Whatever becomes of one room, the others go on; this one
        is shown whole with its next card."""
        try:
            if room.version != card.version - 1:
                self._catch_up(room)
                return False
            room.since.append(card)
            room.version = card.version
            if delivery.card_at_once(room, card):
                if card.ends is not None:
                    room.stood(card.ends)
                return True
            metrics.later(card.game_id, card.version, since)
            room.take_in(card.shown)
            self._deliver_later(room)
        except Exception:
            logger.exception("a game is not shown as it stands")
        return False

    def _catch_up(self, room: Room) -> None:
        story = log.cache.get(room.basis.game_id)
        if story is not None:
            self._show(story)

    def _noted(self, note: Note) -> None:
        self._spawn(self._show_note(note))
        self._relay.send(note)

    async def _show_note(self, note: Note) -> None:
        """Send a small message to the sockets that its kind of game shows it to, or to those of one person."""
        if note.game_id == EVERYWHERE:
            await personal.show(note, self._all())
            return
        room = self.rooms.get(note.game_id)
        if room is None:
            return
        for listener in room.listeners:
            audience = room.face.audience(room.basis, listener)
            text = room.face.note(room.basis, note, audience, listener.language)
            if text is not None and room.face.may_look(room.basis, listener):
                await listener.send(text)

    def _ending(self, tag: str, code: str) -> None:
        self._spawn(self._end(tag, code))
        self._relay.send(End(tag, code))

    async def _end(self, tag: str, code: str) -> None:
        for listener in self._all():
            if tag in listener.tags:
                await listener.close(code)

    def _show(self, story: Story) -> None:
        """Bring a room to a newer story; an older one is history already."""
        room = self.rooms.get(story.game_id)
        if room is not None and room.version < story.version:
            room.story = story
            self._pulse.stirred(room.basis.game_id)
            self._deliver_later(room)

    def _deliver_later(self, room: Room) -> None:
        if room.face.slow or room.watchers:
            self._spawn(self._deliver([room]))
        else:
            self._deliver_soon(room)

    def _deliver_soon(self, room: Room) -> None:
        """Once for all that a batch of commits changed."""
        if not self._moved_on:
            waking.at_end(self._deliver_moved)
        self._moved_on[room.basis.game_id] = room

    def _deliver_moved(self) -> None:
        moved_on, self._moved_on = self._moved_on, {}
        if rooms := [room for room in moved_on.values() if not self._delivered(room)]:
            self._track(begun(self._deliver(rooms)))

    def _delivered(self, room: Room) -> bool:
        """Whether everybody was sent a room's newest version without waiting."""
        try:
            return delivery.at_once(room) and metrics.delivered(room.basis.game_id, room.version)
        except Exception:
            logger.exception("a game is not shown as it stands")
            return True

    async def _deliver(self, rooms: Iterable[Room]) -> None:
        for room in rooms:
            try:
                await metrics.delivery(room.basis.game_id, room.version, delivery.deliver(room))
            except Exception:
                logger.exception("a game is not shown as it stands")

    def _hear(self, items: list[Item]) -> None:
        """Called by the relay with what other processes tell."""
        for item in items:
            match item:
                case Moved():
                    self._moved(item)
                case Note():
                    self._spawn(self._show_note(item))
                case End():
                    self._spawn(self._end(item.tag, item.code))
                case Stayed():
                    self._pulse.stayed(item.game_id, item.stays)

    def _moved(self, item: Moved) -> None:
        """Another process moved a game on: what that made of it is known at once, or has to be read."""
        room = self.rooms.get(item.game_id)
        if room is None:
            self._behind.pass_by(item.game_id, item.version)
        elif room.version < item.version:
            story = item.onto(room.story)
            if story is None:
                self._behind.want(item.game_id)
            else:
                log.cache.put(story)
                self._show(story)

    def _all(self) -> list[Listener]:
        return [listener for room in self.rooms.values() for listener in room.listeners]


hub = Hub()


async def drain() -> None:
    """Say goodbye to every socket of this process."""
    await hub.drain()
