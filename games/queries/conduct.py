"""Conduct: how often people cancel or leave games, and the limits on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Entry, Player
from games.rules.state import Phase
from games.state.game_state import Ending, Status
from games.state.match_state import MatchEventKind

MAX_CANCELLED, CANCEL_WINDOW = 5, timedelta(days=1)
"""The most dealt games with another person that a player may cancel alone, and the period in which they count."""
MIN_LEFT, LEAVE_WINDOW = 3, timedelta(days=7)
"""The number of games left, and the period in which they count, from which on matchmaking pairs a player last."""


def count_cancelled(user_id: int, now: datetime) -> int:
    """Count the dealt games with other people that a person cancelled alone within ``CANCEL_WINDOW``."""
    return _filter_seats([user_id], now - CANCEL_WINDOW).filter(_cancelled()).count()


def list_leavers(user_ids: Iterable[int], now: datetime) -> set[int]:
    """Return the users who left at least ``MIN_LEFT`` games within ``LEAVE_WINDOW``.

    To leave is to cancel alone after the deal, to be absent until the opponent claims the win, or to lose on time in
    the first trick.
    """
    seats = _filter_seats(user_ids, now - LEAVE_WINDOW).filter(_cancelled() | _abandoned())
    counts = Counter(seats.values_list("user", flat=True))
    return {user_id for user_id, count in counts.items() if count >= MIN_LEFT}


def _filter_seats(user_ids: Iterable[int], since: datetime) -> QuerySet[Player]:
    """Return the users' seats in games between people that ended since then."""
    ended = Player.objects.filter(user__in=list(user_ids), over_at__gt=since)
    return ended.exclude(game__players__user__opponent__gt="")


def _cancelled() -> Q:
    """Return the condition that a seat's player cancelled the dealt game alone; agreed cancellations have no actor."""
    cancellations = Entry.objects.filter(game=OuterRef("game"), kind=MatchEventKind.CALLED_OFF, actor=OuterRef("user"))
    return Q(Exists(cancellations), game__status=Status.CALLED_OFF, game__phase__isnull=False)


def _abandoned() -> Q:
    """Return the condition that a seat lost by absence, or on time in the first trick."""
    lost = Q(game__status=Status.FINISHED, game__winner__isnull=False) & ~Q(game__winner=F("seat"))
    no_show = Q(game__ending=Ending.TIME, game__phase=Phase.ONE, game__trick=1)
    return lost & (Q(game__ending=Ending.AWAY) | no_show)
