"""The games that wait for a card of somebody: what the bell of every page has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Game, GameQuerySet, Player, User
from games.rules.state import other
from games.store import newer
from games.stories.online import Match
from games.words.notices import games_wait, turn_text

MOST = 20


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game in which it is somebody's turn, and what is said of it."""

    text: str
    url: str


def waiting(user: User) -> list[Waiting]:
    """Those of a person, the latest first, without those that a moderator stopped. Two queries at most."""
    games = list(_games(user))
    known = newer.stories(games)
    return [_one(game, match) for game in games if isinstance(match := known.get(game.pk), Match) and not match.frozen]


def bell(games: Iterable[Waiting]) -> dict[str, Any]:
    """What the script of the bell draws."""
    told = [asdict(one) for one in games]
    return {"label": label(len(told)), "games": told}


def label(count: int) -> str:
    """How many games wait, for who does not see the number."""
    if not count:
        return _("No game waits for you")
    return games_wait(count)


def _games(user: User) -> GameQuerySet:
    return Game.objects.waiting_for(Player.objects.filter(user=user)).order_by("-changed_at")[:MOST]


def _one(game: Game, match: Match) -> Waiting:
    across = match.names[other(game.turn or 0)]
    return Waiting(turn_text(across), game.address)
