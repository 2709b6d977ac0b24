"""What every socket does: answers a handshake, decodes defensively, bounds what it is sent, refuses with a code."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar

from autobahn.exception import Disconnected
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from pydantic import TypeAdapter

from games import limits, metrics, sockets
from games.live.decoding import decode
from games.live.entrance import Entrance
from games.live.hub import hub
from games.live.language import socket_language
from games.live.line import Line, begun, line_of
from games.live.listener import Listener
from games.live.pace import Pace
from games.rules.errors import Refusal
from games.store.job import Job
from games.wire.online import CLOSING, FOLDED, HERE, WIRES, Accepted, Bye, Here, Refused, Sync
from games.words.refusals import sentence
from games.words.spans import late_duration

logger = logging.getLogger(__name__)

DONE = Job(0)
"""Before anything is stored."""
BAD_FRAMES = 20
"""Unreadable frames after which a client is sent away."""


class LeanConsumer(AsyncWebsocketConsumer, ABC):
    """A consumer without a channel of its own. It checks no connections to the database before each message, which
    costs more than the move: this thread never touches one. What each text needs is found soonest in slots.

    ``job`` is what it has stored without a task, one thing at a time, and ``free`` whoever waits until that is done."""

    __slots__ = ("begun", "crowded", "free", "idle", "job", "language", "leaving", "limited", "line", "wire")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language: str = settings.LANGUAGE_CODE
        self.line: Line | None = None
        self.begun: asyncio.Task[None] | None = None
        self.wire: str | None = None
        self.limited, self.crowded, self.leaving, self.idle = True, False, False, False
        self.job = DONE
        self.free: asyncio.Future[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Messages in their order, without the two tasks that waiting for a channel as well would take for each."""
        self.scope, self.base_send, self.line = scope, send, line_of(scope)
        address = limits.socket_address(scope)
        self.crowded = not sockets.opened(address)
        try:
            with suppress(StopConsumer):
                while True:
                    self.idle = True
                    message = await receive()
                    self.idle = False
                    if self.begun is not None:
                        await self.begun
                    await self.stored()
                    await self.dispatch(message)
        finally:
            if self.line is not None:
                self.line.hear = None
            sockets.closed(address)
            if not limits.LOCAL:
                asyncio.get_running_loop().run_in_executor(None, sockets.told, address)
            await self.leave()

    async def stored(self) -> None:
        """Wait until its job is done."""
        if self.job.waits:
            self.job.reports, self.free = True, asyncio.get_running_loop().create_future()
            await self.free

    async def connect(self) -> None:
        """Let the socket in, unless its address has too many already."""
        self.language, self.limited = socket_language(self.scope), settings.RATE_LIMITS
        self.wire = next((one for one in WIRES if one in self.scope["subprotocols"]), None)
        await self.accept(self.wire)
        if self.crowded or await self.too_many():
            await self.goodbye("too_many_connections", time=late_duration(limits.longest("connect")))
        else:
            await self.let_in()

    async def too_many(self) -> bool:
        """Count the connection of the socket's address; True when it was one too many, here or in all processes."""
        address = limits.socket_address(self.scope)
        if limits.LOCAL:
            return not limits.hit("connect", address)
        return await asyncio.to_thread(lambda: not limits.hit("connect", address) or sockets.crowded(address))

    @abstractmethod
    async def let_in(self) -> None:
        """What happens once the handshake is answered."""

    async def leave(self) -> None:
        """What happens at the end of the socket, however it comes."""

    async def websocket_disconnect(self, message: Any) -> None:
        """There is no group to leave and no database connection to close, which would take a thread each time."""
        raise StopConsumer

    async def dispatch(self, message: Any) -> None:
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def send(  # type: ignore[override]
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Send, or do nothing where the other end left a moment ago: whoever else is served must not suffer."""
        if self.line is not None and text_data is not None and not close:
            self.line.tell(text_data)
            return
        with suppress(Disconnected, OSError):
            await super().send(text_data, bytes_data, close)

    async def goodbye(self, code: str, **told: object) -> None:
        """A browser cannot read why a handshake is refused, so say it and then close. Nothing is read afterwards.

        ``told`` fills the sentence of the code.
        """
        if not self.leaving:
            self.leaving = True
            metrics.closed(code)
            await self.send(Bye(code=code, message=self.say(Refusal(code, None, **told))).model_dump_json())
            await self.close(self.closing[code])

    def say(self, refusal: Refusal) -> str:
        with translation.override(self.language):
            return sentence(refusal)

    closing: ClassVar[Mapping[str, int]] = CLOSING


class TalkConsumer(LeanConsumer):
    """One page, or one program, at one game. ``understood`` are the messages it may send."""

    __slots__ = ("bad", "game_id", "listener", "pace")
    understood: ClassVar[TypeAdapter[Any]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listener: Listener | None = None
        self.game_id = 0
        self.bad = 0
        self.pace = Pace()

    @abstractmethod
    async def enter(self, code: str) -> Entrance:
        """Let the socket in at a game's address, or refuse with a code of ``closing``."""

    @abstractmethod
    async def handle(self, message: Any) -> None:
        """Act on a message that was understood and is neither ``here`` nor ``sync``."""

    async def let_in(self) -> None:
        scope: Any = self.scope
        try:
            entrance = await self.enter(scope["url_route"]["kwargs"]["code"])
        except Refusal as refusal:
            await self.goodbye(refusal.code)
            return
        self.game_id = entrance.story.game_id
        self.listener = Listener(
            entrance.user_id,
            entrance.lease,
            entrance.session_key,
            self.language,
            self.send,
            self.goodbye,
            entrance.person,
            entrance.looks,
            folds=self.wire == FOLDED,
            line=self.line,
        )
        await hub.attach(self.listener, entrance.story, entrance.face, entrance.stays)
        if self.line is not None:
            self.line.hear = self.hear

    async def leave(self) -> None:
        if self.listener is not None:
            hub.detach(self.listener, self.game_id)
            self.listener.let_go()

    def hear(self, text: str) -> bool:
        """Begin with a text of the line at once, unless an earlier one is not done with."""
        if not self.idle or self.begun is not None or self.job.waits:
            return False
        if '"here"' in text and (said := HERE.fullmatch(text)) is not None and self.stayed(int(said[1])):
            return True
        if self.stores(text):
            return True
        task = begun(self.receive(text))
        if task.done():
            self.finished(task)
        else:
            self.begun = task
            task.add_done_callback(self.finished)
        return True

    def finished(self, task: asyncio.Task[None]) -> None:
        """A text of the line is done with; what failed is known, as it would be of one that was received."""
        self.begun = None
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a message failed", exc_info=error)

    def stores(self, text: str) -> bool:
        """Have what a text asks for stored without a task, if it is a text for that and in time."""
        return False

    def stayed(self, version: int) -> bool:
        """Take the answer to a beat without a task, if there is nothing to say or to wait for because of it."""
        listener, room = self.listener, hub.rooms.get(self.game_id)
        if listener is None or self.leaving or room is None or version > room.version:
            return False
        if self.limited and not self.pace.easy(quiet=True):
            return False
        room.answered(listener, version)
        return True

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.listener is None or self.leaving:
            return
        try:
            message = decode(self.understood, text_data)
        except Refusal as refusal:
            if await self.in_time(quiet=False):
                await self.refuse_bad(refusal)
            return
        if await self.in_time(quiet=isinstance(message, Here | Sync)):
            await self.understand(message, self.listener)

    async def in_time(self, *, quiet: bool) -> bool:
        """Wait as long as a frame came too early; False, with a goodbye, when waiting does not help."""
        if not self.limited:
            return True
        wait = self.pace.frame(quiet=quiet)
        if self.pace.flooding:
            await self.goodbye("too_many")
            return False
        if wait:
            await asyncio.sleep(wait)
        return not self.leaving

    async def understand(self, message: Any, listener: Listener) -> None:
        match message:
            case Here():
                if not listener.answered(message.version, hub.version(self.game_id) or 0):
                    await self.refuse_bad(Refusal("bad_message", detail="version: ahead"))
            case Sync():
                hub.answer(listener, self.game_id)
            case _:
                await self.handle(message)

    def due(self, *client_ids: str) -> None:
        """Note that answers to these are due, before they are stored: the change that shows one may come first."""
        if self.listener is not None:
            self.listener.asks(client_ids)

    async def accepted(self, client_id: str, version: int) -> None:
        """Tell that something is stored, unless the change to this version tells it."""
        if self.listener is not None and self.listener.owed(client_id, version):
            await self.send(Accepted(id=client_id, version=version).model_dump_json())

    async def refuse(self, refusal: Refusal, client_id: str | None = None) -> None:
        if self.listener is not None and client_id is not None:
            self.listener.unanswered.pop(client_id, None)
        await self.send(self.refusal(refusal, client_id).model_dump_json())

    def refusal(self, refusal: Refusal, client_id: str | None) -> Refused:
        """The message of a refusal."""
        version = hub.version(self.game_id)
        metrics.refused(refusal.code)
        return Refused(id=client_id, code=refusal.code, message=self.say(refusal), version=version)

    async def refuse_bad(self, refusal: Refusal) -> None:
        self.bad += 1
        if self.bad > BAD_FRAMES:
            await self.goodbye("too_many_bad")
        else:
            await self.refuse(refusal)
