"""Acts on physical games: devices put off their seats, entries corrected and struck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.models import Act, Game
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.moderation.judges import Judge, Why, require_judge
from games.services.moderation.record import on_game
from games.services.table import tokens
from games.stories.act_kinds import ActKind
from games.stories.kinds import KINDS
from games.stories.ledger import Change
from games.stories.sheet import What
from games.stories.table import Table

SETTABLE = (What.CARD, What.BLIND, What.LEADER)
"""What an entry can be corrected to; the others are struck, and logged again by the players."""


def put_off(by: Judge, game: Game, device: int, seat: Seat, why: Why) -> Act:
    """Take a seat from a device; the code that it knows dies too. Refused with ``wrong_mode`` and ``no_such_seat``."""

    def check(table: Table) -> Mapping[str, Any]:
        if seat not in table.seats_of(device):
            raise Refusal("no_such_seat")
        return {"device": device, "seat": seat}

    _require_table(by, ActKind.PUT_OFF, game)
    with transaction.atomic():
        act = on_game(by, ActKind.PUT_OFF, game, why, check)
        tokens.renew(game)
    return act


def correct(by: Judge, game: Game, number: int, value: str, why: Why) -> Act:
    """Set what the entry ``number`` logged to another card ("G7"), or for a leader to another seat ("0", "1").

    Refused with ``wrong_mode``, ``no_such_entry``, ``replaced``, ``bad_value``, ``bad_card``, and ``secret_entry`` for
    a blind card as long as it is one: nobody may write into the record what must stay hidden.
    """

    def check(table: Table) -> Mapping[str, Any]:
        change = _entry(table, number)
        what = change.key[0]
        if what not in SETTABLE:
            raise Refusal("bad_value")
        if what is What.BLIND and not table.sheet_open:
            raise Refusal("secret_entry")
        _check_value(what, value)
        return {"number": number, "value": value}

    _require_table(by, ActKind.CORRECT, game)
    return on_game(by, ActKind.CORRECT, game, why, check, number)


def strike(by: Judge, game: Game, number: int, why: Why) -> Act:
    """Make the entry ``number`` count no more, as if it had not been logged. Refused as ``correct``."""

    def check(table: Table) -> Mapping[str, Any]:
        if _entry(table, number).key[0] is What.DEPTH:
            raise Refusal("no_such_entry")
        return {"number": number}

    _require_table(by, ActKind.STRIKE, game)
    return on_game(by, ActKind.STRIKE, game, why, check, number)


def _require_table(by: Judge, kind: ActKind, game: Game) -> None:
    require_judge(by, kind, game)
    if kind not in KINDS[game.mode].acts:
        raise Refusal("wrong_mode")


def _entry(table: Table, number: int) -> Change:
    change = table.ledger.change(number)
    if change is None:
        raise Refusal("no_such_entry")
    if not table.ledger.stands(change):
        raise Refusal("replaced")
    return change


def _check_value(what: What, value: str) -> None:
    if what is not What.LEADER:
        Card.parse(value)
    elif value not in ("0", "1"):
        raise Refusal("bad_value")
