"""Base WebSocket consumers: handshake, connection limits, decoding of messages, refusals with a code."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from autobahn.exception import Disconnected
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header
from pydantic import TypeAdapter, ValidationError

from games import metrics, rate_limits, socket_counts
from games.messaging.presence import PresenceSpan
from games.realtime.connection import Connection
from games.realtime.hub import hub
from games.realtime.presenter import Presenter
from games.rules.errors import Refusal
from games.schemas.match import CLOSING, Accepted, Goodbye, HeartbeatAck, Refused, Resync
from games.state.game_state import GameState
from games.texts.formatting import lazy_duration
from games.texts.refusals import get_refusal_sentence

logger = logging.getLogger(__name__)

MAX_MESSAGE_SIZE = 8192
"""Maximum bytes of a message; a longer one is refused with ``too_large``."""
MAX_BAD_FRAMES = 20
"""Unreadable frames after which a connection is closed."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Admitted socket: the state, presenter and stays of its game, and its user.

    The other fields are those of ``Connection``.
    """

    state: GameState
    presenter: Presenter
    user_id: int | None
    lease_id: int | None
    session_key: str | None
    stays: Mapping[int, PresenceSpan]
    account_id: int | None = None
    is_read_only: bool = False


class BaseConsumer(AsyncWebsocketConsumer, ABC):
    """WebSocket consumer without a channel layer, with a connection limit per address.

    Unlike Channels, it does not close old database connections before each message: the event loop opens none, and
    the check costs more than a move.
    """

    closing_codes: ClassVar[Mapping[str, int]] = CLOSING

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language: str = settings.LANGUAGE_CODE
        self.has_too_many_sockets, self.is_closing = False, False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Dispatch messages in order.

        Channels waits for the socket and the channel layer in two tasks; without a channel layer none is needed.
        """
        self.scope, self.base_send = scope, send
        address = rate_limits.get_socket_address(scope)
        self.has_too_many_sockets = not socket_counts.add_socket(address)
        try:
            with suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        finally:
            socket_counts.remove_socket(address)
            if not rate_limits.LOCAL:
                asyncio.get_running_loop().run_in_executor(None, socket_counts.publish_count, address)
            await self.on_disconnect()

    async def connect(self) -> None:
        """Accept the socket, and close it again if its address has too many already."""
        self.language = get_socket_language(self.scope)
        await self.accept()
        if self.has_too_many_sockets or await self.is_over_limit():
            await self.close_with_code(
                "too_many_connections", time=lazy_duration(rate_limits.get_longest_window("connect"))
            )
        else:
            await self.on_connect()

    async def is_over_limit(self) -> bool:
        """Count a connection of the socket's address. Return whether there are too many per minute, or open at once."""
        address = rate_limits.get_socket_address(self.scope)
        if rate_limits.LOCAL:
            return not rate_limits.hit("connect", address)
        return await asyncio.to_thread(
            lambda: not rate_limits.hit("connect", address) or socket_counts.is_over_limit(address)
        )

    @abstractmethod
    async def on_connect(self) -> None:
        """Start to serve an accepted socket."""

    async def on_disconnect(self) -> None:
        """Clean up after the socket was closed, whatever the cause."""

    async def websocket_flood(self, message: Any) -> None:
        """Close the socket of a client that floods it, as ``games.server.websocket_protocol`` reports."""
        await self.close_with_code("too_many")

    async def websocket_disconnect(self, message: Any) -> None:
        """End the consumer. There is no group to leave, and no database connection to close in a thread."""
        raise StopConsumer

    async def dispatch(self, message: Any) -> None:
        """Call the method that is named after the type of an ASGI message."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def send(  # type: ignore[override]
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Send a frame. Log a failure instead of raising it, so that other sockets are still served."""
        await _send_safely(super().send(text_data, bytes_data, close))

    async def close_with_code(self, code: str, **params: object) -> None:
        """Send a goodbye with a sentence, then close. Nothing is read afterwards.

        A browser cannot read why a handshake is refused, so every socket is accepted first. ``params`` fill in
        the sentence of the code.
        """
        if not self.is_closing:
            self.is_closing = True
            metrics.count_closed_socket(code)
            message = self.translate_refusal(Refusal(code, None, **params))
            await self.send(Goodbye(code=code, message=message).model_dump_json())
            await _send_safely(self.close(self.closing_codes[code]))

    def translate_refusal(self, refusal: Refusal) -> str:
        """Return the sentence of a refusal in the language of the socket."""
        with translation.override(self.language):
            return get_refusal_sentence(refusal)


async def _send_safely(sending: Awaitable[None]) -> None:
    """Await a send to a socket that may be closed, and log its failure."""
    try:
        await sending
    except (Disconnected, OSError):
        logger.debug("a socket closed before a message was sent")
    except Exception:
        logger.exception("could not send to a socket")


class BaseGameConsumer(BaseConsumer):
    """WebSocket consumer of one page or program at a game. ``message_adapter`` parses the messages of the client."""

    message_adapter: ClassVar[TypeAdapter[Any]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connection: Connection | None = None
        self.game_id = 0
        self.bad_frames = 0

    @abstractmethod
    async def admit(self, code: str) -> Admission:
        """Admit the socket to the game at an address, or refuse with a code of ``closing_codes``."""

    @abstractmethod
    async def handle(self, message: Any) -> None:
        """Execute a message that is neither ``here`` nor ``sync``."""

    async def on_connect(self) -> None:
        """Admit the socket, and join the room of its game."""
        scope: Any = self.scope
        try:
            admission = await self.admit(scope["url_route"]["kwargs"]["code"])
        except Refusal as refusal:
            await self.close_with_code(refusal.code)
            return
        self.game_id = admission.state.game_id
        self.connection = Connection(
            admission.user_id,
            admission.lease_id,
            admission.session_key,
            self.language,
            self.send,
            self.close_with_code,
            admission.account_id,
            admission.is_read_only,
        )
        await hub.join(self.connection, admission.state, admission.presenter, admission.stays)

    async def on_disconnect(self) -> None:
        """Leave the room."""
        if self.connection is not None:
            hub.leave(self.connection, self.game_id)
            self.connection.discard()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Parse a frame and dispatch its message; refuse a bad one."""
        if self.connection is None or self.is_closing:
            return
        try:
            message = parse_message(self.message_adapter, text_data)
        except Refusal as refusal:
            await self.reject_frame(refusal)
        else:
            await self.dispatch_message(message, self.connection)

    async def dispatch_message(self, message: Any, connection: Connection) -> None:
        """Answer ``here`` and ``sync``, and hand every other message to ``handle``."""
        match message:
            case HeartbeatAck():
                if not connection.record_answer(message.version, hub.get_version(self.game_id) or 0):
                    await self.reject_frame(Refusal("bad_message", detail="version: ahead"))
            case Resync():
                hub.request_view(connection, self.game_id)
            case _:
                await self.handle(message)

    async def send_accepted(self, client_id: str, version: int) -> None:
        """Acknowledge that the message with this client id is stored."""
        await self.send(Accepted(id=client_id, version=version).model_dump_json())

    async def send_refusal(self, refusal: Refusal, client_id: str | None = None) -> None:
        """Send a refusal of the message with this client id."""
        await self.send(self.build_refusal(refusal, client_id).model_dump_json())

    def build_refusal(self, refusal: Refusal, client_id: str | None) -> Refused:
        """Return the message of a refusal."""
        version = hub.get_version(self.game_id)
        metrics.count_refusal(refusal.code)
        message = self.translate_refusal(refusal)
        return Refused(id=client_id, code=refusal.code, message=message, version=version)

    async def reject_frame(self, refusal: Refusal) -> None:
        """Refuse a bad frame, and close the socket after ``MAX_BAD_FRAMES`` of them."""
        self.bad_frames += 1
        if self.bad_frames > MAX_BAD_FRAMES:
            await self.close_with_code("too_many_bad")
        else:
            await self.send_refusal(refusal)


def parse_message(adapter: TypeAdapter[Any], text: str | None) -> Any:
    """Return the message in a frame. Refuses a bad one with ``not_text``, ``too_large`` or ``bad_message``."""
    if text is None:
        raise Refusal("not_text")
    if len(text) > MAX_MESSAGE_SIZE or len(text.encode()) > MAX_MESSAGE_SIZE:
        raise Refusal("too_large", limit=MAX_MESSAGE_SIZE)
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        location = ".".join(str(part) for part in first["loc"])
        # Pydantic's sentences are English, but its error codes need no translation.
        raise Refusal("bad_message", detail=f"{location}: {first['type']}" if location else first["type"]) from None


def get_socket_language(scope: Any) -> str:
    """Return the language of a socket, chosen as for pages: cookie, Accept-Language header, or the site's default."""
    candidates = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    for name, value in scope["headers"]:
        if name == b"accept-language":
            candidates += [code for code, _ in parse_accept_lang_header(value.decode("latin1"))]
    for code in candidates:
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)
