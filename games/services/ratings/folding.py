"""Ratings as the fold of rated games, in the order in which they were: from one on, for all whom it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from django.db import connection
from django.db.models import Q

from games.models import Rated, Rating, User
from games.people import glicko
from games.people.glicko import BEGIN, POINTS, Numbers

PORTION = 1000
"""Seats that are read at a time: an even number, since each game has two."""
Mark = tuple[datetime, int]
"""Where a game stands in the order of all: when it was, and its key."""
FIRST: Mark = (datetime.min.replace(tzinfo=UTC), 0)


@dataclass(frozen=True, slots=True)
class Stand:
    """Somebody after their ``games``-th rated game, the last of which was ``at`` that moment."""

    numbers: Numbers = BEGIN
    at: datetime | None = None
    games: int = 0

    def going_in(self, at: datetime) -> Numbers:
        """What is known of them when they sit down again."""
        return self.numbers if self.at is None else glicko.waited(self.numbers, glicko.periods(self.at, at))


def forward(pool: str, mark: Mark, users: Iterable[int]) -> int:
    """Fold anew what follows from the games of ``users`` from a mark on; how many seats had other numbers.

    A game of people whose numbers are as they were is left alone. To be called in a transaction that holds the lock of
    ratings.
    """
    stands = {user: _before(pool, mark, user) for user in users}
    changed = 0
    for seats in _games(pool, mark):
        if any(one.user_id in stands for one in seats):
            fresh = _played(seats, stands)
            changed += len(fresh)
            _write(fresh)
    _stand(pool, stands)
    return changed


def _games(pool: str, mark: Mark) -> Iterator[Sequence[Rated]]:
    """The seats of each game from a mark on; a portion is read when the one before it is written."""
    rows = Rated.objects.filter(pool=pool).order_by("at", "game", "seat")
    at, game = mark
    since = Q(at__gt=at) | Q(at=at, game__gte=game)
    while some := list(rows.filter(since)[:PORTION]):
        for _game, seats in groupby(some, key=lambda one: one.game_id):
            yield tuple(seats)
        last = some[-1]
        since = Q(at__gt=last.at) | Q(at=last.at, game__gt=last.game_id)


def _played(seats: Sequence[Rated], stands: dict[int, Stand]) -> list[Rated]:
    """Play a game anew: the stands of both after it, and the seats that it gives other numbers than they had."""
    into = [_going_in(one, stands) for one in seats]
    fresh = []
    for one, (mine, games), (theirs, _) in zip(seats, into, reversed(into), strict=True):
        after = glicko.played(mine, theirs, POINTS[one.outcome])
        stands[one.user_id] = Stand(after, one.at, games + 1)
        if _set(one, mine, after, games + 1):
            fresh.append(one)
    return fresh


def _going_in(one: Rated, stands: dict[int, Stand]) -> tuple[Numbers, int]:
    """With which numbers somebody sat down, and after how many games: those that are kept, where nothing changed."""
    stand = stands.get(one.user_id)
    if stand is not None:
        return stand.going_in(one.at), stand.games
    return Numbers(one.rating_before, one.deviation_before, one.volatility_before), one.games - 1


def _set(one: Rated, before: Numbers, after: Numbers, games: int) -> bool:
    """Put the numbers of a seat in; whether they were others."""
    told = [getattr(one, name) for name in NUMBERS]
    one.rating_before, one.deviation_before, one.volatility_before = before.rating, before.deviation, before.volatility
    one.rating, one.deviation, one.volatility, one.games = after.rating, after.deviation, after.volatility, games
    return told != [getattr(one, name) for name in NUMBERS]


NUMBERS = (
    *("rating_before", "deviation_before", "volatility_before"),
    *("rating", "deviation", "volatility", "games"),
)


def _write(seats: Iterable[Rated]) -> None:
    """One short statement a seat, through the driver: Django's would be one for many of them, and far slower."""
    rows = [[*(getattr(one, name) for name in NUMBERS), one.pk] for one in seats]
    if rows:
        columns = ", ".join(f"{name} = %s" for name in NUMBERS)
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {Rated._meta.db_table} SET {columns} WHERE id = %s", rows)  # noqa: S608 - names


def _before(pool: str, mark: Mark, user: int) -> Stand:
    """Where somebody stood before a mark."""
    at, game = mark
    earlier = Q(at__lt=at) | Q(at=at, game__lt=game)
    last = Rated.objects.filter(earlier, pool=pool, user=user).order_by("-at", "-game").first()
    return Stand() if last is None else Stand(_after(last), last.at, last.games)


def _after(one: Rated) -> Numbers:
    return Numbers(one.rating, one.deviation, one.volatility)


def _stand(pool: str, stands: dict[int, Stand]) -> None:
    """Keep where these stand now; who has no rated game left has no rating, nor has who was erased."""
    erased = set(User.objects.exclude(erased_at=None).filter(pk__in=stands).values_list("pk", flat=True))
    gone = [user for user, stand in stands.items() if stand.at is None]
    Rating.objects.filter(pool=pool, user__in=gone).delete()
    known = [(user, stand) for user, stand in stands.items() if user not in erased]
    rows = [_row(pool, user, stand, stand.at) for user, stand in known if stand.at is not None]
    fields = ["at", "games", "rating", "deviation", "volatility", "sure_until"]
    Rating.objects.bulk_create(
        rows, batch_size=100, update_conflicts=True, unique_fields=["user", "pool"], update_fields=fields
    )


def _row(pool: str, user: int, stand: Stand, at: datetime) -> Rating:
    numbers = stand.numbers
    return Rating(
        user_id=user,
        pool=pool,
        at=at,
        games=stand.games,
        rating=numbers.rating,
        deviation=numbers.deviation,
        volatility=numbers.volatility,
        sure_until=glicko.sure_until(numbers, at),
    )
