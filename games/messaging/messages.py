"""Messages between processes: a game advanced, a note, presence changed, sockets to close.

Small log entries of a game are included, so that receivers need no query. Entries hold cards, so they are sent only
over the site's own Redis, and never over NOTIFY, to which every client of the database can listen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from games.eventlog.signals import Commit
from games.messaging.presence import PresenceSpan
from games.state.game_state import Event, GameState

S = TypeVar("S", bound=GameState)

NO_GAME = 0
"""The ``game_id`` of a note to a person rather than to a game."""
MAX_ENTRY_BYTES = 2048
"""Maximum size of the entries that a message includes."""


@dataclass(frozen=True, slots=True)
class GameAdvanced:
    """Message that a game reached ``version``. ``entries`` are the new ones as JSON text, empty if too large."""

    game_id: int
    version: int
    entries: str = ""

    def apply_to(self, state: S) -> S | None:
        """Return the state with the entries applied; None if they do not follow it directly, so the log is needed."""
        events = [_parse_event(row) for row in json.loads(self.entries or "[]")]
        if not events or state.version + len(events) != self.version or any(event.is_rewrite for event in events):
            return None
        return state.fold(events)


@dataclass(frozen=True, slots=True)
class Note:
    """Small message to the sockets of a game, apart from its state. It is not stored, so it can be lost.

    ``data`` is plain JSON without a secret; the presenter decides which audience gets the note, and renders its text.
    ``private`` is sent only over the site's own Redis.
    """

    game_id: int
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CloseSockets:
    """Request to close the sockets with a tag (see ``games.messaging.broadcast``), with ``code`` as the reason."""

    tag: str
    code: str


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """Changed stays at a game, by seat (match) or device (table)."""

    game_id: int
    stays: Mapping[int, PresenceSpan]


BusMessage = GameAdvanced | Note | CloseSockets | PresenceChanged


def build_game_advanced(commit: Commit) -> GameAdvanced:
    """Return the message of a commit to the other processes."""
    entries = json.dumps([_serialize_event(event) for event in commit.events], separators=(",", ":"))
    state = commit.state
    return GameAdvanced(state.game_id, state.version, entries if len(entries) <= MAX_ENTRY_BYTES else "")


def serialize_items(items: Iterable[BusMessage], *, entries: bool) -> str:
    """Return messages as JSON text, with ``entries`` including entries and private data."""
    return json.dumps([_serialize_item(item, entries) for item in items], separators=(",", ":"))


def parse_items(text: str) -> list[BusMessage]:
    """Return the messages of a JSON text, without those of kinds that this release does not know."""
    rows = ((_KINDS.get(kind), fields) for kind, *fields in json.loads(text))
    return [build(*fields) for build, fields in rows if build is not None]


def _parse_presence(game_id: int, rows: Iterable[list[Any]]) -> PresenceChanged:
    return PresenceChanged(
        game_id, {key: PresenceSpan(_parse_moment(seen), _parse_moment(since)) for key, seen, since in rows}
    )


_KINDS: Mapping[str, Callable[..., BusMessage]] = {
    "moved": GameAdvanced,
    "note": Note,
    "end": CloseSockets,
    "stayed": _parse_presence,
}


def _serialize_item(item: BusMessage, entries: bool) -> list[Any]:
    match item:
        case GameAdvanced():
            return ["moved", item.game_id, item.version, *([item.entries] if entries else [])]
        case Note():
            private = [dict(item.private)] if entries and item.private else []
            return ["note", item.game_id, item.kind, dict(item.data), *private]
        case CloseSockets():
            return ["end", item.tag, item.code]
        case PresenceChanged():
            rows = [
                [key, _format_moment(stay.seen_at), _format_moment(stay.here_since)] for key, stay in item.stays.items()
            ]
            return ["stayed", item.game_id, rows]


def _format_moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _parse_moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _serialize_event(event: Event) -> list[Any]:
    return [event.kind, event.seat, dict(event.data), event.client_id, event.actor_id, _format_moment(event.at)]


def _parse_event(row: list[Any]) -> Event:
    kind, seat, data, client_id, actor_id, at = row
    return Event(kind, seat, data, client_id, actor_id, _parse_moment(at))
