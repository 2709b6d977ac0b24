"""Base class of presenters, which render the messages of one kind of game for each audience."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from games.messaging import presence
from games.messaging.broadcast import Note
from games.messaging.presence import PresenceSpan
from games.realtime.connection import Audience, Connection


class Presenter(ABC):
    """Presenter of one kind of game: ``state`` is a state of that kind, ``room`` a ``games.realtime.room.Room``.

    Views of a presenter that ``is_slow`` are rendered in a thread, since they would block the event loop.
    ``find_lease_id``, ``get_lease_rows`` and ``list_stays`` are called in a thread that may use the database.
    """

    is_slow = False

    @abstractmethod
    def get_audience(self, state: Any, connection: Connection) -> Audience:
        """Return the audience of a connection."""

    def can_view(self, state: Any, connection: Connection) -> bool:
        """Return whether the connection may see the game at all; players always may."""
        return bool(state.open_to(connection.user_id, connection.lease_id))

    def get_closing_code(self, state: Any, connection: Connection) -> str:
        """Return the closing code for a connection that may no longer see the game."""
        return "may_not_watch"

    @abstractmethod
    def render_view(self, state: Any, audience: Audience, language: str) -> str:
        """Return the view of an audience as JSON text."""

    def render_event(self, before: Any, after: Any, audience: Audience, language: str) -> str | None:
        """Return the event between two versions as JSON text; None if the view must be sent instead."""
        return None

    def render_note(self, state: Any, note: Note, audience: Audience, language: str) -> str | None:
        """Return a note as JSON text for an audience; None if the audience does not get it."""
        return None

    @abstractmethod
    def render_heartbeat(self, room: Any, audience: Audience) -> str:
        """Return the heartbeat for an audience as JSON text."""

    def list_present(self, room: Any) -> tuple[object, ...]:
        """Return the presence shown in heartbeats. Every change of it triggers a heartbeat."""
        return ()

    def find_lease_id(self, game_id: int, user_id: int) -> int | None:
        """Return the lease id of a user who took a seat while watching; None without a seat."""
        return None

    def is_waiting(self, state: Any) -> bool:
        """Return whether the game stays in the lobby as long as its players are present."""
        return False

    @abstractmethod
    def get_lease_rows(self) -> presence.Rows:
        """Return the query of all rows with a lease."""

    @abstractmethod
    def list_stays(self, game_ids: Iterable[int]) -> Mapping[int, Mapping[int, PresenceSpan]]:
        """Return the stays at these games, by game and by the key of ``Room.stays``."""
