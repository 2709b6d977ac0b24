"""Chat messages from and to the WebSockets of an online game."""

from __future__ import annotations

from django.utils import translation

from games.messaging.broadcast import Note
from games.models import ChatMessage
from games.rules.state import Seat
from games.schemas.chat import (
    AgreeToFreeText,
    ChatChanged,
    ChatLine,
    ChatShown,
    FreeTextShown,
    RelationShown,
    SayPhrase,
    WriteText,
)
from games.services.social import chat
from games.services.social.chat import ChatHistory
from games.texts.chat import get_phrase

ChatRequest = SayPhrase | WriteText | AgreeToFreeText
"""Messages of a client that change the chat."""


def store_message(message: ChatRequest, game_id: int, user_id: int | None) -> None:
    """Execute a message in the thread of the writer. Refuses as ``games.services.social.chat`` does."""
    match message:
        case SayPhrase(word=word, id=client_id):
            chat.say_phrase(game_id, user_id, word, client_id)
        case WriteText(text=text, id=client_id):
            chat.write_text(game_id, user_id, text, client_id)
        case AgreeToFreeText(on=on):
            chat.set_agreement(game_id, user_id, on)


def render_note(note: Note, audience: Seat | None, language: str) -> str | None:
    """Return a note about the chat as a message for an audience; None if the audience does not get it.

    Watchers get only phrases and gestures. A note that came over NOTIFY lacks its text, so a client is told to request
    the history.
    """
    if note.kind == "hear":
        return None if audience is None else ChatChanged().model_dump_json()
    if note.kind != "said":
        return None
    data, text = note.data, note.private.get("text", "")
    if (data["hushed"] and audience not in (data["seat"], None)) or (audience is None and not data["word"]):
        return None
    if not (data["word"] or text):
        return ChatChanged().model_dump_json()
    return _build_line(data["number"], data["seat"], data["word"], text, data["at"], language).model_dump_json()


def render_history(history: ChatHistory, language: str) -> str:
    """Return the chat history of a player as JSON text."""
    free = None if history.free is None else FreeTextShown(mine=history.free[0], theirs=history.free[1])
    other = RelationShown(
        follows=history.follows, muted=history.muted, blocked=history.blocked, may_follow=history.may_follow
    )
    lines = tuple(_build_stored_line(row, language) for row in history.messages)
    return ChatShown(may=history.can_post, free=free, other=other, said=lines).model_dump_json()


def _build_stored_line(row: ChatMessage, language: str) -> ChatLine:
    return _build_line(row.pk, row.seat, row.word, row.text, row.at.isoformat(), language)


def _build_line(number: int, seat: int, word: str, text: str, at: str, language: str) -> ChatLine:
    with translation.override(language):
        shown = get_phrase(word) if word else text
        return ChatLine(number=number, seat=0 if seat == 0 else 1, word=word or None, text=shown, at=at)
