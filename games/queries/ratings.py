"""Ratings, rating history and leaderboards for display, each in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Rated, Rating, User
from games.models.people import AUDIENCE_EVERYBODY
from games.queries import glicko, profiles
from games.state.result import RatingPool

LEADERBOARD_SIZE = 50
HISTORY_SIZE = 200
"""The most games in a rating history."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating for display: whole points, with a question mark while it is provisional."""

    points: int
    sure: bool

    def __str__(self) -> str:
        return f"{self.points}" if self.sure else f"{self.points}?"


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The rating of a seat before and after a game."""

    seat: int
    user: User
    before: ShownRating
    after: ShownRating

    @property
    def change(self) -> int:
        """The difference of the two displayed numbers."""
        return self.after.points - self.before.points


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A row of a leaderboard. ``change`` is the change in the month, None on the all-time leaderboard."""

    place: int
    user: User
    shown: ShownRating
    games: int
    change: int | None = None


@dataclass(frozen=True, slots=True)
class Month:
    """A month in UTC."""

    year: int
    month: int

    @property
    def first(self) -> datetime:
        """The start of the month."""
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    @property
    def next(self) -> Month:
        """The month after it."""
        return Month(self.year + self.month // 12, self.month % 12 + 1)

    @property
    def previous(self) -> Month:
        """The month before it."""
        return Month(self.year - (self.month == 1), (self.month - 2) % 12 + 1)


def get_this_month() -> Month:
    """Return the current month."""
    now = timezone.now().astimezone(UTC)
    return Month(now.year, now.month)


def show_rating(rating: Rating) -> ShownRating:
    """Return a rating for display at this moment."""
    return ShownRating(round(rating.rating), rating.sure_until is not None and timezone.now() < rating.sure_until)


def get_visible_ratings(users: Iterable[User | None], pool: RatingPool, reader: User | None) -> dict[int, ShownRating]:
    """Return the ratings of the users whose profile a reader may see, by user."""
    visible = {user.pk for user in users if user is not None and profiles.can_view_profile(user, reader)}
    return {row.user_id: show_rating(row) for row in Rating.objects.filter(user__in=visible, pool=pool)}


def get_public_sure_ratings(users: Iterable[int], pool: RatingPool) -> dict[int, int]:
    """Return the sure ratings of the users with a public profile, by user."""
    rows = Rating.objects.filter(user__in=list(users), user__profile_for=AUDIENCE_EVERYBODY, pool=pool)
    sure = rows.filter(sure_until__gt=timezone.now()).values_list("user", "rating")
    return {user_id: round(rating) for user_id, rating in sure}


def list_rating_changes(game_id: int) -> list[RatingChange]:
    """Return the rating changes of both seats; none for an unrated game."""
    rows = Rated.objects.filter(game=game_id).select_related("user").order_by("seat")
    return [RatingChange(row.seat, row.user, *_show_before_and_after(row)) for row in rows]


def list_rating_history(user: User, pool: str) -> list[Rated]:
    """Return the latest rated games of a person, oldest first."""
    return list(Rated.objects.filter(user=user, pool=pool).order_by("-at", "-game")[:HISTORY_SIZE])[::-1]


def list_all_time_leaders(pool: str) -> list[LeaderboardRow]:
    """Return the all-time leaderboard: the highest sure ratings."""
    rows = _filter_leaders(pool).select_related("user")[:LEADERBOARD_SIZE]
    return [LeaderboardRow(place, row.user, show_rating(row), row.games) for place, row in enumerate(rows, 1)]


def get_place(user: User, pool: str) -> int | None:
    """Return the place of a user among all sure ratings, None if the user is not listed."""
    leaders = _filter_leaders(pool)
    rating = leaders.filter(user=user).values_list("rating", flat=True).first()
    return None if rating is None else leaders.filter(rating__gt=rating).count() + 1


def list_month_leaders(pool: str, month: Month) -> list[LeaderboardRow]:
    """Return the leaderboard of a month: the highest ratings after the last game of the month."""
    played = Q(pool=pool, at__gte=month.first, at__lt=month.next.first)
    own = Rated.objects.filter(played, user=OuterRef("user"))
    later = own.filter(Q(at__gt=OuterRef("at")) | Q(at=OuterRef("at"), game__gt=OuterRef("game")))
    last = Rated.objects.filter(played, ~Exists(later), _is_listed("user__"), deviation__lte=glicko.MAX_SURE_DEVIATION)
    earliest = own.order_by("at", "game")
    rows = (
        last.annotate(began=earliest.values("rating_before")[:1], number=earliest.values("games")[:1])
        .select_related("user")
        .order_by("-rating", "user")[:LEADERBOARD_SIZE]
    )
    return [
        LeaderboardRow(
            place,
            row.user,
            _show_before_and_after(row)[1],
            games=row.games - row.number + 1,
            change=round(row.rating) - round(row.began),
        )
        for place, row in enumerate(rows, 1)
    ]


def _filter_leaders(pool: str) -> QuerySet[Rating]:
    sure = Rating.objects.filter(_is_listed("user__"), pool=pool, sure_until__gt=timezone.now())
    return sure.order_by(F("rating").desc(), "user")


def _is_listed(prefix: str) -> Q:
    """Return the condition that a user has a public profile with a name; ``prefix`` is the lookup of the user."""
    values = {"profile_for": AUDIENCE_EVERYBODY, "is_guest": False, "leaving_at": None, "closed_at": None}
    values |= {"muted_for_good": False}
    is_public = Q(**{f"{prefix}{name}": value for name, value in values.items()})
    return is_public & (Q(**{f"{prefix}muted_until": None}) | Q(**{f"{prefix}muted_until__lte": timezone.now()}))


def _show_before_and_after(row: Rated) -> tuple[ShownRating, ShownRating]:
    before = ShownRating(round(row.rating_before), row.deviation_before <= glicko.MAX_SURE_DEVIATION)
    return before, ShownRating(round(row.rating), row.deviation <= glicko.MAX_SURE_DEVIATION)
