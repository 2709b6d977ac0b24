"""Places of devices at a table, and the rights that they give."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from games.accounts.device_cookie import hash_secret
from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.models import Device, Entry, Game, JoinToken, User
from games.rules.errors import Refusal
from games.state.game_state import Event
from games.state.seating import DevicePlace, DeviceRole, HandoverGround
from games.state.sheet import BOTH_SEATS, NO_SEATS, Seats
from games.state.table_events import TableEventKind
from games.state.table_state import TableState
from games.texts.formatting import lazy_duration

AWAY_AFTER = timedelta(minutes=2)
"""Time without a heartbeat after which a device is away. A player's device may then act as host in its place, or take
its seat without its consent."""
AWAY_TEXT = lazy_duration(AWAY_AFTER)
"""``AWAY_AFTER`` as text for sentences."""


def is_away(table: TableState, device_id: int) -> bool:
    """Return whether a device at the table has been away for ``AWAY_AFTER``.

    The time starts anew when the device gets a place, since its page is still to come, and when the site comes up after
    an outage.
    """
    device = Device.objects.filter(pk=device_id).select_related("process").first()
    if device is None:
        return True
    placed = Entry.objects.filter(game_id=table.game_id, kind=TableEventKind.PLACED, data__device=device_id)
    placed_at = placed.order_by("-number").values_list("created_at", flat=True).first()
    moments = [device.last_seen, device.made_at, placed_at, presence.uptime.since]
    return database_clock.now() - max(moment for moment in moments if moment is not None) >= AWAY_AFTER


class PlaceChoice(StrEnum):
    """Places that a device may choose at a table."""

    FIRST = "0"
    SECOND = "1"
    BOTH = "both"
    DISPLAY = "display"
    WATCHER = "watcher"

    @property
    def seats(self) -> Seats:
        """Return the seats of the place."""
        return _SEATS.get(self, NO_SEATS)

    @property
    def role(self) -> DeviceRole:
        """Return the role of a device in the place."""
        return DeviceRole.PLAYER if self.seats else DeviceRole(self.value)


_SEATS: dict[PlaceChoice, Seats] = {
    PlaceChoice.FIRST: frozenset({0}),
    PlaceChoice.SECOND: frozenset({1}),
    PlaceChoice.BOTH: BOTH_SEATS,
}


@dataclass(frozen=True, slots=True)
class BrowserVisitor:
    """A browser: the secret of its cookie, and its user if there is one."""

    secret: str
    user: User | None = None

    @property
    def is_muted(self) -> bool:
        """Return whether the user is muted now."""
        return self.user is not None and self.user.muted


def get_or_create_device(game: Game, visitor: BrowserVisitor) -> Device:
    """Return the device of a visitor's browser at a table, and create it on the first visit."""
    device, _ = Device.objects.get_or_create(
        game=game, digest=hash_secret(visitor.secret), defaults={"user": visitor.user}
    )
    if visitor.user is not None and device.user_id != visitor.user.pk:
        device.user = visitor.user
        device.save(update_fields=["user"])
    return device


def build_placement(
    table: TableState,
    device: Device,
    choice: PlaceChoice,
    name: str,
    owner: int | None,
    by: Device | None = None,
    ground: HandoverGround | None = None,
) -> list[Event]:
    """Build the event by which a device takes a place. A ``name`` renames the seat, if it takes exactly one.

    ``owner`` is the account that has the seat so far. It stays if the same person comes back on a phone that is not
    logged in, and goes if another person sits down under another name.
    """
    renamed = name and len(choice.seats) == 1 and name not in (table.names[seat] for seat in choice.seats)
    user = device.user_id or (None if renamed else owner)
    return [build_placed(device, DevicePlace(choice.seats, choice.role, name, user), by, ground=ground)]


def build_placed(device: Device, place: DevicePlace, by: Device | None = None, **more: object) -> Event:
    """Build the event that puts a device in its place. ``by`` is the device that does so, if it is another.

    ``more`` can have the ``ground`` on which the device gets the seat of another device, and the ``claimant`` to whom
    the seat returns.
    """
    data = {
        "device": device.pk,
        "seats": sorted(place.seats),
        "role": place.role.value,
        "name": place.name,
        "user": place.user,
        "by": by and by.pk,
        **{key: value for key, value in more.items() if value is not None},
    }
    return Event(TableEventKind.PLACED, data=data, actor_id=by.user_id if by else device.user_id)


def list_other_seats(table: TableState, device_id: int) -> Seats:
    """Return the seats that all other devices hold."""
    return frozenset(seat for pk, place in table.seating.places.items() if pk != device_id for seat in place.seats)


def has_place(table: TableState, device: Device, choice: PlaceChoice) -> bool:
    """Return whether the device has exactly this place already, under the account that is logged in on it."""
    place = table.seating.places.get(device.pk)
    if place is None or (place.seats, place.role) != (choice.seats, choice.role):
        return False
    return device.user_id in (None, place.user)


def is_host(table: TableState, device: Device) -> bool:
    """Return whether the device may act as host. A player's device may do so while the host's own is away."""
    if table.seating.is_host(device.pk):
        return True
    host = table.seating.host
    return bool(table.seats_of(device.pk)) and host is not None and is_away(table, host)


def is_seated(table: TableState, device: Device) -> bool:
    """Return whether the device holds a seat or hosts, so that it may act for the table."""
    return bool(table.seats_of(device.pk)) or (table.seating.host == device.pk and device.pk not in table.seating.gone)


def require_host(table: TableState, device: Device) -> None:
    """Raise ``Refusal`` with ``not_host`` unless the device may act as host."""
    if not is_host(table, device):
        raise Refusal("not_host")


def require_seated(table: TableState, device: Device) -> None:
    """Raise ``Refusal`` with ``not_at_table`` unless the device is seated."""
    if not is_seated(table, device):
        raise Refusal("not_at_table")


def require_running(table: TableState) -> None:
    """Raise ``Refusal`` with ``game_over`` if the game is over."""
    if table.over:
        raise Refusal("game_over")


def require_not_called_off(table: TableState) -> None:
    """Raise ``Refusal`` with ``game_over`` only if the game was cancelled.

    A finished game still has a result to accept, so a phone that dies then can still be replaced.
    """
    if table.called_off:
        raise Refusal("game_over")


def require_open(table: TableState, token: JoinToken) -> None:
    """Raise ``Refusal`` with ``wrong_code``, as for an unknown code, if the token does not open the table any longer.

    A cancelled table takes no code. A table that is over or locked does not take the shared code, but still takes a
    single-use code, which was made there for one device.
    """
    is_shared = token.purpose == JoinToken.Purpose.TABLE
    if table.called_off or (is_shared and (table.over or table.seating.locked)):
        raise Refusal("wrong_code")
