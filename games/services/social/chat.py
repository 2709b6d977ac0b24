"""Chat of a game: its room, messages and history.

Messages are posted in the thread of the writer, as cards are.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.accounts.text_cleaning import clean_text
from games.eventlog import event_store
from games.eventlog.database_clock import database_clock
from games.messaging import broadcast
from games.messaging.messages import Note
from games.models import ChatMessage, Game, Player, User
from games.models.chat import MAX_MESSAGE_LENGTH
from games.queries import relations
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.matches.play import require_seat
from games.state.match_state import MatchState
from games.texts.chat import PHRASES_AND_GESTURES
from games.texts.formatting import format_duration

CHAT_AFTER_END = timedelta(hours=1)
"""Time after the end of a game during which its players can still post."""


@dataclass(frozen=True, slots=True)
class ChatRoom:
    """The chat of a game from one player's side.

    ``agreed`` says whether the user and the opponent, in this order, have agreed to free text.
    """

    match: MatchState
    game: Game
    seat: Seat
    user: User
    opponent: User
    agreed: tuple[bool, bool]

    @property
    def is_closed(self) -> bool:
        """Return whether the game ended more than ``CHAT_AFTER_END`` ago."""
        return self.match.over and database_clock.now() - self.game.changed_at > CHAT_AFTER_END

    @property
    def is_private(self) -> bool:
        """Return whether free text is possible at all: only in an unlisted game of two friends."""
        return not self.match.options.listed and relations.are_friends(self.user, self.opponent)


def get_room(game_id: int, user_id: int | None) -> ChatRoom:
    """Return the chat room of a user.

    Raise ``Refusal`` with ``not_seated``, with ``not_started`` while there is no opponent, and with
    ``site_hears_nothing`` if the opponent is a bot.
    """
    match = event_store.load_state_of_kind(MatchState, game_id)
    seat = require_seat(match, user_id)
    rows = {row.seat: row for row in Player.objects.filter(game=game_id).select_related("user", "game")}
    own, other = rows.get(seat), rows.get(1 - seat)
    if own is None or other is None:
        raise Refusal("not_started")
    if other.user.opponent:
        raise Refusal("site_hears_nothing")
    return ChatRoom(match, own.game, seat, own.user, other.user, (own.writes, other.writes))


# History.

MAX_SHOWN, SHOWN_WITHIN = 50, timedelta(days=1)
"""Maximum number and maximum age of the messages that a returning player is shown."""
MAX_REPORTED = 100
"""Maximum number of messages in a report: the latest ones."""


@dataclass(frozen=True, slots=True)
class ChatHistory:
    """The chat as one player sees it, and the player's relations to the opponent.

    ``free`` says whether the player and the opponent have agreed to free text; None if it is not possible.
    """

    can_post: bool
    messages: list[ChatMessage]
    free: tuple[bool, bool] | None
    follows: bool
    muted: bool
    blocked: bool
    may_follow: bool


def get_history(game_id: int, user_id: int | None) -> ChatHistory:
    """Return the chat as the user sees it. Raise ``Refusal`` as ``get_room`` does."""
    room = get_room(game_id, user_id)
    can_post = not (room.user.muted or room.is_closed)
    kinds = _list_relation_kinds(room)
    return ChatHistory(
        can_post=can_post,
        messages=_list_messages(room),
        free=room.agreed if can_post and room.is_private else None,
        follows=relations.FOLLOW in kinds,
        muted=relations.MUTE in kinds,
        blocked=relations.BLOCK in kinds,
        may_follow=not (room.user.is_guest or room.opponent.is_guest),
    )


def build_report_transcript(game: Game, *, inside: bool) -> list[dict[str, Any]]:
    """Return the latest messages of a game for moderators, oldest first.

    Free text is included only if the reporter could read it (``inside``).
    """
    rows = ChatMessage.objects.filter(game=game).order_by("-pk")
    if not inside:
        rows = rows.exclude(word="")
    return [_to_transcript_row(message) for message in reversed(rows[:MAX_REPORTED])]


def _list_relation_kinds(room: ChatRoom) -> set[str]:
    return set(room.user.ties.filter(whom=room.opponent).values_list("kind", flat=True))


def _list_messages(room: ChatRoom) -> list[ChatMessage]:
    """Return the user's messages, and those of the opponent that were and still are visible to the user."""
    rows = ChatMessage.objects.filter(game=room.game, at__gt=timezone.now() - SHOWN_WITHIN)
    own = Q(user=room.user)
    can_hear = relations.can_hear(room.user, room.opponent)
    rows = rows.filter(own | Q(user=room.opponent, hushed=False) if can_hear else own)
    return list(reversed(rows.order_by("-pk")[:MAX_SHOWN]))


def _to_transcript_row(row: ChatMessage) -> dict[str, Any]:
    content = {"word": row.word} if row.word else {"text": row.text}
    return {"seat": row.seat, "at": row.at.isoformat(timespec="seconds"), **content}


MIN_INTERVAL = timedelta(seconds=3)
"""Minimum time between two messages of a player in a game."""


def say_phrase(game_id: int, user_id: int | None, word: str, client_id: str) -> None:
    """Post a phrase or a gesture. Posting it again with the same ``client_id`` is harmless.

    A user whom the opponent has muted or blocked gets the same answer as any other. Raise ``Refusal`` as ``get_room``
    does, and with ``muted``, ``game_over``, ``no_such_word`` or ``too_soon``.
    """
    room = get_room(game_id, user_id)
    _require_can_speak(room)
    if word not in PHRASES_AND_GESTURES:
        raise Refusal("no_such_word")
    _create_message(room, client_id, word=word)


def write_text(game_id: int, user_id: int | None, text: str, client_id: str) -> None:
    """Post free text: one line of at most ``MAX_MESSAGE_LENGTH`` visible characters.

    Raise ``Refusal`` as ``say_phrase`` does, and with ``not_among_friends``, ``not_agreed``, ``text_needed`` or
    ``text_long``.
    """
    room = get_room(game_id, user_id)
    _require_can_speak(room)
    if not room.is_private:
        raise Refusal("not_among_friends")
    if not all(room.agreed):
        raise Refusal("not_agreed")
    _create_message(room, client_id, text=_clean_line(text))


def set_agreement(game_id: int, user_id: int | None, agrees: bool) -> None:
    """Agree to free text in this game, or withdraw the agreement, which is always possible.

    Raise ``Refusal`` as ``get_room`` does, and with ``muted``, ``game_over`` or ``not_among_friends``.
    """
    room = get_room(game_id, user_id)
    if agrees:
        _require_can_speak(room)
        if not room.is_private:
            raise Refusal("not_among_friends")
    Player.objects.filter(game=game_id, seat=room.seat).update(writes=agrees)
    _publish(Note(game_id, "hear"))


def _require_can_speak(room: ChatRoom) -> None:
    if room.user.muted or room.user.barred:
        raise Refusal("muted")
    if room.is_closed:
        raise Refusal("game_over")


def _clean_line(text: str) -> str:
    line = " ".join(clean_text(text, len(text)).split("\n"))
    if not line:
        raise Refusal("text_needed")
    if len(line) > MAX_MESSAGE_LENGTH:
        raise Refusal("text_long", limit=MAX_MESSAGE_LENGTH)
    return line


def _create_message(room: ChatRoom, client_id: str, **content: Any) -> None:
    if ChatMessage.objects.filter(game=room.game, seat=room.seat, client_id=client_id).exists():
        return
    _claim_interval(room)
    hushed = not relations.can_hear(room.opponent, room.user)
    message = ChatMessage.objects.create(
        game=room.game, seat=room.seat, user=room.user, hushed=hushed, client_id=client_id, **content
    )
    data = {
        "number": message.pk,
        "seat": message.seat,
        "word": message.word,
        "hushed": hushed,
        "at": message.at.isoformat(),
    }
    _publish(Note(room.game.pk, "said", data, {"text": message.text} if message.text else {}))


def _claim_interval(room: ChatRoom) -> None:
    """Claim the interval in one statement, so that two tabs of a user share it. Raise ``Refusal`` with ``too_soon``."""
    now = database_clock.read()
    free = Q(spoke_at=None) | Q(spoke_at__lte=now - MIN_INTERVAL)
    if not Player.objects.filter(free, game=room.game, seat=room.seat).update(spoke_at=now):
        raise Refusal("too_soon", time=format_duration(MIN_INTERVAL))


def _publish(note: Note) -> None:
    transaction.on_commit(lambda: broadcast.publish_note(note))
