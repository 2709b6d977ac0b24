"""What programs are answered, and what they send, typed: the page about the API is made of these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from games.rules.rulings import Draw, LastTrick, Lead
from games.stories.clock import NONE, pace
from games.wire.message import Message
from games.wire.online import View


def _clock(agreed: str) -> str:
    pace(agreed)
    return agreed


Clock = Annotated[str, AfterValidator(_clock), Field(max_length=5, examples=["5+5", "3d", ""])]
"""Minutes and seconds a card, days a card, or no clock."""


class Terms(BaseModel):
    """What a new game is played by. Games that a program opens are never rated."""

    model_config = ConfigDict(extra="forbid")

    listed: bool = True
    watch: bool = True
    clock: Clock = NONE
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
    """A game as whoever asks sees it, and its record once that is open."""

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
    """A game of whoever asks. ``waits``: for a card of theirs; ``program``: a program sits on their seat."""

    game: str
    url: str
    socket: str
    status: Literal["waiting", "playing"]
    waits: bool
    program: bool


class Me(Message):
    """Whoever asks. ``scope`` is that of the token, null of a browser."""

    name: str
    scope: Literal["read", "play"] | None
    games: tuple[Mine, ...]


class Standing(Message):
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
    now: int
    best: int


class FactionShown(Message):
    """How often a faction voted for the person and for whoever sat across."""

    faction: str
    won: int
    lost: int


class Across(Message):
    name: str
    standing: Standing


class ProfileShown(Message):
    """What the page about somebody's games comes to, for whoever asks. ``standings`` are by the kind of game."""

    name: str
    url: str
    ratings: tuple[RatingShown, ...]
    standings: dict[str, Standing]
    streaks: Streaks
    votes: tuple[FactionShown, ...]
    against: tuple[Across, ...]


class PlaceShown(Message):
    """``change`` is that of the month, null of the leaderboard for good."""

    place: int
    name: str
    rating: int
    games: int
    change: int | None


class Leaderboard(Message):
    pool: Literal["live", "days"]
    month: str | None
    places: tuple[PlaceShown, ...]


class ToWatch(Message):
    """The games that are played just now and may be watched, the best first, as watchers see them."""

    games: tuple[View, ...]
