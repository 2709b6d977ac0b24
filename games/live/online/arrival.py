"""A socket comes in: who it is, whether it may look, and what is there to see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.live.strangers import Visitor, program, visitor
from games.models import Player, User
from games.people import ties
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.online import clocks
from games.services.people import barring
from games.store import log, presence
from games.store.presence import Stay
from games.stories.online import Match
from games.stories.status import Status


@dataclass(frozen=True, slots=True)
class Arrival:
    """A socket let in; ``player_id`` is None for a watcher."""

    match: Match
    player_id: int | None
    stays: dict[Seat, Stay]
    visitor: Visitor

    @property
    def looks(self) -> bool:
        """Whether it only looks, so that nobody is present by it: with a token that reads, or at a seat that its person
        took by hand."""
        token, seat = self.visitor.token, self.match.seat_of(self.visitor.user_id)
        return token is not None and not (token.plays and (seat is None or self.match.programs[seat]))


def arrive(code: str, cookies: Mapping[str, str], secret: str | None = None) -> Arrival:
    """Let somebody in at a game's address. That a player is here is stored with the next presence; written is only the
    end of a game whose time is out. Whoever brings the ``secret`` of a token is nobody else.

    Refused with ``no_such_game``, for a private invitation too, so that its code tells nothing, and
    with ``may_not_watch``, ``suspended``, ``account_closed`` and ``bad_token``.
    """
    who = visitor(cookies) if secret is None else program(secret)
    barring.require_usable(who.user)
    found = presence.stays_at(code)
    if not found:
        raise Refusal("no_such_game")
    match = clocks.look(log.known_as(Match, found[0].game))
    require_look(match, who.user_id)
    require_welcome(match, who.user)
    player_id = next((one.pk for one in found if one.user_id == who.user_id), None)
    return Arrival(match, player_id, {one.seat: one.stay for one in found}, who)


def require_look(match: Match, user_id: int | None) -> None:
    """Refused with ``may_not_watch``, or with ``no_such_game`` where even that would tell something."""
    if match.unknown_to(user_id):
        raise Refusal("no_such_game")
    if not match.open_to(user_id):
        raise Refusal("may_not_watch")


def require_welcome(match: Match, user: User | None) -> None:
    """Whom the host blocked finds no invitation, as of a private one: refused with ``no_such_game``."""
    host = match.sitters[0]
    if match.status == Status.WAITING and user is not None and host is not None and host.user_id != user.pk:
        blocker = User.objects.filter(pk=host.user_id).first()
        if blocker is not None and ties.blocks(blocker, user):
            raise Refusal("no_such_game")


def player_of(game_id: int, user_id: int) -> int | None:
    """The row of the seat that somebody holds."""
    return Player.objects.filter(game_id=game_id, user_id=user_id).values_list("pk", flat=True).first()
