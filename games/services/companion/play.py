"""Execution of the commands that a device at a table sends, and the rematch that may follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from django.db import transaction

from games.eventlog import event_store
from games.models import Device, Game, JoinToken
from games.rules.errors import Refusal
from games.schemas import table_commands
from games.services.companion import command_handlers, join_tokens
from games.services.companion.command_handlers import HANDLERS, decide_site_entry
from games.services.companion.seat_accounts import sync_seat_accounts
from games.state.game_state import Event, Mode
from games.state.table_events import TableEventKind
from games.state.table_state import TableState

Outcome = int | Refusal
"""The number of a command's log entry, or of the last entry if the command changed nothing; or the command's refusal.
"""


def execute_commands(
    game_id: int, device: int | None, commands: Sequence[table_commands.QueuedCommand]
) -> list[Outcome]:
    """Execute the commands of a device in order, and return an outcome for each.

    A refused command does not stop the later ones. All events are stored in one commit. A command whose id has been
    stored before gets the same answer again. A slip, such as a card logged twice, is logged and never refused.

    The refusals among the outcomes are ``not_at_table`` unless the device holds a seat, ``frozen``, ``table_over``, and
    those of the handlers in ``games.services.companion.command_handlers``. Raise ``Refusal`` for all commands with
    ``no_such_game`` or ``busy``.
    """
    outcomes: list[Outcome] = []

    def decide(table: TableState) -> Sequence[Event]:
        events, outcomes[:] = decide_commands(table, device, commands)
        return events

    # Refusals must come from the newest state, whatever this process has cached.
    event_store.load_state_of_kind(TableState, game_id)
    with transaction.atomic():
        table = event_store.append(TableState, game_id, decide)
        if table.successor and not Game.objects.filter(code=table.successor).exists():
            _create_rematch(table, table.successor)
    return outcomes


def decide_commands(
    table: TableState, device: int | None, commands: Sequence[table_commands.QueuedCommand]
) -> tuple[list[Event], list[Outcome]]:
    """Return the events to append for the commands, and the outcomes.

    Each command is decided on the state after the commands before it. The site's own events come right after the
    command that leads to them.
    """
    events: list[Event] = []
    outcomes: list[Outcome] = []
    for command in commands:
        try:
            event = _decide_command(table, device, command)
        except Refusal as refusal:
            outcomes.append(refusal)
            continue
        while event is not None:
            events.append(event)
            table = table.advance(event)
            event = decide_site_entry(table)
        outcomes.append(table.answers.get(_client_id(device, command), table.version))
    return events, outcomes


def _decide_command(table: TableState, device: int | None, command: table_commands.QueuedCommand) -> Event | None:
    if device is None or device not in table.seating.places:
        raise Refusal("not_at_table")
    if not table.seats_of(device):
        raise Refusal("not_at_table", "not_seated_here")
    if _client_id(device, command) in table.answers:
        return None
    if table.frozen:
        raise Refusal("frozen")
    # At a table of a shared deal, both players can see the results of other tables from then on.
    is_final = table.shared and table.accepted
    is_over = table.successor is not None or table.end.ruling is not None or is_final
    if table.called_off or (is_over and not isinstance(command, table_commands.ProposeRematch)):
        raise Refusal("table_over")
    if table.successor is not None:
        return None
    event = HANDLERS[type(command)](table, device, command)
    if event is None:
        return None
    data = {**event.data, "device": device}
    return event._replace(data=data, client_id=_client_id(device, command), actor_id=table.seating.places[device].user)


def _client_id(device: int | None, command: table_commands.QueuedCommand) -> str:
    return f"d{device}:{command.id}"


def _create_rematch(table: TableState, code: str) -> None:
    """Create the rematch as a separate game, with the same browsers, places and rulings."""
    game, rulings = Game.objects.get(pk=table.game_id), asdict(table.rulings)
    options = {"watch": game.watch, "best_of": table.next_best_of}
    rematch = Game.objects.create(code=code, mode=Mode.TABLE, rematch_of=game, listed=False, **options, **rulings)
    rows = {row.pk: row for row in Device.objects.filter(game=game, pk__in=table.seating.places)}
    copies = {pk: Device.objects.create(game=rematch, digest=row.digest, user=row.user) for pk, row in rows.items()}
    host = copies[table.seating.host].pk if table.seating.host in copies else None
    values = {"names": list(table.names), "depth": table.depth, "rulings": rulings, **options, "watch": table.watch}
    places = [_copy_place(table, pk, row) for pk, row in copies.items()]
    draw = command_handlers.draw_first_leader(table.rulings, host or min(row.pk for row in copies.values()))
    state = event_store.append_first(
        rematch, [Event(TableEventKind.OPENED, data={**values, "host": host}), *places, *draw]
    )
    sync_seat_accounts(rematch, cast(TableState, state))
    join_tokens.create_token(rematch, JoinToken.Purpose.TABLE)


def _copy_place(table: TableState, device_id: int, device: Device) -> Event:
    place = table.seating.places[device_id]
    data = {
        "device": device.pk,
        "seats": sorted(place.seats),
        "role": place.role,
        "name": place.name,
        "user": place.user,
    }
    return Event(TableEventKind.PLACED, data=data, actor_id=place.user)
