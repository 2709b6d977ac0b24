"""Chat messages of the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.schemas.common import ClientId, Message, Seat


class SayPhrase(Message):
    """Command to say a phrase or make a gesture."""

    type: Literal["say"]
    word: Annotated[str, Field(max_length=16)]
    id: ClientId


class WriteText(Message):
    """Command to write free text, to which both players must have agreed."""

    type: Literal["write"]
    text: Annotated[str, Field(max_length=1000)]
    id: ClientId


class AgreeToFreeText(Message):
    """Agreement to free text, or its withdrawal."""

    type: Literal["agree"]
    on: bool
    id: ClientId


class AskChat(Message):
    """Request for the chat."""

    type: Literal["words"]


class ChatLine(Message):
    """Chat line. ``word`` is null for free text; ``text`` is in the language of the reader, or as written."""

    type: Literal["said"] = "said"
    number: int
    seat: Seat
    word: str | None
    text: str
    at: str


class FreeTextShown(Message):
    """Agreement of each player to free text."""

    mine: bool
    theirs: bool


class RelationShown(Message):
    """Relation of the reader to the other player. ``may_follow`` is true if both have an account."""

    follows: bool
    muted: bool
    blocked: bool
    may_follow: bool


class ChatShown(Message):
    """Latest chat lines that the reader may see, and whether the reader ``may`` speak.

    ``free`` is null where free text is not possible.
    """

    type: Literal["words"] = "words"
    may: bool
    free: FreeTextShown | None
    other: RelationShown
    said: tuple[ChatLine, ...]


class ChatChanged(Message):
    """Notification of a change in the chat. The client answers with ``AskChat``."""

    type: Literal["hear"] = "hear"
