"""Schemas of requests and responses, from which the OpenAPI schema is generated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator

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
    """Terms of a new game, which is never rated. All fields are optional."""

    model_config = ConfigDict(extra="forbid")

    opponent: Annotated[
        Literal["", "page", "squire", "herald", "marshal", "master"],
        Field(
            description="The bot to play against, from the weakest to the strongest; the cards are dealt at once. "
            "Empty: wait for another player.",
            examples=["squire"],
        ),
    ] = ""
    listed: Annotated[
        bool,
        Field(
            description="True: anyone can join, and the lobby lists the invitation. False: only with the link. "
            "Ignored with `opponent`.",
            examples=[True],
        ),
    ] = True
    watch: Annotated[bool, Field(description="Allow spectators.", examples=[True])] = True
    clock: Annotated[
        Clock,
        Field(
            description="`5+5` is five minutes, and five seconds a card; `3d` is three days a card; empty is no clock."
        ),
    ] = NO_CLOCK
    lead: Annotated[
        Literal["random", "creator", "other"],
        Field(description="Who leads the first trick: either player, you, or your opponent.", examples=["creator"]),
    ] = Lead.RANDOM.value
    strict: Annotated[
        bool,
        Field(description="Strict memory: nobody may look at their own follower pile in phase one.", examples=[False]),
    ] = False
    last_trick: Annotated[
        Literal["lead", "trick", "all"],
        Field(
            description="How long the last trick may be looked at: until the next lead, until the next trick is "
            "complete, or to the end, with all earlier ones. `all` and `strict` exclude each other.",
            examples=["trick"],
        ),
    ] = LastTrick.TRICK.value
    draw: Annotated[
        Literal["votes", "three"],
        Field(description="When nobody has three votes: more votes win, or the game is a draw.", examples=["votes"]),
    ] = Draw.VOTES.value

    @field_validator("last_trick")
    @classmethod
    def check_memory(cls, last_trick: str, info: ValidationInfo) -> str:
        """Refuse a look at all tricks together with strict memory, which hides them."""
        if info.data.get("strict") and last_trick == LastTrick.ALL.value:
            raise ValueError("strict excludes all past tricks")
        return last_trick


class Invited(BaseModel):
    """Invitation to a game."""

    model_config = ConfigDict(extra="forbid")

    invitation: Annotated[
        str,
        Field(
            max_length=64,
            description="The last part of the link to a private game; empty for a listed game.",
            examples=["kvYdB6e3v41recFTqdfaYQ"],
        ),
    ] = ""


class Seated(Message):
    """Game in which the program has a seat."""

    game: Annotated[str, Field(description="The code of the game.", examples=["K7MPX2QA"])]
    url: Annotated[str, Field(description="The path of its page.", examples=["/m/K7MPX2QA/"])]
    socket: Annotated[
        str, Field(description="The path of its WebSocket, where cards are played.", examples=["/ws/m/K7MPX2QA/"])
    ]
    invitation: Annotated[
        str | None,
        Field(
            description="Of a private game, the last part of its link; else null.", examples=["kvYdB6e3v41recFTqdfaYQ"]
        ),
    ]


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
