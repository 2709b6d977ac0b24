"""The games that wait for a card of somebody: what the bell of every page has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, GameQuerySet, Player, User
from games.rules.state import other
from games.store import newer
from games.stories.online import Match
from games.stories.status import Mode, Status

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
    return ngettext("%(count)s game waits for you", "%(count)s games wait for you", count) % {"count": count}


def _games(user: User) -> GameQuerySet:
    """A database that joins the seats would walk through all games in their order instead."""
    turns = (
        Q(turn=seat, pk__in=Player.objects.filter(user=user, over_at=None, seat=seat).values("game")) for seat in (0, 1)
    )
    first, second = turns
    playing = Game.objects.filter(first | second, mode=Mode.ONLINE, status=Status.PLAYING)
    return playing.order_by("-changed_at")[:MOST]


def _one(game: Game, match: Match) -> Waiting:
    across = match.names[other(game.turn or 0)]
    return Waiting(_("It is your turn against %(name)s.") % {"name": across}, game.address)
