"""Who is at the table. Presence is a lease that sockets renew, because a lost phone says no goodbye."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Device, Player
from games.rules.state import Seat

BEAT = 5.0
"""Seconds between beats."""
LEASE = timedelta(seconds=12)
"""How long a seat counts as here after it was last heard: two beats and some network."""
GAP = timedelta(seconds=30)
"""A longer silence ends a stay: who comes back after it has newly arrived."""
CLAIM_AFTER = timedelta(minutes=2)


class Uptime:
    """Since when this process has been running without a pause; a laptop that slept has paused."""

    def __init__(self) -> None:
        self.since = timezone.now()
        self._last = time.time()

    def tick(self) -> None:
        """To be called every beat; a gap between calls means that nobody could be heard meanwhile."""
        now = time.time()
        if now - self._last > 3 * BEAT:
            self.since = timezone.now()
        self._last = now


uptime = Uptime()


@dataclass(frozen=True, slots=True)
class Stay:
    """When a seat was last seen, and since when it has been here without a gap."""

    seen_at: datetime | None
    here_since: datetime | None

    def here(self, now: datetime) -> bool:
        return self.seen_at is not None and now - self.seen_at <= LEASE


def renew(player_ids: Iterable[int]) -> None:
    """Renew the lease of these players' seats."""
    renew_rows(Player.objects.filter(pk__in=list(player_ids)))


def renew_rows(mine: QuerySet[Player] | QuerySet[Device]) -> None:
    """Renew the lease of these rows, which are players or devices."""
    now = timezone.now()
    mine.filter(Q(seen_at=None) | Q(here_since=None) | Q(seen_at__lt=now - GAP)).update(here_since=now)
    mine.update(seen_at=now)


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
