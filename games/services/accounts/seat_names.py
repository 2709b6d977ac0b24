"""Names of guests at their games, kept in line with the accounts that they sign up for."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts.signup import guest_signed_up
from games.eventlog import event_store
from games.models import Player, User
from games.rules.errors import Refusal
from games.services.seat_rows import sync_rows
from games.state.game_state import Event, GameState, Mode, Status
from games.state.match_state import MatchEventKind
from games.state.table_events import TableEventKind

RECENT = timedelta(days=1)
"""Time after the last entry of a finished game during which its page may still be open, and gets the new name."""

logger = logging.getLogger(__name__)


def connect_signals() -> None:
    """Connect the receiver that gives the seats of a guest the name of the new account."""
    guest_signed_up.connect(_signed_up, dispatch_uid="games.services.accounts.seat_names")


def rename_seats(user: User, old: str) -> None:
    """Log the name of a new account in the running and recent games that the person plays as the guest ``old``.

    A seat that has another name, given at a table or by a moderator, keeps it.
    """
    for player in _list_seats(user):
        try:
            _rename_seat(player, user, old)
        except Refusal as refusal:
            # Do not fail the sign-up because of it; this game keeps the old name.
            logger.warning("game %s kept the name of a guest who signed up: %s", player.game.code, refusal.code)


def _list_seats(user: User) -> QuerySet[Player]:
    running = Q(game__status__in=[Status.WAITING, Status.PLAYING])
    recent = Q(game__status=Status.FINISHED, game__changed_at__gt=timezone.now() - RECENT)
    return Player.objects.filter(running | recent, user=user).select_related("game")


def _rename_seat(player: Player, user: User, old: str) -> None:
    game, seat, name = player.game, player.seat, user.shown
    kind = MatchEventKind.NAMED if game.mode == Mode.ONLINE else TableEventKind.NAMED

    def decide(state: GameState) -> Sequence[Event]:
        # Not has_name(), which ignores the names that moderators give to seats of online games.
        if state.names[seat] != old:
            return ()
        return [Event(kind, seat, {"name": name, "guest": user.is_guest}, actor_id=user.pk)]

    # A cached state may lack entries of other processes, and one in which nothing is left to do is not checked.
    event_store.load_state(game.pk)
    with transaction.atomic():
        sync_rows(game, event_store.append_to_any(game, decide))


def _signed_up(sender: object, user: User, old: str, **kwargs: object) -> None:
    rename_seats(user, old)
