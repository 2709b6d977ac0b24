"""Base class of all messages, and the parts that several messages share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CardCode = Annotated[str, Field(pattern=r"^[GKUDP][0-9]$")]
Letter = Literal["G", "K", "U", "D", "P"]
ClientId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,36}$")]
Ply = Annotated[int, Field(ge=0, le=51)]
Line = Annotated[int, Field(ge=0)]
"""Number of take-backs so far."""
Seat = Literal[0, 1]


class Message(BaseModel):
    """Base class of all messages. Unknown fields and wrong types are refused, never converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# Messages about the clocks of a game.

Thought = Annotated[int, Field(ge=0, le=10**10)]
"""Time that a player took for a card, in milliseconds."""


class ClockShown(Message):
    """Both clocks at the moment ``since``: the milliseconds ``left`` to each seat, and the seat whose clock ``runs``.

    Moments are milliseconds since 1970 by the clock of the site, which heartbeats give. At ``out`` the running clock
    runs out.
    """

    daily: bool
    left: tuple[int, int]
    runs: Seat | None
    since: int | None
    out: int | None


# Parts of a game's view: its options, its deal, and an offer to cancel it.

KeptName = Literal["lead", "trick", "all"]
DrawName = Literal["votes", "three"]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class DealShown(Message):
    """Public data of the deal: the commitment to the seed, and the part of each seat."""

    commitment: Digest
    parts: tuple[Digest | None, Digest | None]


class CancelShown(Message):
    """Last offer to cancel the game since the last card: ``by`` which seat, and whether the other seat declined it."""

    by: Seat
    declined: bool


class OptionsShown(Message):
    """Options of a game. ``clock`` is ``5+5`` (minutes and seconds), ``3d`` (days), or empty without a clock.

    ``rated`` is whether the game, with its present players, counts for their ratings.
    """

    strict: bool
    watch: bool
    listed: bool
    lead: Literal["random", "creator", "other"]
    last_trick: KeptName
    draw: DrawName
    clock: str
    rated: bool


# Messages to one person, regardless of the game that their page shows.


class PersonalMessage(Message):
    """Notification that the moderators have a message for the reader. ``url`` is the path of its page."""

    type: Literal["told"] = "told"
    code: str
    message: str
    url: str


class ChallengeReceived(Message):
    """Challenge to the reader. ``url`` is the path of the invitation; a POST to ``join`` or ``decline`` answers it."""

    type: Literal["challenged"] = "challenged"
    game: str
    name: str
    message: str
    url: str
    join: str
    decline: str
    commitment: str
