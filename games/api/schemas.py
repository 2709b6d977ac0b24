"""Schemas of requests and responses, from which the OpenAPI schema is generated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from games.rules.rulings import Draw, LastTrick, Lead
from games.schemas.common import Message
from games.schemas.match import View
from games.state.clock import NO_CLOCK, parse_time_control


def _check_clock(text: str) -> str:
    parse_time_control(text)
    return text


Clock = Annotated[str, AfterValidator(_check_clock), Field(max_length=5, examples=["5+5", "3d", ""])]
"""Time control: minutes and seconds a card, days a card, or no clock."""


class Terms(BaseModel):
    """Terms of a new game, which is never rated.

    Against an ``opponent``, a level of the site's own, the cards are dealt at once, and ``listed`` does not count.
    """

    model_config = ConfigDict(extra="forbid")

    opponent: Literal["", "page", "squire", "herald", "marshal", "master"] = ""
    listed: bool = True
    watch: bool = True
    clock: Clock = NO_CLOCK
    lead: Literal["random", "creator", "other"] = Lead.RANDOM.value
    strict: bool = False
    last_trick: Literal["lead", "trick", "all"] = LastTrick.TRICK.value
    draw: Literal["votes", "three"] = Draw.VOTES.value


class Invited(BaseModel):
    """``invitation`` is the last part of a private game's link; nothing for a game that is open to anyone."""

    model_config = ConfigDict(extra="forbid")

    invitation: Annotated[str, Field(max_length=64)] = ""


class Seated(Message):
    """A game in which the program has a seat: its page, its ``socket``, and of a private one the ``invitation``."""

    game: str
    url: str
    socket: str
    invitation: str | None


class GameShown(Message):
    """A game as the client sees it, and its record once that is open."""

    view: View
    record: dict[str, Any] | None


class Somebody(Message):
    """A person or one of the site's own, as others see them."""

    name: str
    guest: bool
    program: bool
    rating: int | None
    sure: bool


class Invitation(Message):
    """A game that waits for a second player. ``programs``: whether a program may take the seat."""

    game: str
    url: str
    host: Somebody
    clock: str
    rated: bool
    watch: bool
    programs: bool


class Lobby(Message):
    """The open invitations, the newest first."""

    games: tuple[Invitation, ...]


class Mine(Message):
    """A game of the client. ``waits``: for a card of theirs; ``program``: a program sits on their seat."""

    game: str
    url: str
    socket: str
    status: Literal["waiting", "playing"]
    waits: bool
    program: bool


class Me(Message):
    """The client. ``scope`` is that of the token, null of a browser."""

    name: str
    scope: Literal["read", "play"] | None
    games: tuple[Mine, ...]


class Standing(Message):
    """Games won, lost and drawn."""

    won: int
    lost: int
    draw: int


class RatingShown(Message):
    """``sure`` is false while it is a guess, which pages mark with a question mark."""

    pool: Literal["live", "days"]
    rating: int
    sure: bool
    games: int


class Streaks(Message):
    """Wins in a row: now, and the best."""

    now: int
    best: int


class FactionShown(Message):
    """How often a faction voted for the person and for the opponent."""

    faction: str
    won: int
    lost: int


class Across(Message):
    """An opponent, and the standing against them."""

    name: str
    standing: Standing


class ProfileShown(Message):
    """A profile, as far as the client may see it. ``standings`` are by the kind of game."""

    name: str
    url: str
    ratings: tuple[RatingShown, ...]
    standings: dict[str, Standing]
    streaks: Streaks
    votes: tuple[FactionShown, ...]
    against: tuple[Across, ...]


class PlaceShown(Message):
    """A place of a leaderboard. ``change`` is that of the month, null of the leaderboard of all time."""

    place: int
    name: str
    rating: int
    games: int
    change: int | None


class Leaderboard(Message):
    """A leaderboard of a pool; ``month`` is null for all time."""

    pool: Literal["live", "days"]
    month: str | None
    places: tuple[PlaceShown, ...]


class ToWatch(Message):
    """The games that are played just now and may be watched, the best first, as watchers see them."""

    games: tuple[View, ...]
