"""Handovers of a seat from one device to another: the ground, the request, and the answer to it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.accounts.device_cookie import hash_secret
from games.eventlog import event_store
from games.models import MUTED_NAME, Device, Game, JoinToken
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.companion import join_tokens
from games.services.companion.places import (
    AWAY_TEXT,
    BrowserVisitor,
    PlaceChoice,
    build_placed,
    build_placement,
    get_or_create_device,
    is_away,
    require_not_called_off,
    require_open,
    require_seated,
)
from games.services.companion.seat_accounts import append_and_sync, get_seat_account
from games.state.game_state import Event
from games.state.seating import Claim, DevicePlace, DeviceRole, HandoverGround, SeatRequest
from games.state.table_events import TableEventKind
from games.state.table_state import TableState

MAX_REQUESTS = 5
"""Maximum number of requests that wait for an answer at a table."""


def find_ground(
    table: TableState, seat: Seat, device: Device, by: int | None, owner: int | None
) -> HandoverGround | None:
    """Return the ground on which a device can have a seat at once, or None if the holder of the seat must agree first.

    ``by`` is the key of the device that grants the seat, by a code that it made or by its answer; if it holds the seat,
    the holder has agreed. ``owner`` is the key of the account that has the seat; its own phones need not ask each
    other. A stranger gets a held seat only if all its holders are away.
    """
    holders = [holder for holder in table.seating.holders(seat) if holder != device.pk]
    if table.seating.claim(seat, device.pk, device.user_id):
        return HandoverGround.RETURNED
    if not holders:
        return HandoverGround.FREE
    if by in holders or (owner is not None and owner == device.user_id and _are_signed_in(holders, owner)):
        return HandoverGround.AGREED
    return HandoverGround.AWAY if all(is_away(table, holder) for holder in holders) else None


def hand_over(
    table: TableState,
    device: Device,
    seat: Seat,
    name: str,
    owner: int | None,
    ground: HandoverGround,
    by: Device | None = None,
) -> Sequence[Event]:
    """Return the events that give a device the seat on a ``ground`` from ``find_ground``.

    ``owner`` is the account that has the seat so far. A seat that returns to its claimant returns to the claimant's
    account as well.
    """
    claim = table.seating.claim(seat, device.pk, device.user_id)
    if ground is HandoverGround.RETURNED and claim is not None:
        return [_build_return(device, seat, claim, by)]
    return build_placement(
        table, device, PlaceChoice(str(seat)), name, owner, by, None if ground is HandoverGround.FREE else ground
    )


def build_request(table: TableState, device: Device, seat: Seat, name: str) -> Sequence[Event]:
    """Build the event by which a device requests a seat, or no event if the same request is open already.

    Raise ``Refusal`` with ``too_many_asking``.
    """
    current = table.seating.requests.get(device.pk)
    if current == SeatRequest(seat, name):
        return ()
    if current is None and len(table.seating.requests) >= MAX_REQUESTS:
        raise Refusal("too_many_asking")
    data = {"device": device.pk, "seat": seat, "name": name}
    return [Event(TableEventKind.ASKED_IN, data=data, actor_id=device.user_id)]


def build_seat_in_use_refusal(table: TableState, seat: Seat) -> Refusal:
    """Build the refusal of a seat that another device holds."""
    return Refusal("seat_in_use", name=table.names[seat], time=AWAY_TEXT)


def _build_return(device: Device, seat: Seat, claim: Claim, by: Device | None) -> Event:
    place = DevicePlace(frozenset({seat}), DeviceRole.PLAYER, "", device.user_id or claim.user)
    return build_placed(device, place, by, ground=HandoverGround.RETURNED, claimant=claim.device)


def _are_signed_in(devices: Sequence[int], user: int) -> bool:
    return Device.objects.filter(pk__in=devices, user=user).count() == len(devices)


# Requests.


def request_seat(visitor: BrowserVisitor, game: Game, seat: Seat, name: str, token: str = "") -> TableState:
    """Request a seat that another device holds: "I am Ana".

    A phone that is logged in to the account of the seat gets it at once, and so does one that lost the seat while it
    was away. A browser that is new to the table, or that was removed from it, must show the code of the table as
    ``token``.

    Raise ``Refusal`` with ``wrong_code``, with ``not_at_table`` if the code is missing, with ``too_many_asking`` or
    with ``game_over``.
    """
    event_store.load_state(game.pk)
    name = MUTED_NAME if visitor.is_muted else name
    with transaction.atomic():
        table_token = _find_table_token(game, token)
        device = get_or_create_device(game, visitor) if table_token else _get_known_device(game, visitor)
        owner = get_seat_account(game, frozenset({seat}))

        def decide(table: TableState) -> Sequence[Event]:
            is_owner = owner is not None and owner == device.user_id
            has_claim = table.seating.claim(seat, device.pk, device.user_id) is not None
            _require_may_request(table, device, table_token, is_owner or has_claim)
            if seat in table.seats_of(device.pk):
                return ()
            ground = find_ground(table, seat, device, None, owner)
            if ground in (HandoverGround.AGREED, HandoverGround.RETURNED):
                return hand_over(table, device, seat, "", owner, ground)
            return build_request(table, device, seat, name)

        return append_and_sync(game, decide)


def answer_request(game: Game, by: Device, device_id: int, accept: bool) -> TableState:
    """Accept or decline a device's request for a seat.

    Any seated device may decline. If the device that holds the seat accepts, it loses the seat. Other devices may
    accept only while the holder is away; otherwise raise ``build_seat_in_use_refusal``. Answering a second time is
    harmless. Raise ``Refusal`` with ``not_at_table``, ``no_request`` or ``game_over``.
    """

    def decide(table: TableState) -> Sequence[Event]:
        require_seated(table, by)
        require_not_called_off(table)
        request = table.seating.requests.get(device_id)
        if request is None:
            return _check_answered(table, device_id, accept)
        if not accept:
            return [Event(TableEventKind.TURNED_AWAY, data={"device": device_id, "by": by.pk}, actor_id=by.user_id)]
        ground = find_ground(table, request.seat, device, by.pk, owners[request.seat])
        if ground is None:
            raise build_seat_in_use_refusal(table, request.seat)
        return hand_over(table, device, request.seat, request.name, owners[request.seat], ground, by)

    row = Device.objects.filter(game=game, pk=device_id).first()
    if row is None:
        raise Refusal("no_request")
    device = row
    owners = {seat: get_seat_account(game, frozenset({seat})) for seat in (0, 1)}
    return append_and_sync(game, decide)


def _find_table_token(game: Game, token: str) -> JoinToken | None:
    """Return the table's token, or None if no code was shown.

    Raise ``Refusal`` with ``wrong_code`` for the token of another table or another purpose.
    """
    if not token:
        return None
    join_token = join_tokens.find_token(token)
    if join_token.game_id != game.pk or join_token.purpose != JoinToken.Purpose.TABLE:
        raise Refusal("wrong_code")
    return join_token


def _get_known_device(game: Game, visitor: BrowserVisitor) -> Device:
    """Return the device of a browser that has been here before, or is logged in to the account of a seat.

    Raise ``Refusal`` with ``not_at_table`` for other browsers.
    """
    if visitor.user is not None and game.players.filter(user=visitor.user).exists():
        return get_or_create_device(game, visitor)
    device = Device.objects.filter(game=game, digest=hash_secret(visitor.secret)).first()
    if device is None:
        raise Refusal("not_at_table")
    return device


def _require_may_request(table: TableState, device: Device, table_token: JoinToken | None, owns_seat: bool) -> None:
    """Raise ``Refusal`` with ``not_at_table`` for a removed device that shows no code, unless ``owns_seat``.

    ``owns_seat`` says that the seat belongs to the device's account, or was taken from the device while it was away.
    """
    if table_token is not None:
        require_open(table, table_token)
    require_not_called_off(table)
    departure = table.seating.gone.get(device.pk)
    if table_token is None and not owns_seat and departure is not None and departure.sent_away:
        raise Refusal("not_at_table")


def _check_answered(table: TableState, device_id: int, accept: bool) -> Sequence[Event]:
    """Return no events if another device has just given the same answer. Raise ``Refusal`` with ``no_request``."""
    if accept == (device_id in table.seating.places):
        return ()
    raise Refusal("no_request")
