"""Games that anybody may watch while they are played. However many there are, the queries are as many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from games.models import Game, GameQuerySet, Player
from games.people import ratings
from games.store import newer
from games.store.clock import clock
from games.stories.online import Match
from games.stories.result import Pool
from games.stories.status import Mode, Status

LATELY = timedelta(minutes=10)
"""How long after its last card a game still counts as being played."""
CONSIDERED = 200
SHOWN = 12


def to_watch() -> list[Match]:
    """The best of the games that are going on just now, as they stand: public ones that allow it, and none that is
    stopped. Of more games than are considered the liveliest are."""
    games = best_first(_going_on())[: 2 * SHOWN]
    known = newer.stories(games)
    found = (known.get(game.pk) for game in games)
    return [one for one in found if isinstance(one, Match) and _plays(one)][:SHOWN]


def best_first(games: Iterable[Game]) -> list[Game]:
    """In the order in which people would like to see them: two people before one who plays against the site, then by
    the sure ratings of both that anybody may see, then accounts before guests. Equal ones stay as they come."""
    found = list(games)
    sitting = defaultdict(list)
    for who in _who_sits(found):
        sitting[who.game].append(who)
    rated = ratings.sure_for_everybody({who.user for one in sitting.values() for who in one}, Pool.LIVE)
    return sorted(found, key=lambda game: _weight(sitting[game.pk], rated), reverse=True)


class _Who(NamedTuple):
    """Who sits at a game. Whole rows of a few hundred people would take most of the time."""

    game: int
    user: int
    opponent: str
    guest: bool


def _who_sits(games: Iterable[Game]) -> Iterator[_Who]:
    rows = Player.objects.filter(game__in=[game.pk for game in games])
    return map(_Who._make, rows.values_list("game", "user", "user__opponent", "user__is_guest"))


def _weight(sitting: Sequence[_Who], rated: Mapping[int, int]) -> tuple[int, int, int]:
    people = [one for one in sitting if not one.opponent]
    return len(people), sum(rated.get(one.user, 0) for one in sitting), sum(not one.guest for one in people)


def _going_on() -> GameQuerySet:
    public = {"mode": Mode.ONLINE, "status": Status.PLAYING, "listed": True, "watch": True}
    lately = Game.objects.filter(changed_at__gt=clock.now() - LATELY, **public)
    return lately.only("code", "mode", "version").order_by("-changed_at")[:CONSIDERED]


def _plays(match: Match) -> bool:
    return match.state is not None and not match.over and not match.frozen
