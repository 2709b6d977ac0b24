"""What players say to each other, as messages of the socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.wire.message import ClientId, Message, Seat


class Say(Message):
    """Say a phrase or make a gesture."""

    type: Literal["say"]
    word: Annotated[str, Field(max_length=16)]
    id: ClientId


class Write(Message):
    """Write something of one's own, where both agreed to that."""

    type: Literal["write"]
    text: Annotated[str, Field(max_length=1000)]
    id: ClientId


class Agree(Message):
    """Agree that both may write, or take it back."""

    type: Literal["agree"]
    on: bool
    id: ClientId


class AskWords(Message):
    """Ask for what was said, and what you may say."""

    type: Literal["words"]


class Said(Message):
    """Somebody said something. ``word`` is null for a text of their own; ``text`` is in your language, or theirs."""

    type: Literal["said"] = "said"
    number: int
    seat: Seat
    word: str | None
    text: str
    at: str


class FreeShown(Message):
    """Who agreed to free text."""

    mine: bool
    theirs: bool


class TieShown(Message):
    """What you decided about the other player; ``may_follow`` where both have an account."""

    follows: bool
    muted: bool
    blocked: bool
    may_follow: bool


class WordsShown(Message):
    """What was said lately, as far as you hear it, and whether you ``may`` speak; ``free`` is null where nobody may
    write."""

    type: Literal["words"] = "words"
    may: bool
    free: FreeShown | None
    other: TieShown
    said: tuple[Said, ...]


class Hear(Message):
    """What may be said has changed, or something was said: ask for the words."""

    type: Literal["hear"] = "hear"
