"""Ratings as they are shown: of whom, to whom, and who leads. However many games there are, the queries are as many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Rated, Rating, User
from games.models.people import EVERYBODY
from games.people import glicko, profiles
from games.stories.result import Pool

LISTED = 50
CURVE = 200
"""The last games that a curve goes through."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating for people: whole points, with a question mark while it is a guess."""

    points: int
    sure: bool

    def __str__(self) -> str:
        return f"{self.points}" if self.sure else f"{self.points}?"


@dataclass(frozen=True, slots=True)
class Moved:
    """What a game made of the rating of a seat."""

    seat: int
    user: User
    before: Shown
    after: Shown

    @property
    def change(self) -> int:
        """In whole points, as the two numbers shown say it."""
        return self.after.points - self.before.points


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a leaderboard. ``change`` is that of the month, None of the one for good."""

    place: int
    user: User
    shown: Shown
    games: int
    change: int | None = None


@dataclass(frozen=True, slots=True)
class Month:
    """A month of UTC."""

    year: int
    month: int

    @property
    def first(self) -> datetime:
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    @property
    def next(self) -> Month:
        return Month(self.year + self.month // 12, self.month % 12 + 1)

    @property
    def before(self) -> Month:
        return Month(self.year - (self.month == 1), (self.month - 2) % 12 + 1)


def this_month() -> Month:
    now = timezone.now().astimezone(UTC)
    return Month(now.year, now.month)


def shown(rating: Rating) -> Shown:
    """A rating as it stands now."""
    return Shown(round(rating.rating), rating.sure_until is not None and timezone.now() < rating.sure_until)


def of(users: Iterable[User | None], pool: Pool, reader: User | None) -> dict[int, Shown]:
    """The ratings of those whose profile a reader may see, by person."""
    seen = {one.pk for one in users if one is not None and profiles.shown_to(one, reader)}
    return {one.user_id: shown(one) for one in Rating.objects.filter(user__in=seen, pool=pool)}


def sure_for_everybody(users: Iterable[int], pool: Pool) -> dict[int, int]:
    """The points of those of these people who are sure of them, and show them to everybody."""
    rows = Rating.objects.filter(user__in=list(users), user__profile_for=EVERYBODY, pool=pool)
    told = rows.filter(sure_until__gt=timezone.now()).values_list("user", "rating")
    return {user: round(rating) for user, rating in told}


def moved_by(game_id: int) -> list[Moved]:
    """What a game made of the ratings of both seats; nothing where it made none."""
    rows = Rated.objects.filter(game=game_id).select_related("user").order_by("seat")
    return [Moved(one.seat, one.user, *_both(one)) for one in rows]


def curve(user: User, pool: str) -> list[Rated]:
    """The last rated games of a person, the oldest first."""
    return list(Rated.objects.filter(user=user, pool=pool).order_by("-at", "-game")[:CURVE])[::-1]


def for_good(pool: str) -> list[Place]:
    """Those with the highest sure ratings."""
    rows = _leading(pool).select_related("user")[:LISTED]
    return [Place(at, one.user, shown(one), one.games) for at, one in enumerate(rows, 1)]


def place_of(user: User, pool: str) -> int | None:
    """Where somebody stands among them; None for who is not among them."""
    leading = _leading(pool)
    mine = leading.filter(user=user).values_list("rating", flat=True).first()
    return None if mine is None else leading.filter(rating__gt=mine).count() + 1


def of_month(pool: str, month: Month) -> list[Place]:
    """Those who stood highest after their last game of a month."""
    played = Q(pool=pool, at__gte=month.first, at__lt=month.next.first)
    mine = Rated.objects.filter(played, user=OuterRef("user"))
    later = mine.filter(Q(at__gt=OuterRef("at")) | Q(at=OuterRef("at"), game__gt=OuterRef("game")))
    lasts = Rated.objects.filter(played, ~Exists(later), _listed("user__"), deviation__lte=glicko.SURE)
    begun = mine.order_by("at", "game")
    rows = (
        lasts.annotate(began=begun.values("rating_before")[:1], number=begun.values("games")[:1])
        .select_related("user")
        .order_by("-rating", "user")[:LISTED]
    )
    return [
        Place(at, one.user, _both(one)[1], one.games - one.number + 1, round(one.rating) - round(one.began))
        for at, one in enumerate(rows, 1)
    ]


def _leading(pool: str) -> QuerySet[Rating]:
    sure = Rating.objects.filter(_listed("user__"), pool=pool, sure_until__gt=timezone.now())
    return sure.order_by(F("rating").desc(), "user")


def _listed(who: str) -> Q:
    """Those whom everybody may see, by a name of their own."""
    now = timezone.now()
    plain = {"profile_for": EVERYBODY, "is_guest": False, "leaving_at": None, "closed_at": None}
    plain |= {"muted_for_good": False}
    named = Q(**{f"{who}{name}": value for name, value in plain.items()})
    return named & (Q(**{f"{who}muted_until": None}) | Q(**{f"{who}muted_until__lte": now}))


def _both(one: Rated) -> tuple[Shown, Shown]:
    """The rating of a seat before its game, and after it."""
    before = Shown(round(one.rating_before), one.deviation_before <= glicko.SURE)
    return before, Shown(round(one.rating), one.deviation <= glicko.SURE)
