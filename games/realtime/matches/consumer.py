"""WebSocket consumers for online games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from pydantic import TypeAdapter

from games.accounts.tokens import get_bearer
from games.eventlog.writer import submit
from games.models import Token
from games.realtime.authentication import has_session
from games.realtime.base_consumer import Admission, BaseConsumer, BaseGameConsumer
from games.realtime.hub import hub
from games.realtime.matches.admission import admit_to_match, require_can_view
from games.realtime.matches.chat import ChatRequest, render_history, store_message
from games.realtime.matches.presenter import match_presenter
from games.rules.errors import Refusal
from games.schemas.chat import AskChat
from games.schemas.match import AskHint, Play, TakeBack, from_client
from games.services.bots import aid, engine_pool
from games.services.bots.aid import HintRequest, take_back
from games.services.bots.bot_turns import EngineQuestion
from games.services.bots.worker import Advice
from games.services.matches import play
from games.services.social.chat import get_history

logger = logging.getLogger(__name__)

Request = Play | TakeBack | AskHint | AskChat | ChatRequest
"""Messages of a client that the game consumer handles itself."""

_pending_hints: dict[tuple[int, int, int], asyncio.Future[Advice]] = {}
"""Hints that the engine is computing, by game, line and ply. Requests of several devices share one."""


async def find_hint(request: HintRequest) -> int:
    """Find a hint, and return the version that shows it. Refuses as ``aid.prepare_hint``, and with ``no_hint``."""
    prepared = await database_sync_to_async(aid.prepare_hint, thread_sensitive=False)(request)
    if isinstance(prepared, int):
        return prepared
    advice = await _ask_engine(request, prepared)
    version: int = await submit(request.game_id, lambda: aid.log_hint(request, advice))
    return version


async def _ask_engine(request: HintRequest, question: EngineQuestion) -> Advice:
    key = request.game_id, request.line, request.ply
    try:
        if key not in _pending_hints:
            _pending_hints[key] = asyncio.wrap_future(engine_pool.engine.advise(question))
            _pending_hints[key].add_done_callback(lambda future: _discard_pending(key, future))
        return await asyncio.shield(_pending_hints[key])
    except Exception as error:
        # The text of the error might name a card.
        logger.error("no hint in game %d at ply %d: %s", request.game_id, request.ply, type(error).__name__)
        raise Refusal("no_hint") from None


def _discard_pending(key: tuple[int, int, int], future: asyncio.Future[Advice]) -> None:
    _pending_hints.pop(key, None)
    if not future.cancelled():
        # Unless the exception is retrieved, asyncio logs it after all waiting requests were cancelled.
        future.exception()


class NotFoundConsumer(BaseConsumer):
    """WebSocket consumer of unknown addresses, which closes every socket with ``no_such_game``."""

    async def on_connect(self) -> None:
        """Close the socket."""
        await self.close_with_code("no_such_game")


class GameConsumer(BaseGameConsumer):
    """WebSocket consumer of one page, or one program, at an online game."""

    message_adapter: ClassVar[TypeAdapter[Any]] = from_client

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hint_task: asyncio.Task[None] | None = None
        self.token: Token | None = None

    async def admit(self, code: str) -> Admission:
        """Admit the socket. Anonymous watchers of a game with a room need no database query."""
        scope: Any = self.scope
        cookies, secret = scope["cookies"], get_bearer(scope["headers"])
        room = hub.get_room(code.upper())
        if room is not None and room.presenter is match_presenter and secret is None and not has_session(cookies):
            require_can_view(room.state, None)
            return Admission(room.state, match_presenter, None, None, None, room.stays)
        admission = await database_sync_to_async(admit_to_match)(code, cookies, secret)
        user, is_read_only = admission.user, admission.is_read_only
        self.token = user.token
        return Admission(
            admission.match,
            match_presenter,
            user.user_id,
            None if is_read_only else admission.player_id,
            user.session_key,
            admission.stays,
            is_read_only=is_read_only,
        )

    async def handle(self, message: Request) -> None:
        """Execute a message, unless the token of a program does not allow it."""
        if self.token is not None and (code := _get_token_refusal(self.token, message)) is not None:
            await self.send_refusal(Refusal(code), None if isinstance(message, AskChat) else message.id)
            return
        game_id, user_id = self.game_id, self.user_id
        match message:
            case Play(id=client_id):
                await self.answer(client_id, submit(game_id, partial(self.play_card, message), is_deferrable=True))
            case TakeBack(ply=ply, line=line, id=client_id):
                await self.answer(client_id, submit(game_id, lambda: take_back(game_id, user_id, ply, line, client_id)))
            case AskHint(ply=ply, line=line, id=client_id):
                await self.request_hint(HintRequest(game_id, user_id, ply, line, client_id))
            case AskChat():
                await self.send_chat_history()
            case _:
                await self.store_chat(message)

    @property
    def user_id(self) -> int | None:
        """The user id of the socket; None for an anonymous one."""
        return self.connection.user_id if self.connection else None

    async def store_chat(self, message: ChatRequest) -> None:
        """Store a chat message and acknowledge it. Notes deliver it, so the version of the game stays the same."""
        game_id, user_id = self.game_id, self.user_id
        try:
            await submit(game_id, lambda: store_message(message, game_id, user_id))
        except Refusal as refusal:
            await self.send_refusal(refusal, message.id)
        except Exception:
            logger.exception("a chat message failed")
            await self.send_refusal(Refusal("unavailable"), message.id)
        else:
            await self.send_accepted(message.id, hub.get_version(game_id) or 0)

    async def send_chat_history(self) -> None:
        """Send the chat history, with what the player may say."""
        try:
            history = await database_sync_to_async(get_history, thread_sensitive=False)(self.game_id, self.user_id)
        except Refusal as refusal:
            await self.send_refusal(refusal)
        else:
            await self.send(render_history(history, self.language))

    def play_card(self, message: Play) -> int:
        """Play a card in the thread of the writer, and return the version."""
        return play.play_card(
            self.game_id,
            self.user_id,
            message.card,
            message.ply,
            message.id,
            message.line,
            thought=message.thought,
            program=self.token is not None,
        )

    async def request_hint(self, request: HintRequest) -> None:
        """Start to find a hint, while the socket is still read. A second request meanwhile is refused with ``busy``."""
        if self.hint_task is not None and not self.hint_task.done():
            await self.send_refusal(Refusal("busy"), request.client_id)
        else:
            self.hint_task = asyncio.create_task(self.answer(request.client_id, find_hint(request)))

    async def on_disconnect(self) -> None:
        """Cancel a pending hint, and leave the room."""
        if self.hint_task is not None:
            self.hint_task.cancel()
        await super().on_disconnect()

    async def answer(self, client_id: str, outcome: Awaitable[int]) -> None:
        """Acknowledge the version of an outcome, or send its refusal."""
        try:
            version = await outcome
        except Refusal as refusal:
            await self.send_refusal(refusal, client_id)
        except Exception:
            logger.exception("a play failed")
            await self.send_refusal(Refusal("unavailable"), client_id)
        else:
            await self.send_accepted(client_id, version)


def _get_token_refusal(token: Token, message: Request) -> str | None:
    """Return the refusal code of a message that the token of a program does not allow; None if it does."""
    if not token.plays:
        return "read_only"
    return None if isinstance(message, Play) else "not_for_programs"
