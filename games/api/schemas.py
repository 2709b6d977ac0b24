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
"""Time control: minutes and seconds a card, days a card, or empty for no clock."""


class Terms(BaseModel):
    """Terms of a new game, which is never rated.

    In a game against ``opponent``, the level of a bot, the cards are dealt at once and ``listed`` is ignored.
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
    """Invitation to a game: the last part of a private game's link, or empty for a listed game."""

    model_config = ConfigDict(extra="forbid")

    invitation: Annotated[str, Field(max_length=64)] = ""


class Seated(Message):
    """Game in which the program has a seat: its page, its ``socket``, and its ``invitation`` if it is private."""

    game: str
    url: str
    socket: str
    invitation: str | None


class GameShown(Message):
    """Game as the client sees it, and its record once that is open."""

    view: View
    record: dict[str, Any] | None


class Somebody(Message):
    """Person or bot, as other people see them."""

    name: str
    guest: bool
    program: bool
    rating: int | None
    sure: bool


class Invitation(Message):
    """Game that waits for a second player. ``programs`` says whether a program may take the seat."""

    game: str
    url: str
    host: Somebody
    clock: str
    rated: bool
    watch: bool
    programs: bool


class Lobby(Message):
    """Open invitations, the newest first."""

    games: tuple[Invitation, ...]


class Mine(Message):
    """Game of the client.

    ``waits`` says whether it waits for the client's card, ``program`` whether a program has the client's seat.
    """

    game: str
    url: str
    socket: str
    status: Literal["waiting", "playing"]
    waits: bool
    program: bool


class Me(Message):
    """The client. ``scope`` is that of its token, or null for a browser."""

    name: str
    scope: Literal["read", "play"] | None
    games: tuple[Mine, ...]


class Standing(Message):
    """Numbers of games won, lost and drawn."""

    won: int
    lost: int
    draw: int


class RatingShown(Message):
    """Rating in a pool. ``sure`` is false while the rating is provisional."""

    pool: Literal["live", "days"]
    rating: int
    sure: bool
    games: int


class Streaks(Message):
    """Streaks of wins: the current one and the best."""

    now: int
    best: int


class FactionShown(Message):
    """Numbers of games in which a faction voted for the person and for the opponent."""

    faction: str
    won: int
    lost: int


class Across(Message):
    """Opponent, and the person's results against them."""

    name: str
    standing: Standing


class ProfileShown(Message):
    """Profile, as far as the client may see it. ``standings`` are by the kind of game."""

    name: str
    url: str
    ratings: tuple[RatingShown, ...]
    standings: dict[str, Standing]
    streaks: Streaks
    votes: tuple[FactionShown, ...]
    against: tuple[Across, ...]


class PlaceShown(Message):
    """Place in a leaderboard. ``change`` is that in the month, or null for all time."""

    place: int
    name: str
    rating: int
    games: int
    change: int | None


class Leaderboard(Message):
    """Leaderboard of a pool. ``month`` is null for all time."""

    pool: Literal["live", "days"]
    month: str | None
    places: tuple[PlaceShown, ...]


class ToWatch(Message):
    """Games in play that may be watched, as spectators see them, the most interesting first."""

    games: tuple[View, ...]
