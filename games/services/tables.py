"""Physical tables: opened, joined by a code, rearranged and locked. What people log is in ``companion``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import cast

from django.db import transaction
from django.utils import timezone

from games.devices import digest
from games.models import Device, Game, JoinToken, User
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services import log, tokens
from games.services.accounts import account_at, keep_accounts
from games.services.lobby import free_code
from games.story import Fact
from games.table import Table, TableKind

CROWD = 20
"""Devices a table takes, screens and spectators included."""
HOST_AWAY = timedelta(minutes=2)


class Choice(StrEnum):
    """What a device is at a table."""

    FIRST = "0"
    SECOND = "1"
    BOTH = "both"
    DISPLAY = "display"
    WATCHER = "watcher"

    @property
    def seats(self) -> frozenset[Seat]:
        return {Choice.FIRST: frozenset({0}), Choice.SECOND: frozenset({1}), Choice.BOTH: frozenset({0, 1})}.get(
            self, frozenset()
        )

    @property
    def role(self) -> str:
        return "player" if self.seats else self.value


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser: the secret of its cookie, and its account where it has one."""

    secret: str
    user: User | None = None


def create(visitor: Visitor, names: tuple[str, str], depth: str, choice: Choice, watch: bool = True) -> Game:
    """A new table, its code, and the device that hosts it in the place it chose."""
    with transaction.atomic():
        game = Game.objects.create(code=free_code(), mode=Game.Mode.TABLE, listed=False, watch=watch)
        device = device_at(game, visitor)
        tokens.make(game, JoinToken.Purpose.TABLE)
        data = {"names": list(names), "depth": depth, "host": device.pk, "device": device.pk, "watch": watch}
        opened = Fact(TableKind.OPENED, data=data, actor_id=device.user_id)
        table = log.begin(game, [opened, placed(device, choice, user=device.user_id)])
        keep_accounts(game, cast("Table", table))
    return game


def take(visitor: Visitor, token: JoinToken, choice: Choice, name: str = "") -> Table:
    """Take the place that ``token`` leads to. Taking the place one has already is harmless.

    A name goes to the one seat taken. Refused with ``wrong_code`` when the token is dead by now, ``bad_choice``
    when it leads elsewhere, ``table_full``, ``seat_taken`` or ``crowded``. A refused visitor leaves no trace.
    """
    game = token.game
    with transaction.atomic():
        device = device_at(game, visitor)
        tokens.consume(token)
        kept = account_at(game, choice.seats)

        def decide(table: Table) -> Sequence[Fact]:
            check_open(table, token)
            _check_choice(table, token, choice, device)
            if stands(table, device, choice):
                return ()
            return seating(table, device, choice, name, kept)

        table = log.append(Table, game.pk, decide)
        keep_accounts(game, table)
    return table


def place(game: Game, by: Device, device_id: int, choice: Choice) -> Table:
    """Give a device at the table another place, as the host may for all and everybody for themselves.

    Refused with ``not_host``, ``no_such_device``, ``seat_taken`` or ``game_over``.
    """

    def decide(table: Table) -> Sequence[Fact]:
        if by.pk != device_id or by.pk not in table.places:
            require_host(table, by)
        require_running(table)
        if device_id not in table.places:
            raise Refusal("no_such_device")
        if choice.seats & held_by_others(table, device_id):
            raise Refusal("seat_taken")
        if stands(table, device, choice):
            return ()
        return [placed(device, choice, user=device.user_id, by=by)]

    device = _device(game, device_id)
    with transaction.atomic():
        table = log.append(Table, game.pk, decide)
        keep_accounts(game, table)
    return table


def remove(game: Game, by: Device, device_id: int) -> Table:
    """Send a device away, as the host may; the code that it knows is renewed.

    Refused with ``not_host`` or ``no_such_device``; the host cannot send itself away.
    """

    def decide(table: Table) -> Sequence[Fact]:
        require_host(table, by)
        if device_id == by.pk or (device_id not in table.places and device_id not in table.requests):
            raise Refusal("no_such_device")
        return [Fact(TableKind.REMOVED, data={"device": device_id, "by": by.pk}, actor_id=by.user_id)]

    with transaction.atomic():
        table = log.append(Table, game.pk, decide)
        tokens.renew(game)
        keep_accounts(game, table)
    return table


def lock(game: Game, by: Device, locked: bool) -> Table:
    """Close the table to newcomers, or open it again. Refused with ``not_host`` or ``game_over``."""

    def decide(table: Table) -> Sequence[Fact]:
        require_host(table, by)
        require_running(table)
        return [] if table.locked == locked else [_locked(by, locked)]

    return log.append(Table, game.pk, decide)


def renew(game: Game, by: Device) -> JoinToken:
    """A new code instead of every older one. Refused with ``not_host`` or ``game_over``.

    It is told in the log, so that screens that show the old code hear of it.
    """

    def decide(table: Table) -> Sequence[Fact]:
        require_host(table, by)
        require_running(table)
        return [_locked(by, table.locked, renewed=True)]

    with transaction.atomic():
        log.append(Table, game.pk, decide)
        return tokens.renew(game)


def seat_code(game: Game, by: Device, seat: Seat | None) -> JoinToken:
    """A code by which another device takes over ``seat``, or with None a screen or spectator comes in.

    Refused with ``not_at_table`` unless ``by`` is seated, and with ``game_over``.
    """
    table = log.load_as(Table, game.pk)
    require_seated(table, by)
    require_alive(table)
    return tokens.once(game, seat)


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
    return [placed(device, choice, name, user, by)]


def placed(device: Device, choice: Choice, name: str = "", user: int | None = None, by: Device | None = None) -> Fact:
    data = {
        "device": device.pk,
        "seats": sorted(choice.seats),
        "role": choice.role,
        "name": name,
        "user": user,
        "by": by and by.pk,
    }
    return Fact(TableKind.PLACED, data=data, actor_id=by.user_id if by else device.user_id)


def held_by_others(table: Table, device_id: int | None) -> frozenset[Seat]:
    """The seats of everybody but this device."""
    return frozenset(seat for pk, one in table.places.items() if pk != device_id for seat in one.seats)


def stands(table: Table, device: Device, choice: Choice) -> bool:
    """Whether the device has this very place already, under the account it is signed in to."""
    one = table.places.get(device.pk)
    if one is None or (one.seats, one.role) != (choice.seats, choice.role):
        return False
    return device.user_id in (None, one.user)


def is_host(table: Table, device: Device) -> bool:
    """Whether the device hosts; any player's does while the host's own has been away for two minutes."""
    if table.host == device.pk:
        return device.pk not in table.gone
    if not table.seats_of(device.pk):
        return False
    host = Device.objects.filter(pk=table.host or 0).first()
    return host is None or timezone.now() - (host.seen_at or host.made_at) > HOST_AWAY


def is_seated(table: Table, device: Device) -> bool:
    """Whether the device holds a seat or hosts, and so may speak for the table."""
    return bool(table.seats_of(device.pk)) or (table.host == device.pk and device.pk not in table.gone)


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
    if table.called_off:
        raise Refusal("game_over")


def check_open(table: Table, token: JoinToken) -> None:
    """Refused with ``wrong_code``, as a code that never was, when the table is over, or locked against the many.

    A code that works once was made by somebody at the table for one device, so neither stops it.
    """
    for_all = token.purpose == JoinToken.Purpose.TABLE
    if table.called_off or (for_all and (table.over or table.locked)):
        raise Refusal("wrong_code")


def _check_choice(table: Table, token: JoinToken, choice: Choice, device: Device) -> None:
    if token.purpose == JoinToken.Purpose.TABLE:
        _check_free(table, choice, device)
    elif choice.seats != (frozenset() if token.seat is None else {token.seat}):
        raise Refusal("bad_choice")
    if device.pk not in table.places and len(table.places) >= CROWD:
        raise Refusal("crowded")


def _check_free(table: Table, choice: Choice, device: Device) -> None:
    taken = held_by_others(table, device.pk)
    if len(taken) == 2:
        raise Refusal("table_full")
    if choice.seats & taken:
        raise Refusal("seat_taken")


def _device(game: Game, device_id: int) -> Device:
    found = Device.objects.filter(game=game, pk=device_id).first()
    if found is None:
        raise Refusal("no_such_device")
    return found


def _locked(by: Device, locked: bool, renewed: bool = False) -> Fact:
    data = {"locked": locked, "renewed": renewed, "device": by.pk}
    return Fact(TableKind.LOCKED, data=data, actor_id=by.user_id)
