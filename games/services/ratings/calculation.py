"""Recalculation of ratings in the order of games, from one game on, for all players whom it affects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from django.db import connection
from django.db.models import Q

from games.models import Rated, Rating, User
from games.queries import glicko
from games.queries.glicko import DEFAULT_RATING, POINTS, GlickoRating

BATCH_SIZE = 1000
"""Number of seats in one query: even, since each game has two."""
GamePosition = tuple[datetime, int]
"""Position of a game in the order of all games: its time and its key."""
FIRST_POSITION: GamePosition = (datetime.min.replace(tzinfo=UTC), 0)


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player's rating after the ``games``-th rated game, which was played ``at`` this time."""

    numbers: GlickoRating = DEFAULT_RATING
    at: datetime | None = None
    games: int = 0

    def get_rating_at(self, at: datetime) -> GlickoRating:
        """Return the rating at the start of the next game; its deviation grows with time."""
        return self.numbers if self.at is None else glicko.decay(self.numbers, glicko.count_periods(self.at, at))


def recalculate_from(pool: str, position: GamePosition, users: Iterable[int]) -> int:
    """Recalculate all that follows from the games of ``users`` from a position on; return the number of changed seats.

    Games between players whose numbers are unchanged are skipped. Call it in a transaction that holds ``lock_ratings``.
    """
    states = {user: _get_state_at(pool, position, user) for user in users}
    changed = 0
    for seats in _iterate_games(pool, position):
        if any(seat.user_id in states for seat in seats):
            changed_seats = _rate_game(seats, states)
            changed += len(changed_seats)
            _update_rows(changed_seats)
    _save_ratings(pool, states)
    return changed


def _iterate_games(pool: str, position: GamePosition) -> Iterator[Sequence[Rated]]:
    """Yield the seats of each game from a position on. A batch is read after the one before it has been written."""
    rows = Rated.objects.filter(pool=pool).order_by("at", "game", "seat")
    at, game = position
    since = Q(at__gt=at) | Q(at=at, game__gte=game)
    while batch := list(rows.filter(since)[:BATCH_SIZE]):
        for _game, seats in groupby(batch, key=lambda seat: seat.game_id):
            yield tuple(seats)
        last = batch[-1]
        since = Q(at__gt=last.at) | Q(at=last.at, game__gt=last.game_id)


def _rate_game(seats: Sequence[Rated], states: dict[int, PlayerState]) -> list[Rated]:
    """Rate a game again, update ``states``, and return the seats whose numbers have changed."""
    before = [_get_state_before(seat, states) for seat in seats]
    changed = []
    for seat, (own, games), (other, _) in zip(seats, before, reversed(before), strict=True):
        after = glicko.rate_game(own, other, POINTS[seat.outcome])
        states[seat.user_id] = PlayerState(after, seat.at, games + 1)
        if _set_numbers(seat, own, after, games + 1):
            changed.append(seat)
    return changed


def _get_state_before(seat: Rated, states: dict[int, PlayerState]) -> tuple[GlickoRating, int]:
    """Return a player's rating and number of games before a game: the stored ones if nothing has changed."""
    state = states.get(seat.user_id)
    if state is not None:
        return state.get_rating_at(seat.at), state.games
    return GlickoRating(seat.rating_before, seat.deviation_before, seat.volatility_before), seat.games - 1


def _set_numbers(seat: Rated, before: GlickoRating, after: GlickoRating, games: int) -> bool:
    """Set the numbers of a seat, and return whether they have changed."""
    old = [getattr(seat, name) for name in NUMBER_FIELDS]
    seat.rating_before, seat.deviation_before, seat.volatility_before = (
        before.rating,
        before.deviation,
        before.volatility,
    )
    seat.rating, seat.deviation, seat.volatility, seat.games = after.rating, after.deviation, after.volatility, games
    return old != [getattr(seat, name) for name in NUMBER_FIELDS]


NUMBER_FIELDS = (
    *("rating_before", "deviation_before", "volatility_before"),
    *("rating", "deviation", "volatility", "games"),
)


def _update_rows(seats: Iterable[Rated]) -> None:
    """Update each seat with a short statement of its own, since Django's one statement for many rows is far slower."""
    rows = [[*(getattr(seat, name) for name in NUMBER_FIELDS), seat.pk] for seat in seats]
    if rows:
        columns = ", ".join(f"{name} = %s" for name in NUMBER_FIELDS)
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {Rated._meta.db_table} SET {columns} WHERE id = %s", rows)  # noqa: S608 - names


def _get_state_at(pool: str, position: GamePosition, user: int) -> PlayerState:
    """Return a player's state before a position."""
    at, game = position
    earlier = Q(at__lt=at) | Q(at=at, game__lt=game)
    last = Rated.objects.filter(earlier, pool=pool, user=user).order_by("-at", "-game").first()
    return PlayerState() if last is None else PlayerState(_get_rating_after(last), last.at, last.games)


def _get_rating_after(seat: Rated) -> GlickoRating:
    return GlickoRating(seat.rating, seat.deviation, seat.volatility)


def _save_ratings(pool: str, states: dict[int, PlayerState]) -> None:
    """Save the ratings. A player without rated games, or who is erased, has none."""
    erased = set(User.objects.exclude(erased_at=None).filter(pk__in=states).values_list("pk", flat=True))
    unrated = [user for user, state in states.items() if state.at is None]
    Rating.objects.filter(pool=pool, user__in=unrated).delete()
    known = [(user, state) for user, state in states.items() if user not in erased]
    rows = [_build_rating(pool, user, state, state.at) for user, state in known if state.at is not None]
    fields = ["at", "games", "rating", "deviation", "volatility", "sure_until"]
    Rating.objects.bulk_create(
        rows, batch_size=100, update_conflicts=True, unique_fields=["user", "pool"], update_fields=fields
    )


def _build_rating(pool: str, user: int, state: PlayerState, at: datetime) -> Rating:
    numbers = state.numbers
    return Rating(
        user_id=user,
        pool=pool,
        at=at,
        games=state.games,
        rating=numbers.rating,
        deviation=numbers.deviation,
        volatility=numbers.volatility,
        sure_until=glicko.get_sure_until(numbers, at),
    )
