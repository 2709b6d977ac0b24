"""Admission of WebSockets to an online game: authentication, the right to watch, and the state of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.eventlog import event_store
from games.messaging import presence
from games.messaging.presence import PresenceSpan
from games.models import Player, User
from games.queries import relations
from games.realtime.authentication import SocketUser, authenticate_session, authenticate_token
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.accounts import suspensions
from games.services.matches import clocks
from games.state.game_state import Status
from games.state.match_state import MatchState


@dataclass(frozen=True, slots=True)
class MatchAdmission:
    """Admitted socket. ``player_id`` is the row of its seat, None for a watcher."""

    match: MatchState
    player_id: int | None
    stays: dict[Seat, PresenceSpan]
    user: SocketUser

    @property
    def is_read_only(self) -> bool:
        """Return whether the socket is of a program that may not play its seat, and so does not count as presence."""
        token, seat = self.user.token, self.match.seat_of(self.user.user_id)
        return token is not None and not (token.plays and (seat is None or self.match.programs[seat]))


def admit_to_match(code: str, cookies: Mapping[str, str], secret: str | None = None) -> MatchAdmission:
    """Admit a browser by its cookies, or a program by only the ``secret`` of its token.

    Refuses with ``no_such_game``, ``may_not_watch``, ``suspended``, ``account_closed`` or ``bad_token``. The code of a
    private invitation must reveal nothing, so it is refused with ``no_such_game`` too. A game whose time has run out is
    ended here; presence is stored with the next heartbeat.
    """
    user = authenticate_session(cookies) if secret is None else authenticate_token(secret)
    suspensions.require_usable(user.user)
    places = presence.list_places(code)
    if not places:
        raise Refusal("no_such_game")
    match = clocks.end_if_expired(event_store.get_state(MatchState, places[0].game))
    require_can_view(match, user.user_id)
    require_not_blocked(match, user.user)
    player_id = next((place.pk for place in places if place.user_id == user.user_id), None)
    return MatchAdmission(match, player_id, {place.seat: place.stay for place in places}, user)


def require_can_view(match: MatchState, user_id: int | None) -> None:
    """Refuse a user who may not see the game with ``may_not_watch``, or with ``no_such_game`` if it is hidden."""
    if match.is_hidden_from(user_id):
        raise Refusal("no_such_game")
    if not match.open_to(user_id):
        raise Refusal("may_not_watch")


def require_not_blocked(match: MatchState, user: User | None) -> None:
    """Refuse with ``no_such_game`` if the game is an invitation of a host who has blocked the user."""
    host = match.occupants[0]
    if match.status == Status.WAITING and user is not None and host is not None and host.user_id != user.pk:
        blocker = User.objects.filter(pk=host.user_id).first()
        if blocker is not None and relations.has_blocked(blocker, user):
            raise Refusal("no_such_game")


def get_player_id(game_id: int, user_id: int) -> int | None:
    """Return the key of the row of a user's seat; None without a seat."""
    return Player.objects.filter(game_id=game_id, user_id=user_id).values_list("pk", flat=True).first()
