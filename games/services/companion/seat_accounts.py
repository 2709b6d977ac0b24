"""Accounts of the seats of a table, kept in line with the log and with log-ins.

This makes a physical game part of its players' histories, even if a player logs in on the phone afterwards.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from games.accounts.device_cookie import get_secret, hash_secret
from games.eventlog import event_store
from games.eventlog.database_clock import database_clock
from games.models import Device, Game, Player, User
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.companion.deal_seats import require_new_to_deal
from games.services.companion.places import build_placed
from games.state.game_state import Event, Status
from games.state.table_state import TableState


def append_and_sync(game: Game, decide: Callable[[TableState], Sequence[Event]]) -> TableState:
    """Append the events of ``decide`` to a table's log, and bring the accounts of the seats in line with it.

    Refusals must come from the newest state, not from the cache of this process: before a transaction that includes
    this call, call ``event_store.load_state``. Raise ``Refusal`` as ``require_new_to_deal`` does.
    """

    def decide_for_people(table: TableState) -> Sequence[Event]:
        events = decide(table)
        require_new_to_deal(game, events)
        return events

    if not transaction.get_connection().in_atomic_block:
        event_store.load_state(game.pk)
    with transaction.atomic():
        table = event_store.append(TableState, game.pk, decide_for_people)
        sync_seat_accounts(game, table)
    return table


def sync_seat_accounts(game: Game, table: TableState) -> None:
    """Bring the accounts of the game's seats in line with the log, in the transaction that changed the log.

    An account has at most one seat of a game. If one phone serves both players, its account keeps the seat that it had
    before, or else gets the first one.
    """
    current = {player.seat: player.user_id for player in game.players.all()}
    wanted = _assign_one_seat_each(_list_signed_in(table), current)
    users = User.objects.in_bulk(wanted.values())
    wanted = {seat: user for seat, user in wanted.items() if user in users}
    if wanted == current:
        return
    over_at = database_clock.now() if table.over else None
    # Delete first: two accounts may have swapped seats.
    game.players.all().delete()
    Player.objects.bulk_create(
        Player(game=game, seat=seat, user_id=user, name=table.names[seat][:20], over_at=over_at)
        for seat, user in wanted.items()
    )


def sync_seats(game: Game, table: TableState) -> None:
    """Bring the accounts and the names of the game's seats in line with the log."""
    sync_seat_accounts(game, table)
    for seat, name in enumerate(table.names):
        Player.objects.filter(game=game, seat=seat).exclude(name=name[:20]).update(name=name[:20])


def get_seat_account(game: Game, seats: frozenset[Seat]) -> int | None:
    """Return the key of the account that has this one seat, or None. With no seat or both seats it is None too."""
    if len(seats) != 1:
        return None
    return game.players.filter(seat__in=seats).values_list("user_id", flat=True).first()


def _list_signed_in(table: TableState) -> dict[Seat, int]:
    places = table.seating.places.values()
    return {seat: place.user for place in places for seat in place.seats if place.user is not None}


def _assign_one_seat_each(users: Mapping[Seat, int], current: Mapping[Seat, int]) -> dict[Seat, int]:
    wanted: dict[Seat, int] = {}
    for seat in sorted(users, key=lambda seat: (current.get(seat) != users[seat], seat)):
        if users[seat] not in wanted.values():
            wanted[seat] = users[seat]
    return wanted


# Log-ins on a device at a table.

CLAIM_WINDOW = timedelta(days=1)
"""Time after its end during which a game still goes to an account that logs in on its device."""

logger = logging.getLogger(__name__)


def connect_signals() -> None:
    """Connect the receiver that gives the seats of a browser to the account that logs in on it."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.companion.seat_accounts")


def assign_seats(secret: str, user: User) -> None:
    """Give the seats of a browser to ``user``, unless another account has them."""
    running = Q(game__status__in=[Status.WAITING, Status.PLAYING])
    recent = Q(game__changed_at__gt=timezone.now() - CLAIM_WINDOW)
    free = Q(user=None) | Q(user__is_guest=True)
    for device in (
        Device.objects.filter(running | recent, free, digest=hash_secret(secret))
        .exclude(user=user)
        .select_related("game")
    ):
        _assign_device(device, user)


def _assign_device(device: Device, user: User) -> None:
    before = device.user_id

    def decide(table: TableState) -> Sequence[Event]:
        place = table.seating.places.get(device.pk)
        if place is None or place.user not in (None, before):
            return ()
        return [build_placed(device, replace(place, user=user.pk))]

    event_store.load_state(device.game_id)
    with transaction.atomic():
        device.user = user
        device.save(update_fields=["user"])
        append_and_sync(device.game, decide)


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    secret = get_secret(request.COOKIES) if request is not None else None
    if secret is None:
        return
    try:
        assign_seats(secret, user)
    except Refusal as refusal:
        # Do not fail the log-in because of it; the next log-in tries again.
        logger.warning("a seat was not given to the account that signed in on it: %s", refusal.code)
