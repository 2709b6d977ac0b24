"""Presence at games: leases that WebSockets renew, because a lost connection is not announced.

A lease is stored when a seat or device connects, disconnects or falls silent. In between, the heartbeats of its process
renew all leases of the process.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Greatest

from games.eventlog.database_clock import database_clock
from games.messaging.process_heartbeat import ProcessHeartbeat
from games.models import Device, Game, GameQuerySet, Player, Process
from games.models.games import forgotten
from games.rules.state import Seat
from games.state.game_state import Status

HEARTBEAT_INTERVAL = 5.0
"""Seconds between two heartbeats."""
PRESENCE_LEASE = timedelta(seconds=11)
"""How long a seat counts as present after it was last seen: two heartbeats and some network delay. The change is sent
within one more second, so a vanished player is shown as present for less than twelve seconds."""
ARRIVAL_GRACE = timedelta(seconds=15)
"""Time during which the players of a new game count as present without a heartbeat, while their pages load."""
CLAIM_AFTER = timedelta(minutes=2)
"""How long the opponent must be absent, while the game waits for their card, until the win can be claimed."""


def get_pause_threshold() -> float:
    """Return the seconds without a heartbeat that count as a pause of a process."""
    return 3 * HEARTBEAT_INTERVAL


def get_grace_period() -> float:
    """Return the seconds of silence after which a client has missed a heartbeat and its lease is no longer renewed."""
    return 1.4 * HEARTBEAT_INTERVAL


uptime = ProcessHeartbeat(get_pause_threshold)

Rows = QuerySet[Player] | QuerySet[Device]
"""Query of rows with a lease."""


@dataclass(frozen=True, slots=True)
class PresenceSpan:
    """Stay of a seat or device: when it was last seen, and since when it has been present.

    A silence longer than ``PRESENCE_LEASE`` ends it.
    """

    seen_at: datetime | None
    here_since: datetime | None

    def is_present(self, now: datetime) -> bool:
        """Return whether the lease still holds."""
        return self.seen_at is not None and now - self.seen_at <= PRESENCE_LEASE


@dataclass(frozen=True, slots=True)
class SeatPresence:
    """Seat of a game: the key of its row, its player, their stay, and the row of the game."""

    pk: int
    seat: Seat
    user_id: int
    stay: PresenceSpan
    game: Game


def renew_players(ages: Mapping[int, float]) -> None:
    """Store when players were last seen. ``ages`` are the seconds since then, by key of the row."""
    store_presence(Player.objects.all(), ages)


def store_presence(rows: Rows, ages: Mapping[int, float], **values: object) -> None:
    """Store when rows were last seen, and set ``values`` in the same query.

    ``ages`` are the seconds since then by key of the row, and are rounded up to whole seconds. A row that another
    process saw later keeps that time.
    """
    if not ages:
        return
    now = database_clock.read()
    seconds: dict[int, list[int]] = defaultdict(list)
    for row, age in ages.items():
        seconds[ceil(max(0.0, age))].append(row)
    cases = [_build_last_seen_case(keys, now - timedelta(seconds=age)) for age, keys in seconds.items()]
    rows.filter(pk__in=list(ages)).update(
        here_since=Case(When(_build_arrived_condition(now), then=Value(now)), default=F("here_since")),
        seen_at=Case(*cases, default=F("seen_at")),
        **values,
    )


def acquire_presence(rows: Rows, ages: Mapping[int, float], process: int) -> None:
    """Store presence, and assign the leases to a process, whose heartbeats renew them from now on."""
    store_presence(rows, ages, process_id=process)


def release_presence(rows: Rows, ages: Mapping[int, float], process: int) -> None:
    """Store presence, and unassign the leases from a process. Leases assigned to another process stay with it."""
    store_presence(rows, ages, process_id=Case(When(process=process, then=None), default=F("process_id")))


def filter_attended(games: GameQuerySet) -> GameQuerySet:
    """Return the games of the query with at least one player present, and those created within ``ARRIVAL_GRACE``."""
    now = database_clock.now()
    seats = Player.objects.alias(last_seen_at=build_last_seen()).filter(last_seen_at__gte=now - PRESENCE_LEASE)
    return games.filter(Q(created_at__gt=now - ARRIVAL_GRACE) | Exists(seats.filter(game=OuterRef("pk"))))


def extend_listing(game_ids: Iterable[int]) -> None:
    """Extend the time by which these games leave the lobby, except of games that wait for no opponent any more."""
    games = Game.objects.filter(pk__in=list(game_ids), status=Status.WAITING, listed=True)
    games.update(waits_until=forgotten())


def _build_arrived_condition(now: datetime) -> Q:
    is_renewed = Q(process__in=Process.objects.filter(beat_at__gte=now - PRESENCE_LEASE).values("pk"))
    return Q(seen_at=None) | Q(here_since=None) | (Q(seen_at__lt=now - PRESENCE_LEASE) & ~is_renewed)


def _build_last_seen_case(keys: list[int], moment: datetime) -> When:
    return When(Q(pk__in=keys) & (Q(seen_at=None) | Q(seen_at__lt=moment)), then=Value(moment))


def build_last_seen() -> Coalesce:
    """Return the expression for when a row was last seen: its own time or its process's last heartbeat, if later."""
    return Coalesce(Greatest("seen_at", "process__beat_at"), "seen_at")


def list_stays(game_ids: Iterable[int]) -> dict[tuple[int, Seat], PresenceSpan]:
    """Return the stays of both seats of each game."""
    rows = Player.objects.filter(game_id__in=list(game_ids))
    values = rows.values_list("game_id", "seat", build_last_seen(), "here_since")
    return {(game_id, seat): PresenceSpan(seen, since) for game_id, seat, seen, since in values}


def list_places(code: str) -> list[SeatPresence]:
    """Return the seats of the game with a code, with one query; empty if there is no such game."""
    players = Player.objects.filter(game__code=code.upper()).select_related("game").annotate(seen=build_last_seen())
    rows = players.only("seat", "user_id", "here_since", "game__mode", "game__code", "game__version")
    return [
        SeatPresence(row.pk, row.seat, row.user_id, PresenceSpan(row.seen, row.here_since), row.game) for row in rows
    ]


def can_claim(claimant: PresenceSpan, opponent: PresenceSpan, awaited_since: datetime | None, now: datetime) -> bool:
    """Return whether the win can be claimed.

    For the whole of the last ``CLAIM_AFTER`` the opponent must have been absent, the game must have waited for the
    opponent's card, the claimant must have been present, and the site must have run. ``awaited_since`` is the time
    since which the game has waited for the opponent, None while it does not.
    """
    if awaited_since is None or claimant.here_since is None or not claimant.is_present(now):
        return False
    moments = [awaited_since, claimant.here_since, uptime.since, opponent.seen_at]
    return now - max(moment for moment in moments if moment is not None) >= CLAIM_AFTER
