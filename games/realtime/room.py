"""Rooms: the connections of this process to one game, and a cache of its rendered views."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from games.eventlog.database_clock import database_clock
from games.messaging.presence import PresenceSpan
from games.realtime.connection import Audience, Connection
from games.realtime.presenter import Presenter

AudienceKey = tuple[Audience, str]
"""An audience and a language. Connections with the same key get the same text."""

STALE_MARGIN = timedelta(seconds=2)
"""Time before its end at which a lease of another process is read again."""


class ViewCache:
    """Cache of the views of one version, and of the events from the version shown before it, if there was one."""

    def __init__(self, state: Any, presenter: Presenter, before: Any = None) -> None:
        self._state, self._presenter, self._before = state, presenter, before
        self.version: int = state.version
        self._views: dict[AudienceKey, str | asyncio.Task[str]] = {}
        self._events: dict[AudienceKey, str | None] = {}

    def next(self, state: Any) -> ViewCache:
        """Return the cache of a newer version."""
        return ViewCache(state, self._presenter, self._state)

    async def get_view(self, key: AudienceKey) -> str:
        """Return the view as JSON text. Concurrent calls share one rendering; a failure is not cached."""
        view = self._views.get(key)
        if view is None:
            rendering = self._render(key)
            view = self._views[key] = rendering if isinstance(rendering, str) else asyncio.ensure_future(rendering)
        if isinstance(view, str):
            return view
        try:
            return await asyncio.shield(view)
        except Exception:
            self._views.pop(key, None)
            raise

    def get_event(self, key: AudienceKey, version: int) -> str | None:
        """Return the event as JSON text for a connection that shows ``version``; None if it needs the view."""
        if self._before is None or self._before.version != version:
            return None
        if key not in self._events:
            self._events[key] = self._presenter.render_event(self._before, self._state, *key)
        return self._events[key]

    def _render(self, key: AudienceKey) -> str | Awaitable[str]:
        if self._presenter.is_slow:
            return asyncio.to_thread(self._presenter.render_view, self._state, *key)
        return self._presenter.render_view(self._state, *key)


@dataclass(eq=False, slots=True)
class Room:
    """Game with at least one connection to this process. ``state`` is its newest state.

    ``seated`` are the connections that renew a lease; they are served before the ``watchers``. ``stays`` are keyed by
    seat or device. ``sent_presence`` is the presence shown in the last heartbeat. ``is_updating_watchers`` and
    ``is_sending_heartbeat`` belong to ``games.realtime.delivery``.
    """

    state: Any
    presenter: Presenter
    seated: set[Connection] = field(default_factory=set)
    watchers: set[Connection] = field(default_factory=set)
    stays: dict[int, PresenceSpan] = field(default_factory=dict)
    sent_presence: tuple[object, ...] = ()
    view_cache: ViewCache | None = None
    is_updating_watchers: bool = False
    is_sending_heartbeat: bool = False

    @property
    def version(self) -> int:
        """Return the version of the state."""
        return int(self.state.version)

    @property
    def views(self) -> ViewCache:
        """Return the views of the newest version."""
        state = self.state
        if self.view_cache is None:
            self.view_cache = ViewCache(state, self.presenter)
        elif self.view_cache.version != state.version:
            self.view_cache = self.view_cache.next(state)
        return self.view_cache

    @property
    def connections(self) -> tuple[Connection, ...]:
        """Return all connections, those of players first."""
        return (*self.seated, *self.watchers)

    @property
    def is_empty(self) -> bool:
        """Return whether no connection is left."""
        return not self.seated and not self.watchers

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self._get_connection_set(connection).add(connection)

    def remove(self, connection: Connection) -> None:
        """Remove a connection, and record when a player was last heard from."""
        connections = self._get_connection_set(connection)
        if connection in connections:
            self.update_stay(connection)
        connections.discard(connection)

    def update_stay(self, connection: Connection) -> None:
        """Record when the connection of a player was last heard from."""
        key = self.get_stay_key(connection)
        if key is not None:
            heard_at = database_clock.now() - timedelta(seconds=connection.silent_for)
            stay = self.get_stay(key)
            self.stays[key] = replace(stay, seen_at=max(heard_at, stay.seen_at or heard_at))

    def get_stay_key(self, connection: Connection) -> int | None:
        """Return the key of a player's connection in ``stays``: its seat or device. None for a watcher."""
        key = self.presenter.get_audience(self.state, connection)
        return key if connection.lease_id is not None and isinstance(key, int) else None

    def get_stay(self, key: int) -> PresenceSpan:
        """Return the stay of a seat or device."""
        return self.stays.get(key, PresenceSpan(None, None))

    def list_live_keys(self) -> set[int]:
        """Return the seats or devices with a live connection to this process."""
        live = (connection for connection in self.seated if connection.is_alive)
        return {key for connection in live if (key := self.get_stay_key(connection)) is not None}

    def has_stale_stay(self, now: datetime) -> bool:
        """Return whether a lease of another process is about to end, as far as this process knows.

        The other process may have renewed it since it was read.
        """
        expiring = [
            key for key, stay in self.stays.items() if stay.is_present(now) and not stay.is_present(now + STALE_MARGIN)
        ]
        return bool(expiring) and not self.list_live_keys().issuperset(expiring)

    def seat_watcher(self, connection: Connection, lease_id: int) -> None:
        """Move a watcher who took a seat to the players."""
        if connection in self.watchers:
            self.watchers.discard(connection)
            connection.lease_id = lease_id
            self.seated.add(connection)

    def _get_connection_set(self, connection: Connection) -> set[Connection]:
        return self.watchers if connection.lease_id is None else self.seated
