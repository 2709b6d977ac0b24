"""The socket of an online game: hands plays to the services."""

from __future__ import annotations

import logging
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from pydantic import TypeAdapter

from games.live.hub import hub
from games.live.online.arrival import arrive, require_look
from games.live.online.seats import seats
from games.live.talk import Entrance, LeanConsumer, TalkConsumer
from games.rules.errors import Refusal
from games.services.online import play
from games.store.writer import submit
from games.wire.online import Play, from_client

logger = logging.getLogger(__name__)


class NowhereConsumer(LeanConsumer):
    """Any other address: accepted only to be told so, since a browser cannot read a refused handshake."""

    async def let_in(self) -> None:
        await self.goodbye("no_such_game")


class GameConsumer(TalkConsumer):
    """One page, or one program, at one game."""

    understood: ClassVar[TypeAdapter[Any]] = from_client

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

    async def handle(self, message: Play) -> None:
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
            await self.accepted(message.id, version)
