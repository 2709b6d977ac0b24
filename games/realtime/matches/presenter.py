"""Presenter of an online game, for its two seats and, where its creator allows them, watchers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import cast

from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.messaging.broadcast import Note
from games.messaging.presence import PresenceSpan
from games.models import Player
from games.realtime.connection import Audience, Connection
from games.realtime.matches.admission import get_player_id
from games.realtime.matches.chat import render_note
from games.realtime.matches.events import build_event
from games.realtime.matches.view import render_view, to_json, to_milliseconds
from games.realtime.presenter import Presenter
from games.realtime.room import Room
from games.rules.state import Seat, get_other_seat
from games.schemas.match import Heartbeat
from games.state.game_state import Status
from games.state.match_state import MatchState


class MatchPresenter(Presenter):
    """Presenter of online games. Audiences are the seats, and None for watchers."""

    def get_audience(self, state: MatchState, connection: Connection) -> Audience:
        """Return the seat of a connection; None for a watcher."""
        return state.seat_of(connection.user_id)

    def render_view(self, state: MatchState, audience: Audience, language: str) -> str:
        """Return the view of an audience as JSON text."""
        return render_view(state, cast("Seat | None", audience), language)

    def render_event(self, before: MatchState, after: MatchState, audience: Audience, language: str) -> str | None:
        """Return the event of an audience as JSON text; None if the view must be sent."""
        event = build_event(before, after, cast("Seat | None", audience), language)
        return None if event is None else to_json(event)

    def render_note(self, state: MatchState, note: Note, audience: Audience, language: str) -> str | None:
        """Return a note about the chat as JSON text; None if the audience does not get it."""
        return render_note(note, cast("Seat | None", audience), language)

    def render_heartbeat(self, room: Room, audience: Audience) -> str:
        """Return the heartbeat: presence, seconds of absence, and whether the audience may claim the win."""
        present, now = self.list_present(room), database_clock.now()
        seen = [room.get_stay(seat).seen_at for seat in (0, 1)]
        away = [
            None if is_present or seen_at is None else int((now - seen_at).total_seconds())
            for is_present, seen_at in zip(present, seen, strict=True)
        ]
        claim = isinstance(audience, int) and not present[get_other_seat(audience)] and _can_claim(room, audience)
        clock = room.state.clock
        heartbeat = Heartbeat(
            version=room.version,
            here=present,
            away=(away[0], away[1]),
            claim=claim,
            now=None if clock is None or clock.runs is None else to_milliseconds(now),
        )
        return heartbeat.model_dump_json()

    def list_present(self, room: Room) -> tuple[bool, bool]:
        """Return for each seat whether its player is present."""
        return _is_present(room, 0), _is_present(room, 1)

    def find_lease_id(self, game_id: int, user_id: int) -> int | None:
        """Return the key of the row of a user's seat."""
        return get_player_id(game_id, user_id)

    def is_waiting(self, state: MatchState) -> bool:
        """Return whether the game is an open invitation in the lobby."""
        return state.status == Status.WAITING and state.options.listed

    def get_lease_rows(self) -> presence.Rows:
        """Return the query of all seats."""
        return Player.objects.all()

    def list_stays(self, game_ids: Iterable[int]) -> dict[int, dict[int, PresenceSpan]]:
        """Return the stays of these games, by game and seat."""
        stays: dict[int, dict[int, PresenceSpan]] = defaultdict(dict)
        for (game_id, seat), stay in presence.list_stays(game_ids).items():
            stays[game_id][seat] = stay
        return stays


def _is_present(room: Room, seat: Seat) -> bool:
    """Return whether a player has a live connection to this process or a lease of another one. True for a bot."""
    if room.state.opponent(seat):
        return True
    own = (connection for connection in room.seated if room.state.seat_of(connection.user_id) == seat)
    return any(connection.is_alive for connection in own) or room.get_stay(seat).is_present(database_clock.now())


def _can_claim(room: Room, seat: Seat) -> bool:
    """Return whether a player may claim the win because the opponent has left."""
    match: MatchState = room.state
    if match.daily or match.awaited != get_other_seat(seat):
        return False
    return presence.can_claim(
        room.get_stay(seat), room.get_stay(get_other_seat(seat)), match.awaited_since, database_clock.now()
    )


match_presenter = MatchPresenter()
