"""The socket of an online game: hands plays, and what a person wants of the site against its own, to the services."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from pydantic import TypeAdapter, ValidationError

from games.live.decoding import LARGEST
from games.live.entrance import Entrance
from games.live.hub import hub
from games.live.online import course
from games.live.online.arrival import arrive, require_look
from games.live.online.hinting import hint
from games.live.online.seats import seats
from games.live.online.words import Spoken, store, written
from games.live.strangers import has_session
from games.live.talk import LeanConsumer, TalkConsumer
from games.live.ushers import ushered
from games.models import Token
from games.people.tokens import bearer_of
from games.rules.errors import Refusal
from games.services.minds.hints import Wish
from games.services.minds.taking_back import take_back
from games.services.online import play
from games.services.words.heard import heard
from games.store.job import Job
from games.store.played import Played
from games.store.writer import hand, submit
from games.wire.aid import AskHint, TakeBack
from games.wire.online import PLAY, Accepted, Play, from_client
from games.wire.words import Agree, AskWords, Say, Write

logger = logging.getLogger(__name__)

CARD = '"play"'
"""What stands in every message with a card, and hardly in any other."""
LONGEST = LARGEST // 4
"""Characters of a message with a card; longer ones are none, or are to be measured in bytes first."""
play_in = PLAY.fullmatch
"""Looked up once: of an imported value Python makes a method for each call."""


class NowhereConsumer(LeanConsumer):
    """Any other address: accepted only to be told so, since a browser cannot read a refused handshake."""

    async def let_in(self) -> None:
        await self.goodbye("no_such_game")


class GameConsumer(TalkConsumer):
    """One page, or one program, at one game. A card that is being stored was ``said`` so, with the id ``named``."""

    __slots__ = ("asking", "named", "said", "token")
    understood: ClassVar[TypeAdapter[Any]] = from_client
    said: str
    named: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asking: asyncio.Task[None] | None = None
        self.token: Token | None = None

    async def enter(self, code: str) -> Entrance:
        scope: Any = self.scope
        cookies, secret = scope["cookies"], bearer_of(scope["headers"])
        room = hub.room(code.upper())
        if room is not None and room.face is seats and secret is None and not has_session(cookies):
            # Whatever a stranger may see of a game that is shown already is known without the database.
            require_look(room.basis, None)
            return Entrance(room.story, seats, None, None, None, room.stays)
        arrival = await ushered(arrive, code, cookies, secret)
        who, looks = arrival.visitor, arrival.looks
        self.token = who.token
        lease = None if looks else arrival.player_id
        return Entrance(arrival.match, seats, who.user_id, lease, who.session_key, arrival.stays, looks=looks)

    def stores(self, text: str) -> bool:
        """A card: what else it may be, and what is wrong with it, is for the usual way to say."""
        listener, token = self.listener, self.token
        if self.leaving or listener is None:
            return False
        said = play_in(text) or _card_of(text)
        if said is None or (token is not None and not token.plays):
            return False
        if self.limited and not self.pace.easy(quiet=False):
            return False
        card = None
        if isinstance(said, Play):
            name = said.id
        else:
            code, ply, name, line = said.groups()
            card = course.lay(self.game_id, listener.user_id, code, ply, name, line, token is not None)
        if listener.folds:
            listener.unanswered[name] = None
        self.said, self.named = text, name
        if card is None:
            job = self.job = Job(self.game_id, caller=self, plain=True)
        else:
            job = self.job = card
            # Whoever folds is told with the change. An ended game has something left to do.
            card.caller, card.reports = self, card.ends is not None or not listener.folds
        try:
            hand(job)
        except Exception as error:
            job.error = error
            job.answer()
        return True

    def act(self) -> int:
        """What ``stores`` began, in the thread of the writer."""
        return self.play(from_client.validator.validate_json(self.said))

    def outcome(self, result: Any, error: Exception | None) -> None:
        """Answer by the line what ``stores`` began, as ``accepted`` and ``refuse`` do; ``result`` is its version."""
        if self.free is not None and not self.free.done():
            self.free.set_result(None)
        if isinstance(self.job, Played):
            course.done(self.job)
        listener, line, name = self.listener, self.line, self.named
        if listener is None or line is None:
            return
        if error is None:
            if listener.owed(name, result):
                line.tell(Accepted(id=name, version=result).model_dump_json())
            return
        if not isinstance(error, Refusal):
            logger.error("a message could not be stored", exc_info=error)
        refusal = error if isinstance(error, Refusal) else Refusal("unavailable")
        listener.unanswered.pop(name, None)
        line.tell(self.refusal(refusal, name).model_dump_json())

    async def handle(self, message: Play | TakeBack | AskHint | Spoken) -> None:
        if self.token is not None and (code := _kept_from(self.token, message)) is not None:
            await self.refuse(Refusal(code), None if isinstance(message, AskWords) else message.id)
            return
        user_id = self.listener.user_id if self.listener else None
        game_id = self.game_id
        match message:
            case Play(id=name):
                await self.answer(name, submit(game_id, partial(self.play, message), plain=True))
            case TakeBack(ply=ply, line=at, id=name):
                await self.answer(name, submit(game_id, lambda: take_back(game_id, user_id, ply, at, name)))
            case AskHint(ply=ply, line=at, id=name):
                await self.ask(Wish(game_id, user_id, ply, at, name))
            case AskWords():
                await self.hear_words(user_id)
            case _:
                await self.speak(message, user_id)

    async def speak(self, message: Say | Write | Agree, user_id: int | None) -> None:
        """Store what is said. It is told beside the views, and so is that it is stored."""
        try:
            await submit(self.game_id, lambda: store(message, self.game_id, user_id))
        except Refusal as refusal:
            await self.refuse(refusal, message.id)
        except Exception:
            logger.exception("a word failed")
            await self.refuse(Refusal("unavailable"), message.id)
        else:
            told = Accepted(id=message.id, version=hub.version(self.game_id) or 0)
            await self.send(told.model_dump_json())

    async def hear_words(self, user_id: int | None) -> None:
        """Tell what was said, and what may be."""
        try:
            found = await database_sync_to_async(heard, thread_sensitive=False)(self.game_id, user_id)
        except Refusal as refusal:
            await self.refuse(refusal)
        else:
            await self.send(written(found, self.language))

    def play(self, said: Play) -> int:
        """Play a card, in the thread of the writer."""
        user_id = self.listener.user_id if self.listener else None
        at, line, program = said.ply, said.line, self.token is not None
        return play.play(self.game_id, user_id, said.card, at, said.id, line, thought=said.thought, program=program)

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
        self.due(client_id)
        try:
            version = await stored
        except Refusal as refusal:
            await self.refuse(refusal, client_id)
        except Exception:
            logger.exception("a play failed")
            await self.refuse(Refusal("unavailable"), client_id)
        else:
            await self.accepted(client_id, version)


def _card_of(text: str) -> Play | None:
    """A card that is written otherwise than ``PLAY``."""
    if len(text) > LONGEST or CARD not in text:
        return None
    try:
        message = from_client.validator.validate_json(text)
    except ValidationError:
        return None
    return message if isinstance(message, Play) else None


def _kept_from(token: Token, message: Play | TakeBack | AskHint | Spoken) -> str | None:
    """Why a program may not ask for this; None where it may."""
    if not token.plays:
        return "read_only"
    return None if isinstance(message, Play) else "not_for_programs"
