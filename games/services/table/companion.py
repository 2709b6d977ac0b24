"""What people at a table do with their phones: the door for everything but the devices themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import transaction

from games.models import Device, Game, JoinToken, User
from games.people.names import own_name
from games.rules.errors import Refusal
from games.services.online.lobby import free_code
from games.services.table import lots, said, tokens
from games.services.table.entries import DECIDERS
from games.services.table.forced import by_itself
from games.services.table.sitters import keep_accounts
from games.store import log
from games.stories.sheet import BOTH
from games.stories.status import Mode
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import TableKind

Outcome = int | Refusal
"""The number of an item's log entry (of the last entry where it changed nothing), or why it was refused."""


def act(game_id: int, device: int | None, items: Sequence[said.Item]) -> list[Outcome]:
    """Do what a device asks for, in order, and give an outcome for each item, whatever became of those before it.

    All is stored in one commit. An item whose id was stored before gets the answer of that time. A slip is never
    refused. Refused with ``not_at_table`` unless the device holds a seat, ``table_over``, and as the functions of
    ``games.services.table.entries``, ``confirm``, ``rematch`` and ``name`` refuse;
    as a whole with ``no_such_game`` and ``busy``.
    """
    outcomes: list[Outcome] = []

    def decide(table: Table) -> Sequence[Fact]:
        facts, outcomes[:] = decided(table, device, items)
        return facts

    # What is refused must be refused by the newest state, whatever this process remembers.
    log.load_as(Table, game_id)
    with transaction.atomic():
        table = log.append(Table, game_id, decide)
        if table.successor and not Game.objects.filter(code=table.successor).exists():
            _succeed(table, table.successor)
    return outcomes


def confirm(table: Table, device: int, item: said.Confirm) -> Fact | None:
    """A seat accepts the result or not. Refused with ``not_your_seat`` or ``not_over``."""
    if item.seat not in table.seats_of(device):
        raise Refusal("not_your_seat", name=table.names[item.seat])
    if not table.sheet.finished:
        raise Refusal("not_over")
    if table.end.confirmed[item.seat] is item.accept:
        return None
    return Fact(TableKind.CONFIRMED, item.seat, {"accept": item.accept})


def rematch(table: Table, device: int, item: said.Again) -> Fact | None:
    """A new game with the same devices on the same seats, once all who have a seat want it. Refused with ``not_over``.

    A no takes back an own yes. A seat that no device has is not asked.
    """
    if not table.over:
        raise Refusal("not_over")
    own, again = table.seats_of(device), table.end.again
    asked = [seat for seat in BOTH - own if table.seating.holders(seat)]
    if item.accept and all(again[seat] for seat in asked):
        return Fact(TableKind.SUCCEEDED, data={"game": free_code()})
    seat = min(own)
    said_so = again[seat] if item.accept else again[seat] is False or True not in again
    return None if said_so else Fact(TableKind.REMATCH, seat, {"accept": item.accept})


def name(table: Table, device: int, item: said.Name) -> Fact | None:
    """Another name for a seat. Refused with ``bad_name``, and with ``muted`` on the device of such an account."""
    user = User.objects.filter(pk=table.seating.places[device].user or 0).first()
    if user is not None and user.muted:
        raise Refusal("muted")
    try:
        cleaned = own_name(item.name, user)
    except ValidationError as error:
        raise Refusal("bad_name", detail=" ".join(error.messages)) from None
    return None if table.names[item.seat] == cleaned else Fact(TableKind.NAMED, item.seat, {"name": cleaned})


_DECIDERS: dict[type, Callable[[Table, int, Any], Fact | None]] = {
    **DECIDERS,
    said.Confirm: confirm,
    said.Again: rematch,
    said.Name: name,
}


def decided(table: Table, device: int | None, items: Sequence[said.Item]) -> tuple[list[Fact], list[Outcome]]:
    """What to append for the items, each decided after the ones before it, and their outcomes. What the site logs by
    itself comes right after the item that it follows from."""
    facts: list[Fact] = []
    outcomes: list[Outcome] = []
    for item in items:
        try:
            fact = _fact(table, device, item)
        except Refusal as refusal:
            outcomes.append(refusal)
            continue
        while fact is not None:
            facts.append(fact)
            table = table.advance(fact)
            fact = by_itself(table)
        outcomes.append(table.answers.get(_client_id(device, item), table.version))
    return facts, outcomes


def _fact(table: Table, device: int | None, item: said.Item) -> Fact | None:
    if device is None or device not in table.seating.places:
        raise Refusal("not_at_table")
    if not table.seats_of(device):
        raise Refusal("not_at_table", "not_seated_here")
    if _client_id(device, item) in table.answers:
        return None
    if table.frozen:
        raise Refusal("frozen")
    over = table.successor is not None or table.end.ruling is not None
    if table.end.called_off or (over and not isinstance(item, said.Again)):
        raise Refusal("table_over")
    if table.successor is not None:
        return None
    fact = _DECIDERS[type(item)](table, device, item)
    if fact is None:
        return None
    data = {**fact.data, "device": device}
    return fact._replace(data=data, client_id=_client_id(device, item), actor_id=table.seating.places[device].user)


def _client_id(device: int | None, item: said.Item) -> str:
    return f"d{device}:{item.id}"


def _succeed(table: Table, code: str) -> None:
    """The rematch as a game of its own: the same browsers with the same places, and the same rulings."""
    old, rulings = Game.objects.get(pk=table.game_id), asdict(table.rulings)
    new = Game.objects.create(code=code, mode=Mode.TABLE, rematch_of=old, listed=False, watch=old.watch, **rulings)
    rows = {row.pk: row for row in Device.objects.filter(game=old, pk__in=table.seating.places)}
    copies = {pk: Device.objects.create(game=new, digest=row.digest, user=row.user) for pk, row in rows.items()}
    host = copies[table.seating.host].pk if table.seating.host in copies else None
    told = {"names": list(table.names), "depth": table.depth, "watch": table.watch, "rulings": rulings}
    places = [_placed(table, pk, row) for pk, row in copies.items()]
    lot = lots.drawn(table.rulings, host or min(row.pk for row in copies.values()))
    begun = log.begin(new, [Fact(TableKind.OPENED, data={**told, "host": host}), *places, *lot])
    keep_accounts(new, cast(Table, begun))
    tokens.make(new, JoinToken.Purpose.TABLE)


def _placed(table: Table, old: int, row: Device) -> Fact:
    place = table.seating.places[old]
    data = {"device": row.pk, "seats": sorted(place.seats), "role": place.role, "name": place.name, "user": place.user}
    return Fact(TableKind.PLACED, data=data, actor_id=place.user)
