"""Physical tables: opened, joined by a code, rearranged and locked. What people log is in ``companion``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from django.db import transaction

from games.models import MUTED_NAME, Device, Game, JoinToken
from games.rules.errors import Refusal
from games.rules.rulings import AT_TABLE, Rulings
from games.rules.state import Seat
from games.services.online.lobby import free_code
from games.services.table import lots, tokens
from games.services.table.places import (
    Choice,
    Visitor,
    check_open,
    device_at,
    held_by_others,
    placed,
    require_alive,
    require_host,
    require_running,
    require_seated,
    seating,
    stands,
)
from games.services.table.sitters import account_at, change, keep_accounts
from games.store import log
from games.stories.seating import Place
from games.stories.status import Mode
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import TableKind

CROWD = 20
"""Devices a table takes, screens and spectators included."""


def create(
    visitor: Visitor,
    names: tuple[str, str],
    depth: str,
    choice: Choice,
    watch: bool = True,
    rulings: Rulings = AT_TABLE,
) -> Game:
    """A new table, its code, and the device that hosts it in the place it chose. Who is muted names nobody.

    Where the ``rulings`` leave the first lead to chance, it is drawn now.
    """
    if visitor.muted:
        names = (f"{MUTED_NAME} 1", f"{MUTED_NAME} 2")
    with transaction.atomic():
        game = Game.objects.create(code=free_code(), mode=Mode.TABLE, listed=False, watch=watch, **asdict(rulings))
        device = device_at(game, visitor)
        tokens.make(game, JoinToken.Purpose.TABLE)
        told = {"names": list(names), "depth": depth, "watch": watch, "rulings": asdict(rulings)}
        opened = Fact(TableKind.OPENED, data={**told, "host": device.pk, "device": device.pk}, actor_id=device.user_id)
        sits = placed(device, Place(choice.seats, choice.role, "", device.user_id))
        table = log.begin(game, [opened, sits, *lots.drawn(rulings, device.pk)])
        keep_accounts(game, cast("Table", table))
    return game


def take(visitor: Visitor, token: JoinToken, choice: Choice, name: str = "") -> Table:
    """Take the place that ``token`` leads to. Taking the place one has already is harmless.

    A name goes to the one seat taken. Refused with ``wrong_code`` when the token is dead by now, ``bad_choice``
    when it leads elsewhere, ``table_full``, ``seat_taken`` or ``crowded``. A refused visitor leaves no trace.
    """
    game = token.game
    log.load(game.pk)
    with transaction.atomic():
        device = device_at(game, visitor)
        tokens.consume(token)
        kept = account_at(game, choice.seats)

        def decide(table: Table) -> Sequence[Fact]:
            check_open(table, token)
            _check_choice(table, token, choice, device)
            if stands(table, device, choice):
                return ()
            return seating(table, device, choice, "" if visitor.muted else name, kept)

        return change(game, decide)


def place(game: Game, by: Device, device_id: int, choice: Choice) -> Table:
    """Give a device at the table another place, as the host may for all and everybody for themselves.

    Refused with ``not_host``, ``no_such_device``, ``seat_taken`` or ``game_over``.
    """

    def decide(table: Table) -> Sequence[Fact]:
        if by.pk != device_id or by.pk not in table.seating.places:
            require_host(table, by)
        require_running(table)
        if device_id not in table.seating.places:
            raise Refusal("no_such_device")
        if choice.seats & held_by_others(table, device_id):
            raise Refusal("seat_taken")
        if stands(table, device, choice):
            return ()
        return [placed(device, Place(choice.seats, choice.role, "", device.user_id), by)]

    device = _device(game, device_id)
    return change(game, decide)


def remove(game: Game, by: Device, device_id: int) -> Table:
    """Send a device away, as the host may; the code that it knows is renewed.

    Refused with ``not_host`` or ``no_such_device``; the host cannot send itself away.
    """

    def decide(table: Table) -> Sequence[Fact]:
        require_host(table, by)
        if device_id == by.pk or (device_id not in table.seating.places and device_id not in table.seating.requests):
            raise Refusal("no_such_device")
        return [Fact(TableKind.REMOVED, data={"device": device_id, "by": by.pk}, actor_id=by.user_id)]

    log.load(game.pk)
    with transaction.atomic():
        tokens.renew(game)
        return change(game, decide)


def lock(game: Game, by: Device, locked: bool) -> Table:
    """Close the table to newcomers, or open it again. Refused with ``not_host`` or ``game_over``."""

    def decide(table: Table) -> Sequence[Fact]:
        require_host(table, by)
        require_running(table)
        return [] if table.seating.locked == locked else [_locked(by, locked)]

    return change(game, decide)


def renew(game: Game, by: Device) -> JoinToken:
    """A new code instead of every older one. Refused with ``not_host`` or ``game_over``.

    It is told in the log, so that screens that show the old code hear of it.
    """

    def decide(table: Table) -> Sequence[Fact]:
        require_host(table, by)
        require_running(table)
        return [_locked(by, table.seating.locked, renewed=True)]

    log.load(game.pk)
    with transaction.atomic():
        change(game, decide)
        return tokens.renew(game)


def seat_code(game: Game, by: Device, seat: Seat | None) -> JoinToken:
    """A code by which another device takes over ``seat``, or with None a screen or spectator comes in.

    Refused with ``not_at_table`` unless ``by`` is seated, and with ``game_over``.
    """
    table = log.load_as(Table, game.pk)
    require_seated(table, by)
    require_alive(table)
    return tokens.once(game, seat)


def _check_choice(table: Table, token: JoinToken, choice: Choice, device: Device) -> None:
    if token.purpose == JoinToken.Purpose.TABLE:
        _check_free(table, choice, device)
    elif choice.seats != (frozenset() if token.seat is None else {token.seat}):
        raise Refusal("bad_choice")
    if device.pk not in table.seating.places and len(table.seating.places) >= CROWD:
        raise Refusal("crowded")


def _check_free(table: Table, choice: Choice, device: Device) -> None:
    taken = held_by_others(table, device.pk)
    if choice.seats & taken:
        raise Refusal("table_full" if len(taken) == 2 else "seat_taken")


def _device(game: Game, device_id: int) -> Device:
    found = Device.objects.filter(game=game, pk=device_id).first()
    if found is None:
        raise Refusal("no_such_device")
    return found


def _locked(by: Device, locked: bool, renewed: bool = False) -> Fact:
    data = {"locked": locked, "renewed": renewed, "device": by.pk}
    return Fact(TableKind.LOCKED, data=data, actor_id=by.user_id)
