"""A phone that lost its seat, or whose place another had: it asks, and somebody at the table answers."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.models import MUTED_NAME, Device, Game, JoinToken
from games.people.devices import digest
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.table import tokens
from games.services.table.places import (
    Choice,
    Visitor,
    check_open,
    device_at,
    require_alive,
    require_seated,
    seating,
)
from games.services.table.sitters import account_at, change
from games.store import log
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import TableKind

CROWD = 5
"""Devices that may wait for an answer at once."""


def ask(visitor: Visitor, game: Game, seat: Seat, name: str, token: str = "") -> Table:
    """Ask for a seat that somebody has: "I am Ana". Whoever is signed in as its account has it at once.

    A browser new to the table shows the table's code as ``token``; one that was sent away needs it again.
    Refused with ``wrong_code``, ``not_at_table`` without a code, ``too_many_asking`` or ``game_over``.
    """
    log.load(game.pk)
    name = MUTED_NAME if visitor.muted else name
    with transaction.atomic():
        pass_ = _pass(game, token)
        device = device_at(game, visitor) if pass_ else _known(game, visitor)
        owner = account_at(game, frozenset({seat}))

        def decide(table: Table) -> Sequence[Fact]:
            _check_may_ask(table, device, pass_, owner)
            if seat in table.seats_of(device.pk):
                return ()
            if owner is not None and owner == device.user_id:
                return seating(table, device, Choice(str(seat)), "", owner)
            return _asking(table, device, seat, name)

        return change(game, decide)


def answer(game: Game, by: Device, device_id: int, yes: bool) -> Table:
    """Let a device that asks have its seat, or turn it away; anybody seated may.

    The device that had the seat loses it. Answering a second time is harmless. Refused with ``not_at_table``,
    ``no_request`` or ``game_over``.
    """

    def decide(table: Table) -> Sequence[Fact]:
        require_seated(table, by)
        require_alive(table)
        asking = table.seating.requests.get(device_id)
        if asking is None:
            return _answered(table, device_id, yes)
        if not yes:
            return [Fact(TableKind.TURNED_AWAY, data={"device": device_id, "by": by.pk}, actor_id=by.user_id)]
        return seating(table, device, Choice(str(asking.seat)), asking.name, owners[asking.seat], by)

    found = Device.objects.filter(game=game, pk=device_id).first()
    if found is None:
        raise Refusal("no_request")
    device = found
    owners = {seat: account_at(game, frozenset({seat})) for seat in (0, 1)}
    return change(game, decide)


def _pass(game: Game, token: str) -> JoinToken | None:
    """The table's code, if one was shown; refused with ``wrong_code`` when it is not this table's."""
    if not token:
        return None
    found = tokens.find(token)
    if found.game_id != game.pk or found.purpose != JoinToken.Purpose.TABLE:
        raise Refusal("wrong_code")
    return found


def _known(game: Game, visitor: Visitor) -> Device:
    """A browser that was here before, or that is signed in to the account of a seat."""
    if visitor.user is not None and game.players.filter(user=visitor.user).exists():
        return device_at(game, visitor)
    device = Device.objects.filter(game=game, digest=digest(visitor.secret)).first()
    if device is None:
        raise Refusal("not_at_table")
    return device


def _check_may_ask(table: Table, device: Device, pass_: JoinToken | None, owner: int | None) -> None:
    if pass_ is not None:
        check_open(table, pass_)
    require_alive(table)
    own = owner is not None and owner == device.user_id
    why = table.seating.gone.get(device.pk)
    if pass_ is None and not own and why is not None and why.sent_away:
        raise Refusal("not_at_table")


def _asking(table: Table, device: Device, seat: Seat, name: str) -> Sequence[Fact]:
    before = table.seating.requests.get(device.pk)
    if before is not None and (before.seat, before.name) == (seat, name):
        return ()
    if before is None and len(table.seating.requests) >= CROWD:
        raise Refusal("too_many_asking")
    data = {"device": device.pk, "seat": seat, "name": name}
    return [Fact(TableKind.ASKED_IN, data=data, actor_id=device.user_id)]


def _answered(table: Table, device_id: int, yes: bool) -> Sequence[Fact]:
    """Nothing more to do when somebody else answered the same a moment ago."""
    if yes == (device_id in table.seating.places):
        return ()
    raise Refusal("no_request")
