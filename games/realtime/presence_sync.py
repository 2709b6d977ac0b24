"""Synchronisation of presence with the database, in a few statements per heartbeat for any number of players."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf

from django.db import transaction

from games.messaging import presence
from games.messaging.presence import PresenceSpan
from games.realtime.presenter import Presenter
from games.realtime.room import Room

LeaseAges = dict[int, float]
"""Seconds since the last contact, by lease id."""
Stays = Mapping[int, Mapping[int, PresenceSpan]]
"""Stays by game and by seat or device."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Closed connection of a player to a game.

    ``last_heard`` is a time of ``time.monotonic``; ``is_waiting`` means that the game waits in the lobby.
    """

    game_id: int
    last_heard: float
    is_waiting: bool = False


@dataclass(frozen=True, slots=True)
class PresenceUpdate:
    """Presence to store and to read for games of one kind.

    ``present`` are the leases of players who are here, ``gone`` those of players who just left. ``games`` are the games
    whose stays are read, ``waiting`` those whose lobby entry is extended.
    """

    presenter: Presenter
    present: LeaseAges
    gone: LeaseAges
    games: Collection[int]
    waiting: Collection[int] = ()


@dataclass(slots=True)
class LeaseState:
    """Leases that the database assigns to this process, as far as this process knows.

    Another process takes a lease over when the player connects to it, and is then the one to release it.
    """

    process: int = 0
    leases: dict[Presenter, set[int]] = field(default_factory=dict)

    def get_leases(self, presenter: Presenter) -> set[int]:
        """Return the mutable set of leases of a kind of game."""
        return self.leases.setdefault(presenter, set())

    def follow_process(self) -> None:
        """Switch to the current row of this process; a new row has no leases yet."""
        if self.process != presence.uptime.row_id:
            self.process, self.leases = presence.uptime.row_id, {}

    def drop_lost(self) -> None:
        """Drop the leases that another process took over."""
        for presenter, leases in self.leases.items():
            rows = presenter.get_lease_rows().filter(process=self.process)
            if leases and rows.count() < len(leases):
                leases.intersection_update(rows.values_list("pk", flat=True))


def build_updates(
    rooms: Iterable[Room],
    departures: Mapping[tuple[Presenter, int], Departure],
    wanted: Collection[int],
    waiting: Collection[int],
) -> list[PresenceUpdate]:
    """Return one update for each kind of game.

    ``wanted`` are the games whose stays are read, ``waiting`` those whose lobby entry is extended.
    """
    rooms, now, grace = tuple(rooms), time.monotonic(), presence.get_grace_period()
    updates = []
    for presenter in {room.presenter for room in rooms} | {presenter for presenter, _ in departures}:
        own_rooms = [room for room in rooms if room.presenter is presenter]
        departed = {lease: departure for (kind, lease), departure in departures.items() if kind is presenter}
        seated_ages = get_lease_ages(own_rooms, now)
        ages = seated_ages | {
            lease: min(now - departure.last_heard, seated_ages.get(lease, inf)) for lease, departure in departed.items()
        }
        present = {lease: age for lease, age in ages.items() if age <= grace and lease in seated_ages}
        gone = {lease: age for lease, age in ages.items() if lease not in present} if len(present) < len(ages) else {}
        games = {room.state.game_id for room in own_rooms} | {departure.game_id for departure in departed.values()}
        updates.append(PresenceUpdate(presenter, present, gone, games & set(wanted), games & set(waiting)))
    return updates


def list_waiting_games(
    rooms: Iterable[Room], departures: Iterable[Departure], game_ids: Collection[int] | None
) -> set[int]:
    """Return the games that stay in the lobby, because a player is present or has just left.

    Of ``rooms``, only those of ``game_ids`` are considered (None: all).
    """
    occupied = {
        room.state.game_id
        for room in rooms
        if (game_ids is None or room.state.game_id in game_ids)
        and room.list_live_keys()
        and room.presenter.is_waiting(room.state)
    }
    return occupied | {departure.game_id for departure in departures if departure.is_waiting}


def get_lease_ages(rooms: Iterable[Room], now: float) -> LeaseAges:
    """Return the age of each lease in these rooms. With several connections, the one last heard from counts."""
    ages: LeaseAges = {}
    for room in rooms:
        for connection in room.seated:
            age, lease = now - connection.last_heard, connection.lease_id
            if lease is not None and age < ages.get(lease, inf):
                ages[lease] = age
    return ages


def sync_presence(updates: Iterable[PresenceUpdate], leases: LeaseState, *, regular: bool) -> Stays:
    """Store arrivals and departures, and return the stays at the games of the updates.

    With ``regular`` the heartbeat of this process is stored too. Call it in a thread that may use the database.
    """
    updates = tuple(updates)
    with transaction.atomic():
        if regular or not presence.uptime.has_row():
            presence.uptime.beat()
        leases.follow_process()
        if regular and not presence.uptime.is_alone:
            leases.drop_lost()
        for update in updates:
            _store_update(update, leases)
    stays: dict[int, Mapping[int, PresenceSpan]] = {}
    for update in updates:
        if update.games:
            stays.update(update.presenter.list_stays(update.games))
    return stays


def _store_update(update: PresenceUpdate, leases: LeaseState) -> None:
    """Store arrivals and departures. Players who stay need no statement."""
    known, get_rows = leases.get_leases(update.presenter), update.presenter.get_lease_rows
    arrived = {lease: age for lease, age in update.present.items() if lease not in known}
    if arrived:
        presence.acquire_presence(get_rows(), arrived, leases.process)
    if update.gone:
        presence.release_presence(get_rows(), update.gone, leases.process)
    if update.waiting:
        presence.extend_listing(update.waiting)
    known.update(arrived)
    known.difference_update(update.gone)
