"""Tables for games with a printed deck: their creation, codes, devices and lock.

The commands that log a game are executed in ``games.services.companion.play``.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from django.db import transaction

from games.eventlog import event_store
from games.models import MUTED_NAME, Device, Game, JoinToken, SharedDeal
from games.rules.errors import Refusal
from games.rules.rulings import TABLE_RULINGS, Rulings
from games.rules.state import Seat
from games.services.companion import command_handlers, join_tokens
from games.services.companion.deal_seats import require_new_to_deal
from games.services.companion.handovers import build_request, find_ground, hand_over
from games.services.companion.places import (
    AWAY_TEXT,
    BrowserVisitor,
    PlaceChoice,
    build_placed,
    build_placement,
    get_or_create_device,
    has_place,
    is_away,
    is_host,
    list_other_seats,
    require_host,
    require_not_called_off,
    require_open,
    require_running,
    require_seated,
)
from games.services.companion.seat_accounts import append_and_sync, get_seat_account, sync_seat_accounts
from games.services.matches.lobby import generate_code
from games.state.game_state import Event, Mode
from games.state.seating import DevicePlace, HandoverGround
from games.state.table_events import TableEventKind
from games.state.table_state import TableState

MAX_DEVICES = 20
"""Maximum number of devices at a table, displays and spectators included."""


def create_table(
    visitor: BrowserVisitor,
    names: tuple[str, str],
    depth: str,
    choice: PlaceChoice,
    watch: bool = True,
    rulings: Rulings = TABLE_RULINGS,
    best_of: int = 0,
    deal: SharedDeal | None = None,
    setup: bool = False,
    leader: Seat | None = None,
) -> Game:
    """Create a table, its code, and the device of the host in the place that it chose.

    A muted visitor's names are replaced. ``leader`` leads first, and seat 0 in a shared ``deal``; otherwise, if the
    ``rulings`` leave the first lead to chance, it is drawn now. ``setup`` says that the players set up the cards of the
    deal with their phones. Raise ``Refusal`` as ``require_new_to_deal`` does.
    """
    if visitor.is_muted:
        names = (f"{MUTED_NAME} 1", f"{MUTED_NAME} 2")
    with transaction.atomic():
        columns = {"watch": watch, "best_of": best_of, "shared_deal": deal, **asdict(rulings)}
        game = Game.objects.create(code=generate_code(), mode=Mode.TABLE, listed=False, **columns)
        device = get_or_create_device(game, visitor)
        join_tokens.create_token(game, JoinToken.Purpose.TABLE)
        options = {"names": list(names), "depth": depth, "watch": watch, "rulings": asdict(rulings), "best_of": best_of}
        flags = {"shared": True, "setup": secrets.token_hex(32) if setup else ""} if deal else {}
        data = {**options, **flags, "host": device.pk, "device": device.pk}
        opened = Event(TableEventKind.OPENED, data=data, actor_id=device.user_id)
        placed = build_placed(device, DevicePlace(choice.seats, choice.role, "", device.user_id))
        require_new_to_deal(game, [placed])
        fixed = 0 if deal else leader
        drawn = command_handlers.draw_first_leader(rulings, device.pk)
        leads = drawn if fixed is None else [command_handlers.build_first_leader(fixed, device.pk)]
        state = event_store.append_first(game, [opened, placed, *leads])
        sync_seat_accounts(game, cast("TableState", state))
    return game


def take_place(visitor: BrowserVisitor, token: JoinToken, choice: PlaceChoice, name: str = "") -> TableState:
    """Take the place that ``token`` leads to. Taking the same place again is harmless.

    ``name`` renames the seat, if exactly one is taken. If another device holds the seat, did not make the code and is
    not away, the seat is only requested, and that device must agree.

    Raise ``Refusal`` with ``wrong_code`` if the token no longer works, with ``bad_choice`` if it leads to another
    place, and with ``table_full``, ``seat_taken``, ``crowded`` or ``too_many_asking``. After a refusal nothing is
    stored.
    """
    game = token.game
    event_store.load_state(game.pk)
    with transaction.atomic():
        device = get_or_create_device(game, visitor)
        join_tokens.consume_token(token)
        owner = get_seat_account(game, choice.seats)

        def decide(table: TableState) -> Sequence[Event]:
            require_open(table, token)
            _require_choice(table, token, choice, device)
            if has_place(table, device, choice):
                return ()
            new_name = "" if visitor.is_muted else name
            if len(choice.seats) != 1:
                return build_placement(table, device, choice, new_name, owner)
            (seat,) = choice.seats
            ground = find_ground(table, seat, device, token.made_by_id, owner)
            if ground is None:
                return build_request(table, device, seat, MUTED_NAME if visitor.is_muted else name or table.names[seat])
            return hand_over(table, device, seat, new_name, owner, ground)

        return append_and_sync(game, decide)


def move_device(game: Game, by: Device, device_id: int, choice: PlaceChoice) -> TableState:
    """Move a device to another place. The host may move any device, other devices only themselves.

    Raise ``Refusal`` with ``not_host``, ``no_such_device``, ``seat_taken``, ``seat_in_use`` or ``game_over``.
    """

    def decide(table: TableState) -> Sequence[Event]:
        if by.pk != device_id or by.pk not in table.seating.places:
            require_host(table, by)
        require_running(table)
        if device_id not in table.seating.places:
            raise Refusal("no_such_device")
        if by.pk != device_id:
            _require_not_host(table, device_id)
            lost_seats = table.seats_of(device_id) - choice.seats
            if lost_seats and table.begun:
                raise Refusal("seat_in_use", "seat_kept", name=table.names[min(lost_seats)])
        if choice.seats & list_other_seats(table, device_id):
            raise Refusal("seat_taken")
        if has_place(table, device, choice):
            return ()
        return [build_placed(device, DevicePlace(choice.seats, choice.role, "", device.user_id), by)]

    device = _get_device(game, device_id)
    return append_and_sync(game, decide)


def remove_device(game: Game, by: Device, device_id: int) -> TableState:
    """Remove a device from the table as the host, and renew the code that the device knows.

    In a game that has begun, a device with a seat must be away, and can take the seat back later. Otherwise a host
    could free a seat, take it, and see its blind cards. Raise ``Refusal`` with ``not_host``, with ``no_such_device``,
    also for the acting device itself, and with ``seat_in_use``.
    """

    def decide(table: TableState) -> Sequence[Event]:
        require_host(table, by)
        if device_id == by.pk or (device_id not in table.seating.places and device_id not in table.seating.requests):
            raise Refusal("no_such_device")
        _require_not_host(table, device_id)
        data: dict[str, object] = {"device": device_id, "by": by.pk}
        seats = table.seats_of(device_id)
        if seats and table.begun:
            if not is_away(table, device_id):
                raise Refusal("seat_in_use", "seat_not_away", name=table.names[min(seats)], time=AWAY_TEXT)
            data["ground"] = HandoverGround.AWAY
        return [Event(TableEventKind.REMOVED, data=data, actor_id=by.user_id)]

    event_store.load_state(game.pk)
    with transaction.atomic():
        join_tokens.renew_table_token(game)
        return append_and_sync(game, decide)


def set_locked(game: Game, by: Device, locked: bool) -> TableState:
    """Lock the table for newcomers, or unlock it. Raise ``Refusal`` with ``not_host`` or ``game_over``."""

    def decide(table: TableState) -> Sequence[Event]:
        require_host(table, by)
        require_running(table)
        return [] if table.seating.locked == locked else [_build_locked(by, locked)]

    return append_and_sync(game, decide)


def renew_table_code(game: Game, by: Device) -> JoinToken:
    """Replace all codes of the table by a new one. Raise ``Refusal`` with ``not_host`` or ``game_over``.

    The log gets an event of it, so that displays with the old code are updated.
    """

    def decide(table: TableState) -> Sequence[Event]:
        require_host(table, by)
        require_running(table)
        return [_build_locked(by, table.seating.locked, renewed=True)]

    event_store.load_state(game.pk)
    with transaction.atomic():
        append_and_sync(game, decide)
        return join_tokens.renew_table_token(game)


def create_seat_code(game: Game, by: Device, seat: Seat | None) -> JoinToken:
    """Create a code by which another device takes over ``seat``, or a display or spectator joins if it is None.

    Raise ``Refusal`` with ``not_at_table`` unless ``by`` is seated, with ``not_your_seat`` unless it holds the seat or
    acts as host, with ``bad_choice`` for a display at a table of a shared deal, and with ``game_over``.
    """
    table = event_store.load_state_of_kind(TableState, game.pk)
    require_seated(table, by)
    require_not_called_off(table)
    if seat is None and table.shared:
        raise Refusal("bad_choice", "one_phone_each")
    if seat is not None and seat not in table.seats_of(by.pk) and not is_host(table, by):
        raise Refusal("not_your_seat", "not_your_seat_code", name=table.names[seat])
    return join_tokens.create_single_use_token(game, seat, by)


def _require_choice(table: TableState, token: JoinToken, choice: PlaceChoice, device: Device) -> None:
    if token.purpose == JoinToken.Purpose.TABLE:
        _require_free(table, choice, device)
    elif choice.seats != (frozenset() if token.seat is None else {token.seat}):
        raise Refusal("bad_choice")
    if device.pk not in table.seating.places and len(table.seating.places) >= MAX_DEVICES:
        raise Refusal("crowded")


def _require_free(table: TableState, choice: PlaceChoice, device: Device) -> None:
    taken = list_other_seats(table, device.pk)
    if choice.seats & taken:
        raise Refusal("table_full" if len(taken) == 2 else "seat_taken")


def _require_not_host(table: TableState, device_id: int) -> None:
    """Raise ``Refusal`` with ``not_host`` for the host's own device, which an acting host may not move or remove."""
    if device_id == table.seating.host:
        raise Refusal("not_host")


def _get_device(game: Game, device_id: int) -> Device:
    device = Device.objects.filter(game=game, pk=device_id).first()
    if device is None:
        raise Refusal("no_such_device")
    return device


def _build_locked(by: Device, locked: bool, renewed: bool = False) -> Event:
    data = {"locked": locked, "renewed": renewed, "device": by.pk}
    return Event(TableEventKind.LOCKED, data=data, actor_id=by.user_id)
