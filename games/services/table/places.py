"""Who is what at a physical table: the entry that places a device, and what a place allows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.utils import timezone

from games.models import Device, Game, JoinToken, User
from games.people.devices import digest
from games.rules.errors import Refusal
from games.stories.seating import Place, Role
from games.stories.sheet import BOTH, NOBODY, Seats
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import TableKind

HOST_AWAY = timedelta(minutes=2)
"""How long the host's device must be gone before a player's may act for it."""


class Choice(StrEnum):
    """What a device is at a table."""

    FIRST = "0"
    SECOND = "1"
    BOTH = "both"
    DISPLAY = "display"
    WATCHER = "watcher"

    @property
    def seats(self) -> Seats:
        return _SEATS.get(self, NOBODY)

    @property
    def role(self) -> Role:
        return Role.PLAYER if self.seats else Role(self.value)


_SEATS: dict[Choice, Seats] = {Choice.FIRST: frozenset({0}), Choice.SECOND: frozenset({1}), Choice.BOTH: BOTH}


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser: the secret of its cookie, and its account where it has one."""

    secret: str
    user: User | None = None

    @property
    def muted(self) -> bool:
        """Whether what this person writes reaches nobody for now."""
        return self.user is not None and self.user.muted


def device_at(game: Game, visitor: Visitor) -> Device:
    """The row of a visitor's browser at a table, made when it comes for the first time."""
    device, _ = Device.objects.get_or_create(game=game, digest=digest(visitor.secret), defaults={"user": visitor.user})
    if visitor.user is not None and device.user_id != visitor.user.pk:
        device.user = visitor.user
        device.save(update_fields=["user"])
    return device


def seating(
    table: Table, device: Device, choice: Choice, name: str, kept: int | None, by: Device | None = None
) -> list[Fact]:
    """A device takes its place; a name that it gives goes to the one seat it takes.

    ``kept`` is the account that has the seat so far: it stays when the same person comes back on a phone that is
    not signed in, and goes when somebody else sits down under another name.
    """
    renamed = name and len(choice.seats) == 1 and name not in (table.names[seat] for seat in choice.seats)
    user = device.user_id or (None if renamed else kept)
    return [placed(device, Place(choice.seats, choice.role, name, user), by)]


def placed(device: Device, place: Place, by: Device | None = None) -> Fact:
    """The entry that puts a device in its place; ``by`` is the device that did it, where that is another."""
    data = {
        "device": device.pk,
        "seats": sorted(place.seats),
        "role": place.role.value,
        "name": place.name,
        "user": place.user,
        "by": by and by.pk,
    }
    return Fact(TableKind.PLACED, data=data, actor_id=by.user_id if by else device.user_id)


def held_by_others(table: Table, device_id: int) -> Seats:
    """The seats of everybody but this device."""
    return frozenset(seat for pk, one in table.seating.places.items() if pk != device_id for seat in one.seats)


def stands(table: Table, device: Device, choice: Choice) -> bool:
    """Whether the device has this very place already, under the account it is signed in to."""
    one = table.seating.places.get(device.pk)
    if one is None or (one.seats, one.role) != (choice.seats, choice.role):
        return False
    return device.user_id in (None, one.user)


def is_host(table: Table, device: Device) -> bool:
    """Whether the device hosts; any player's does while the host's own has been away for two minutes."""
    if table.seating.host == device.pk:
        return device.pk not in table.seating.gone
    if not table.seats_of(device.pk):
        return False
    host = Device.objects.filter(pk=table.seating.host or 0).select_related("process").first()
    return host is None or timezone.now() - (host.last_seen or host.made_at) > HOST_AWAY


def is_seated(table: Table, device: Device) -> bool:
    """Whether the device holds a seat or hosts, and so may speak for the table."""
    return bool(table.seats_of(device.pk)) or (table.seating.host == device.pk and device.pk not in table.seating.gone)


def require_host(table: Table, device: Device) -> None:
    if not is_host(table, device):
        raise Refusal("not_host")


def require_seated(table: Table, device: Device) -> None:
    if not is_seated(table, device):
        raise Refusal("not_at_table")


def require_running(table: Table) -> None:
    if table.over:
        raise Refusal("game_over")


def require_alive(table: Table) -> None:
    """A finished game still has a result to accept, so a phone that dies then can be replaced too."""
    if table.end.called_off:
        raise Refusal("game_over")


def check_open(table: Table, token: JoinToken) -> None:
    """Refused with ``wrong_code``, as a code that never was, when the table is over, or locked against the many.

    A code that works once was made by somebody at the table for one device, so neither stops it.
    """
    for_all = token.purpose == JoinToken.Purpose.TABLE
    if table.end.called_off or (for_all and (table.over or table.seating.locked)):
        raise Refusal("wrong_code")
