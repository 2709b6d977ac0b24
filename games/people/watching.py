"""Games that anybody may watch while they are played. However many there are, the queries are as many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.db.models import Prefetch

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
    users = {seat.user_id: seat.user for game in found for seat in game.players.all()}
    rated = {one: shown.points for one, shown in ratings.of(users.values(), Pool.LIVE, None).items() if shown.sure}
    return sorted(found, key=lambda game: _weight(game, rated), reverse=True)


def _weight(game: Game, rated: Mapping[int, int]) -> tuple[int, int, int]:
    users = [seat.user for seat in game.players.all()]
    people = [one for one in users if not one.opponent]
    return len(people), sum(rated.get(one.pk, 0) for one in users), sum(not one.is_guest for one in people)


def _going_on() -> GameQuerySet:
    seats = Prefetch("players", Player.objects.select_related("user"))
    public = {"mode": Mode.ONLINE, "status": Status.PLAYING, "listed": True, "watch": True}
    lately = Game.objects.filter(changed_at__gt=clock.now() - LATELY, **public)
    return lately.order_by("-changed_at").prefetch_related(seats)[:CONSIDERED]


def _plays(match: Match) -> bool:
    return match.state is not None and not match.over and not match.frozen
