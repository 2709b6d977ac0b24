"""Presenter base class: what the connections of one kind of game are sent, and to whom."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from games.messaging import presence
from games.messaging.broadcast import Note
from games.messaging.presence import PresenceSpan
from games.realtime.connection import Audience, Connection


class Presenter(ABC):
    """One kind of game. Every ``state`` is of that kind, every ``room`` a ``games.realtime.room.Room`` of it.

    A presenter that ``is_slow`` renders for so long that it needs a thread outside of the event loop.
    """

    is_slow = False

    @abstractmethod
    def get_audience(self, state: Any, connection: Connection) -> Audience:
        """Return the audience of a connection."""

    def can_view(self, state: Any, connection: Connection) -> bool:
        """Return whether the connection may see the game at all; players always may."""
        return bool(state.open_to(connection.user_id, connection.lease_id))

    def get_closing_code(self, state: Any, connection: Connection) -> str:
        """Return the closing code for a connection that may not see the game any more."""
        return "may_not_watch"

    @abstractmethod
    def render_view(self, state: Any, audience: Audience, language: str) -> str:
        """Return the view of an audience as JSON text."""

    def render_event(self, before: Any, after: Any, audience: Audience, language: str) -> str | None:
        """Return what happened from one version to the next as JSON text; None where the view has to be sent."""
        return None

    def render_note(self, state: Any, note: Note, audience: Audience, language: str) -> str | None:
        """Return a note as JSON text for an audience; None where that audience does not get it."""
        return None

    @abstractmethod
    def render_heartbeat(self, room: Any, audience: Audience) -> str:
        """Return the heartbeat for an audience as JSON text."""

    def list_present(self, room: Any) -> tuple[object, ...]:
        """Return the presence that heartbeats of all audiences tell; each change of it triggers a heartbeat."""
        return ()

    def find_lease_id(self, game_id: int, user_id: int) -> int | None:
        """Return the row of a user who took a seat while watching. Needs a thread that may use the database."""
        return None

    def is_waiting(self, state: Any) -> bool:
        """Return whether the game stays in the lobby as long as its players are present."""
        return False

    @abstractmethod
    def get_lease_rows(self) -> presence.Rows:
        """Return the query of the rows of leases. Needs a thread that may use the database, as ``list_stays`` does."""

    @abstractmethod
    def list_stays(self, game_ids: Iterable[int]) -> Mapping[int, Mapping[int, PresenceSpan]]:
        """Return the stays of these games, by game and by the key of ``Room.stays``."""
