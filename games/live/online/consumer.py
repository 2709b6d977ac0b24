"""The socket of an online game: hands plays, and what a person wants of the site against its own, to the services."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from pydantic import TypeAdapter

from games.live.hub import hub
from games.live.online.arrival import arrive, require_look
from games.live.online.hinting import hint
from games.live.online.seats import seats
from games.live.talk import Entrance, LeanConsumer, TalkConsumer
from games.rules.errors import Refusal
from games.services.minds.hints import Wish
from games.services.minds.taking_back import take_back
from games.services.online import play
from games.store.writer import submit
from games.wire.aid import AskHint, TakeBack
from games.wire.online import Play, from_client

logger = logging.getLogger(__name__)


class NowhereConsumer(LeanConsumer):
    """Any other address: accepted only to be told so, since a browser cannot read a refused handshake."""

    async def let_in(self) -> None:
        await self.goodbye("no_such_game")


class GameConsumer(TalkConsumer):
    """One page, or one program, at one game."""

    understood: ClassVar[TypeAdapter[Any]] = from_client
    asking: asyncio.Task[None] | None = None

    async def enter(self, code: str) -> Entrance:
        scope: Any = self.scope
        user_id = scope["user"].pk
        room = hub.room(code.upper())
        if user_id is None and room is not None and room.face is seats:
            # Whatever a stranger may see of a game that is shown already is known without the database.
            require_look(room.story, None)
            return Entrance(room.story, seats, None, None, None, room.stays)
        arrival = await database_sync_to_async(arrive)(code, user_id)
        session_key = scope["session"].session_key
        return Entrance(arrival.match, seats, user_id, arrival.player_id, session_key, arrival.stays)

    async def handle(self, message: Play | TakeBack | AskHint) -> None:
        user_id = self.listener.user_id if self.listener else None
        game_id, ply, line, name = self.game_id, message.ply, message.line, message.id
        match message:
            case Play(card=card):
                await self.answer(name, submit(game_id, lambda: play.play(game_id, user_id, card, ply, name, line)))
            case TakeBack(line=at):
                await self.answer(name, submit(game_id, lambda: take_back(game_id, user_id, ply, at, name)))
            case AskHint(line=at):
                await self.ask(Wish(game_id, user_id, ply, at, name))

    async def ask(self, wish: Wish) -> None:
        """Answer once a hint is found; meanwhile the socket is read on. One at a time, or ``busy``."""
        if self.asking is not None and not self.asking.done():
            await self.refuse(Refusal("busy"), wish.client_id)
        else:
            self.asking = asyncio.create_task(self.answer(wish.client_id, hint(wish)))

    async def leave(self) -> None:
        if self.asking is not None:
            self.asking.cancel()
        await super().leave()

    async def answer(self, client_id: str, stored: Awaitable[int]) -> None:
        """Tell the version with what was asked for, or why it was refused."""
        try:
            version = await stored
        except Refusal as refusal:
            await self.refuse(refusal, client_id)
        except Exception:
            logger.exception("a play failed")
            await self.refuse(Refusal("unavailable"), client_id)
        else:
            await self.accepted(client_id, version)
