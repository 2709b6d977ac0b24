"""Who is at the table. Presence is a lease that sockets renew, because a lost phone says no goodbye.

It is stored when somebody comes, goes or falls silent. In between the beats of their process renew the leases of all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Greatest

from games.models import Device, Game, Player, Process
from games.models.games import forgotten
from games.rules.state import Seat
from games.store.clock import clock
from games.store.rows import read
from games.store.stand import Stand
from games.store.uptime import Uptime
from games.stories.status import Status

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


def quiet() -> float:
    """Seconds after which somebody missed a beat: their process does not speak for them any more."""
    return 1.4 * BEAT


uptime = Uptime(pause)

Rows = QuerySet[Player] | QuerySet[Device]


@dataclass(frozen=True, slots=True)
class Stay:
    """When a seat was last seen, and since when it has been here without a gap."""

    seen_at: datetime | None
    here_since: datetime | None

    def here(self, now: datetime) -> bool:
        return self.seen_at is not None and now - self.seen_at <= LEASE


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a game: its row, who holds it, and how far the game's row says that it is."""

    pk: int
    seat: Seat
    user_id: int
    stay: Stay
    game: Stand


def renew(ages: Mapping[int, float]) -> None:
    """Store when these players' seats were last heard, so many seconds ago."""
    store(Player.objects.all(), ages)


def store(rows: Rows, ages: Mapping[int, float], **values: object) -> None:
    """Store when those of these rows, which are players or devices, that ``ages`` names were last heard, so many
    seconds ago, and ``values`` beside it.

    A row keeps the moment that another process heard it later. What goes in is rounded up to whole seconds.
    """
    if not ages:
        return
    now = clock.read()
    seconds: dict[int, list[int]] = defaultdict(list)
    for row, age in ages.items():
        seconds[ceil(max(0.0, age))].append(row)
    heard = [_heard(some, now - timedelta(seconds=age)) for age, some in seconds.items()]
    rows.filter(pk__in=list(ages)).update(
        here_since=Case(When(_arrived(now), then=Value(now)), default=F("here_since")),
        seen_at=Case(*heard, default=F("seen_at")),
        **values,
    )


def hold(rows: Rows, ages: Mapping[int, float], process: int) -> None:
    """``store``, and that from now on the beats of a process speak for these."""
    store(rows, ages, process_id=process)


def let_go(rows: Rows, ages: Mapping[int, float], process: int) -> None:
    """``store``, and that a process speaks for these no more; another one may go on to."""
    store(rows, ages, process_id=Case(When(process=process, then=None), default=F("process_id")))


def put_off(game_ids: Iterable[int]) -> None:
    """Keep those of these games that wait for anybody in the lobby for another while."""
    games = Game.objects.filter(pk__in=list(game_ids), status=Status.WAITING, listed=True)
    games.update(waits_until=forgotten())


def _arrived(now: datetime) -> Q:
    spoken_for = Q(process__in=Process.objects.filter(beat_at__gte=now - GAP).values("pk"))
    return Q(seen_at=None) | Q(here_since=None) | (Q(seen_at__lt=now - GAP) & ~spoken_for)


def _heard(rows: list[int], moment: datetime) -> When:
    return When(Q(pk__in=rows) & (Q(seen_at=None) | Q(seen_at__lt=moment)), then=Value(moment))


def last_seen() -> Coalesce:
    """When a row was last seen, by itself or by the process that speaks for it."""
    return Coalesce(Greatest("seen_at", "process__beat_at"), "seen_at")


def stays(game_ids: Iterable[int]) -> dict[tuple[int, Seat], Stay]:
    """The stays of both seats of these games."""
    rows = Player.objects.filter(game_id__in=list(game_ids))
    found = rows.values_list("game_id", "seat", last_seen(), "here_since")
    return {(game_id, seat): Stay(seen, since) for game_id, seat, seen, since in found}


def stays_at(code: str) -> list[Place]:
    """The seats of the game at an address, with one query; none where there is no such game."""
    return [
        Place(pk, seat, user_id, Stay(seen, since), Stand(*stand))
        for pk, seat, user_id, since, *stand, seen in read(_places, code.upper())
    ]


def _places() -> QuerySet[Player, tuple[Any, ...]]:
    stand = [f"game__{name}" for name in Stand._fields]
    return Player.objects.filter(game__code="").values_list("pk", "seat", "user_id", "here_since", *stand, last_seen())


def may_claim(mine: Stay, theirs: Stay, now: datetime) -> bool:
    """Whether the other seat has been away for two minutes in which I was here and the server was up."""
    if mine.here_since is None or not mine.here(now):
        return False
    moments = [mine.here_since, uptime.since, theirs.seen_at]
    return now - max(moment for moment in moments if moment is not None) >= CLAIM_AFTER
