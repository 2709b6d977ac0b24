"""Base of all messages, and the parts that many share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CardCode = Annotated[str, Field(pattern=r"^[GKUDP][0-9]$")]
Letter = Literal["G", "K", "U", "D", "P"]
ClientId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,36}$")]
Ply = Annotated[int, Field(ge=0, le=51)]
Line = Annotated[int, Field(ge=0)]
"""How often cards were taken back."""
Seat = Literal[0, 1]


class Message(BaseModel):
    """Unknown fields and wrong types are refused, never converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# Messages about the clocks of a game.

Thought = Annotated[int, Field(ge=0, le=10**10)]
"""Milliseconds: nobody has a card for longer."""


class ClockShown(Message):
    """Both clocks as they stood at ``since``: what each seat had ``left``, in milliseconds, and whose ``runs`` since.

    Moments are milliseconds since 1970 by the site's clock, which beats tell. At ``out`` the time of that seat is out.
    """

    daily: bool
    left: tuple[int, int]
    runs: Seat | None
    since: int | None
    out: int | None


# Options of a game in messages, the commitment of its deal, and an offer to cancel it.

KeptName = Literal["lead", "trick", "all"]
DrawName = Literal["votes", "three"]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class DealShown(Message):
    """What the deal follows from, as far as it is no secret: the commitment to the seed, and each seat's part."""

    commitment: Digest
    parts: tuple[Digest | None, Digest | None]


class CancelShown(Message):
    """The last offer to cancel the game since the last card: ``by`` which seat, and whether the other one declined."""

    by: Seat
    declined: bool


class OptionsShown(Message):
    """``clock`` is empty without one, minutes and seconds as ``5+5``, or days as ``3d``.

    ``rated``: it counts for the ratings of both, as it stands.
    """

    strict: bool
    watch: bool
    listed: bool
    lead: Literal["random", "creator", "other"]
    last_trick: KeptName
    draw: DrawName
    clock: str
    rated: bool


# Messages to one person, whatever game their page shows.


class PersonalMessage(Message):
    """The moderators have something to say to you alone; ``url`` is the path of the page that says it."""

    type: Literal["told"] = "told"
    code: str
    message: str
    url: str


class ChallengeReceived(Message):
    """Somebody challenges you: ``url`` is the path of the invitation; by POST you ``join`` or ``decline``."""

    type: Literal["challenged"] = "challenged"
    game: str
    name: str
    message: str
    url: str
    join: str
    decline: str
    commitment: str
