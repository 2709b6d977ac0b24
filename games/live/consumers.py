"""The socket of a game: decodes defensively, hands plays to the services, refuses with a code."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import Any, ClassVar

from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from pydantic import ValidationError

from games import limits
from games.live.arrival import arrive
from games.live.face import Listener
from games.live.hub import hub
from games.live.language import socket_language
from games.live.messages import CLOSING, Accepted, Bye, Here, Play, Refused, Sync, from_client
from games.live.seats import seats
from games.rules.errors import Refusal
from games.services import play
from games.services.writer import submit
from games.texts import sentence

logger = logging.getLogger(__name__)

LARGEST = 8192
"""Bytes of a frame that is read; longer ones are refused unread."""
WINDOW, FRAMES = 5.0, 60
"""Seconds, and the frames a client may send in them: far more than a person taps."""
BAD_FRAMES = 20
"""Unreadable frames after which a client is sent away."""


class LeanConsumer(AsyncWebsocketConsumer):
    """A consumer without a channel of its own, which checks no database connections before each message:
    it never touches the database in this thread, and the check costs more than the move."""

    channel_layer_alias: ClassVar[Any] = None

    async def dispatch(self, message: Any) -> None:
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def send(  # type: ignore[override]
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Send, or do nothing where the other end left a moment ago: whoever else is served must not suffer."""
        with suppress(Disconnected, OSError):
            await super().send(text_data, bytes_data, close)

    async def goodbye(self, code: str) -> None:
        """A browser cannot read why a handshake is refused, so say it and then close. Nothing is read afterwards."""
        if not self.leaving:
            self.leaving = True
            await self.send(Bye(code=code, message=self.say(Refusal(code))).model_dump_json())
            await self.close(CLOSING[code])

    def say(self, refusal: Refusal) -> str:
        with translation.override(self.language):
            return sentence(refusal)

    language = settings.LANGUAGE_CODE
    leaving = False


class NowhereConsumer(LeanConsumer):
    """Any other address: accepted only to be told so, since a browser cannot read a refused handshake."""

    async def connect(self) -> None:
        self.language = socket_language(self.scope)
        await self.accept()
        await self.goodbye("no_such_game")


class GameConsumer(LeanConsumer):
    """One page, or one program, at one game."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listener: Listener | None = None
        self.game_id = 0
        self.bad = 0
        self.window, self.frames = 0.0, 0

    async def connect(self) -> None:
        self.language = socket_language(self.scope)
        await self.accept()
        if not limits.hit("connect", limits.socket_address(self.scope)):
            await self.goodbye("too_many_connections")
            return
        scope: Any = self.scope
        user_id = scope["user"].pk
        try:
            arrival = await database_sync_to_async(arrive)(scope["url_route"]["kwargs"]["code"], user_id)
        except Refusal as refusal:
            await self.goodbye(refusal.code)
            return
        self.game_id = arrival.match.game_id
        self.listener = Listener(
            user_id, arrival.player_id, scope["session"].session_key, self.language, self.send, self.goodbye
        )
        await hub.attach(self.listener, arrival.match, seats, arrival.stays)

    async def disconnect(self, code: int) -> None:
        if self.listener is not None:
            await hub.detach(self.listener, self.game_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.listener is None or self.leaving:
            return
        self.listener.heard = time.monotonic()
        if settings.RATE_LIMITS and self.floods():
            await self.goodbye("too_many")
            return
        try:
            message = decode(text_data)
        except Refusal as refusal:
            await self.refuse_bad(refusal)
            return
        await self.handle(message)

    def floods(self) -> bool:
        """Count one frame; True when it was one too many for its window."""
        now = time.monotonic()
        if now - self.window > WINDOW:
            self.window, self.frames = now, 0
        self.frames += 1
        return self.frames > FRAMES

    async def handle(self, message: Play | Sync | Here) -> None:
        match message:
            case Play():
                await self.play(message)
            case Sync():
                if self.listener is not None:
                    await hub.show(self.listener, self.game_id)

    async def play(self, message: Play) -> None:
        user_id = self.listener.user_id if self.listener else None
        try:
            version = await submit(
                self.game_id,
                lambda: play.play(self.game_id, user_id, message.card, message.ply, message.id),
            )
        except Refusal as refusal:
            await self.refuse(refusal, message.id)
        except Exception:
            logger.exception("a play failed")
            await self.refuse(Refusal("unavailable"), message.id)
        else:
            await self.send(Accepted(id=message.id, version=version).model_dump_json())

    async def refuse(self, refusal: Refusal, client_id: str | None = None) -> None:
        version = hub.version(self.game_id)
        answer = Refused(id=client_id, code=refusal.code, message=self.say(refusal), version=version)
        await self.send(answer.model_dump_json())

    async def refuse_bad(self, refusal: Refusal) -> None:
        self.bad += 1
        if self.bad > BAD_FRAMES:
            await self.goodbye("too_many_bad")
        else:
            await self.refuse(refusal)


def decode(text: str | None) -> Play | Sync | Here:
    """The message in a frame. Refused with ``not_text``, ``too_large`` or ``bad_message``, never with a traceback."""
    if text is None:
        raise Refusal("not_text")
    if len(text) > LARGEST or len(text.encode()) > LARGEST:
        raise Refusal("too_large")
    try:
        return from_client.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refusal("bad_message", detail=f"{place}: {first['msg']}" if place else first["msg"]) from None
