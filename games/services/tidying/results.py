"""Results and ratings that a process did not live to write after its commit, found by what other rows say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games import kept
from games.models import Game, Player, Rated, Result
from games.services.ratings import keeping as ratings_of
from games.services.results import keeping
from games.services.tidying.portions import each
from games.stories.result import Outcome
from games.stories.status import Mode, Status

LATELY: timedelta = 2 * kept.EVERY
"""How far back tables are gone through: whether one counts stands in its log alone."""


def results() -> Iterator[int]:
    """Decided games whose rows are missing, and rows of games that are not decided so any more."""
    at_hand = Game.objects.filter(Q(Exists(_missing())) | Q(Exists(_wrong(Result))) | _tables())
    return each(at_hand, lambda game: keeping.keep(game.pk))


def ratings() -> Iterator[int]:
    """Rated games that were decided, or decided otherwise, and nobody's rating knows of it."""
    unheard = Game.objects.filter(Q(Exists(_unrated())) | Q(Exists(_wrong(Rated))))
    return each(unheard, lambda game: ratings_of.keep(game.pk))


def _unrated() -> QuerySet[Player]:
    """Who has no rating for a rated game; where one of both has no account by now it may not be rated any more."""
    there = Rated.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    decided = Player.objects.filter(game=OuterRef("pk"), game__rated=True, game__status=Status.FINISHED)
    nobodys = Player.objects.filter(Q(user__is_guest=True) | ~Q(user__opponent=""), game=OuterRef("game"))
    return decided.filter(~Exists(there), ~Exists(nobodys))


def _missing() -> QuerySet[Player]:
    there = Result.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    online = Q(game__status=Status.FINISHED, game__mode=Mode.ONLINE, game__origin=None)
    known = Player.objects.filter(online, game=OuterRef("pk"), user__opponent="", user__erased_at=None)
    return known.filter(~Exists(there))


def _wrong(model: type[Result | Rated]) -> QuerySet[Any]:
    """A draw has no winner; the seat of whoever won is the winner's."""
    so = Q(outcome=Outcome.DRAW, game__winner=None) | Q(outcome=Outcome.WON, game__winner=F("seat"))
    so |= Q(outcome=Outcome.LOST, game__winner__isnull=False) & ~Q(game__winner=F("seat"))
    return model._default_manager.filter(game=OuterRef("pk")).exclude(so, game__status=Status.FINISHED)


def _tables() -> Q:
    return Q(mode=Mode.TABLE, status=Status.FINISHED, changed_at__gte=timezone.now() - LATELY)
