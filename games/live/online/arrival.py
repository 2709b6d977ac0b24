"""A socket comes in: who it is, whether it may look, and what is there to see."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, Player
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.people import barring
from games.store import log, presence
from games.store.presence import Stay
from games.stories.online import Match


@dataclass(frozen=True, slots=True)
class Arrival:
    """A socket let in; ``player_id`` is None for a watcher."""

    match: Match
    player_id: int | None
    stays: dict[Seat, Stay]


def arrive(code: str, user_id: int | None) -> Arrival:
    """Let somebody in at a game's address. Only reads: that a player is here is stored with the next presence.

    Refused with ``no_such_game``, for a private invitation too, so that its code tells nothing, and
    with ``may_not_watch``, ``suspended`` and ``account_closed``.
    """
    barring.require_open(user_id)
    game_id = Game.objects.filter(code=code.upper()).values_list("pk", flat=True).first()
    if game_id is None:
        raise Refusal("no_such_game")
    match = log.load_as(Match, game_id)
    require_look(match, user_id)
    player_id = None if user_id is None else player_of(game_id, user_id)
    stays = {seat: stay for (_, seat), stay in presence.stays([game_id]).items()}
    return Arrival(match, player_id, stays)


def require_look(match: Match, user_id: int | None) -> None:
    """Refused with ``may_not_watch``, or with ``no_such_game`` where even that would tell something."""
    if match.unknown_to(user_id):
        raise Refusal("no_such_game")
    if not match.open_to(user_id):
        raise Refusal("may_not_watch")


def player_of(game_id: int, user_id: int) -> int | None:
    """The row of the seat that somebody holds."""
    return Player.objects.filter(game_id=game_id, user_id=user_id).values_list("pk", flat=True).first()
