"""Chat messages of the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.schemas.common import ClientId, Message, Seat


class SayPhrase(Message):
    """Say a phrase or make a gesture."""

    type: Literal["say"]
    word: Annotated[str, Field(max_length=16)]
    id: ClientId


class WriteText(Message):
    """Write something of one's own, where both agreed to that."""

    type: Literal["write"]
    text: Annotated[str, Field(max_length=1000)]
    id: ClientId


class AgreeToFreeText(Message):
    """Agree that both may write, or take it back."""

    type: Literal["agree"]
    on: bool
    id: ClientId


class AskChat(Message):
    """Ask for what was said, and what you may say."""

    type: Literal["words"]


class ChatLine(Message):
    """Somebody said something. ``word`` is null for a text of their own; ``text`` is in your language, or theirs."""

    type: Literal["said"] = "said"
    number: int
    seat: Seat
    word: str | None
    text: str
    at: str


class FreeTextShown(Message):
    """Who agreed to free text."""

    mine: bool
    theirs: bool


class RelationShown(Message):
    """What you decided about the other player; ``may_follow`` where both have an account."""

    follows: bool
    muted: bool
    blocked: bool
    may_follow: bool


class ChatShown(Message):
    """What was said lately, as far as you hear it, and whether you ``may`` speak.

    ``free`` is null where nobody may write.
    """

    type: Literal["words"] = "words"
    may: bool
    free: FreeTextShown | None
    other: RelationShown
    said: tuple[ChatLine, ...]


class ChatChanged(Message):
    """What may be said has changed, or something was said: ask for the words."""

    type: Literal["hear"] = "hear"
