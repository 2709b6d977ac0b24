"""Who is at the table. Presence is a lease that sockets renew, because a lost phone says no goodbye."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db.models import Case, F, Q, QuerySet, Value, When

from games.models import Device, Player
from games.rules.state import Seat
from games.store.clock import clock
from games.store.uptime import Uptime

BEAT = 5.0
"""Seconds between beats."""
LEASE = timedelta(seconds=11)
"""How long a seat counts as here after it was last heard: two beats and some network. It is told within a second more,
so that nobody is believed to be here twelve seconds after they vanished."""
GAP = timedelta(seconds=30)
"""A longer silence ends a stay: who comes back after it has newly arrived."""
CLAIM_AFTER = timedelta(minutes=2)


def pause() -> float:
    """Seconds without a beat that are a pause of a process."""
    return 3 * BEAT


uptime = Uptime(pause)


@dataclass(frozen=True, slots=True)
class Stay:
    """When a seat was last seen, and since when it has been here without a gap."""

    seen_at: datetime | None
    here_since: datetime | None

    def here(self, now: datetime) -> bool:
        return self.seen_at is not None and now - self.seen_at <= LEASE


def renew(ages: Mapping[int, float]) -> None:
    """Renew the lease of these players' seats, each by the seconds since it was last heard."""
    renew_rows(Player.objects.all(), ages)


def renew_rows(rows: QuerySet[Player] | QuerySet[Device], ages: Mapping[int, float]) -> None:
    """Renew the lease of those of these rows, which are players or devices, that ``ages`` names.

    A row keeps the moment that another process heard it later. What goes in is rounded up to whole seconds.
    """
    if not ages:
        return
    now = clock.read()
    seconds: dict[int, list[int]] = defaultdict(list)
    for row, age in ages.items():
        seconds[ceil(max(0.0, age))].append(row)
    arrived = Q(seen_at=None) | Q(here_since=None) | Q(seen_at__lt=now - GAP)
    heard = [_heard(some, now - timedelta(seconds=age)) for age, some in seconds.items()]
    rows.filter(pk__in=list(ages)).update(
        here_since=Case(When(arrived, then=Value(now)), default=F("here_since")),
        seen_at=Case(*heard, default=F("seen_at")),
    )


def _heard(rows: list[int], moment: datetime) -> When:
    return When(Q(pk__in=rows) & (Q(seen_at=None) | Q(seen_at__lt=moment)), then=Value(moment))


def stays(game_ids: Iterable[int]) -> dict[tuple[int, Seat], Stay]:
    """The stays of both seats of these games."""
    rows = Player.objects.filter(game_id__in=list(game_ids)).values_list("game_id", "seat", "seen_at", "here_since")
    return {(game_id, seat): Stay(seen, since) for game_id, seat, seen, since in rows}


def may_claim(mine: Stay, theirs: Stay, now: datetime) -> bool:
    """Whether the other seat has been away for two minutes in which I was here and the server was up."""
    if mine.here_since is None or not mine.here(now):
        return False
    moments = [mine.here_since, uptime.since, theirs.seen_at]
    return now - max(moment for moment in moments if moment is not None) >= CLAIM_AFTER
