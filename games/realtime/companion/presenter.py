"""Presenter of a physical game, for devices known by their cookie and, where the table allows them, watchers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import cast

from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.messaging.presence import PresenceSpan
from games.models import Device
from games.realtime.companion.view import render_view
from games.realtime.connection import Audience, Connection
from games.realtime.presenter import Presenter
from games.realtime.room import Room
from games.schemas.table import TableHeartbeat
from games.state.table_state import TableState


class TablePresenter(Presenter):
    """Presenter of tables. A lease is the row of a device, and every device is an audience of its own."""

    is_slow = True

    def get_audience(self, state: TableState, connection: Connection) -> Audience:
        """Return the device of a connection; None for a watcher."""
        return connection.lease_id if connection.lease_id in state.seating.places else None

    def get_closing_code(self, state: TableState, connection: Connection) -> str:
        """Return the closing code for a device that may no longer see the game."""
        return get_closing_code(state, connection.lease_id)

    def render_view(self, state: TableState, audience: Audience, language: str) -> str:
        """Return the view of a device as JSON text."""
        return render_view(state, cast("int | None", audience), language)

    def render_heartbeat(self, room: Room, audience: Audience) -> str:
        """Return the heartbeat, which is the same for all devices."""
        return TableHeartbeat(version=room.state.version, here=self.list_present(room)).model_dump_json()

    def list_present(self, room: Room) -> tuple[int, ...]:
        """Return the devices with a live connection to this process or a lease of another one."""
        now = database_clock.now()
        own = {connection.lease_id for connection in room.seated if connection.is_alive}
        places = room.state.seating.places
        return tuple(device for device in places if device in own or room.get_stay(device).is_present(now))

    def get_lease_rows(self) -> presence.Rows:
        """Return the query of all devices."""
        return Device.objects.all()

    def list_stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, PresenceSpan]]:
        """Return the stays of these games, by game and device."""
        stays: dict[int, dict[int, PresenceSpan]] = defaultdict(dict)
        rows = Device.objects.filter(game_id__in=list(game_ids))
        for game_id, device, seen_at, here_since in rows.values_list(
            "game_id", "pk", presence.build_last_seen(), "here_since"
        ):
            stays[game_id][device] = PresenceSpan(seen_at, here_since)
        return stays


table_presenter = TablePresenter()


def get_closing_code(table: TableState, device: int | None) -> str:
    """Return the closing code for a device that may not see the game."""
    return "may_not_watch" if device is None else table.seating.gone.get(device, "may_not_watch")
