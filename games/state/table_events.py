"""Kinds of entries in a table's log, and the keys of the sheet that they set."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from games.inference.record import PileCount, Slot, Spot
from games.rules.cards import Card, Faction
from games.rules.state import Phase
from games.state.game_state import Event
from games.state.sheet import LogDepth, SheetKey, SheetKeyTuple


class TableEventKind(StrEnum):
    """Kind of an entry in a table's log."""

    OPENED = "opened"
    PLACED = "placed"
    REMOVED = "removed"
    LOCKED = "locked"
    ASKED_IN = "asked_in"
    TURNED_AWAY = "turned_away"
    NAMED = "named"
    LED = "led"
    STATED = "stated"
    LOGGED = "logged"
    CORRECTED = "corrected"
    UNDONE = "undone"
    STOOD = "stood"
    DEPTH = "depth"
    UNDEAD = "undead"
    PILES = "piles"
    CLOSED = "closed"
    CONFIRMED = "confirmed"
    REMATCH = "rematch"
    SUCCEEDED = "succeeded"
    CALLED_OFF = "called_off"
    JUDGED = "judged"


MODERATOR = 0
"""Device number of entries made by a moderator."""
SITE = -1
"""Device number of entries made by the site, which logs the cards that the rules leave no choice about."""

SHEET_EVENT_KINDS = (
    TableEventKind.LED,
    TableEventKind.STATED,
    TableEventKind.LOGGED,
    TableEventKind.CORRECTED,
    TableEventKind.STOOD,
    TableEventKind.DEPTH,
    TableEventKind.UNDEAD,
    TableEventKind.PILES,
    TableEventKind.CLOSED,
)
"""Kinds of entries that set a key of the sheet."""


def get_key_and_value(event: Event) -> tuple[SheetKeyTuple, Any]:
    """Return the key of the sheet that an entry sets, and its new value."""
    data = event.data
    match TableEventKind(event.kind):
        case TableEventKind.LED:
            return (SheetKey.LEADER, Slot(Phase.ONE, 1, Spot.LEADER)), data["seat"]
        case TableEventKind.STATED:
            return (SheetKey.LEADER, Slot(Phase(data["phase"]), data["trick"], Spot.LEADER)), data["seat"]
        case TableEventKind.STOOD:
            return (SheetKey.STOOD, data["slip"]), True
        case TableEventKind.DEPTH:
            return (SheetKey.DEPTH, None), LogDepth(data["depth"])
        case TableEventKind.UNDEAD:
            return (SheetKey.UNDEAD, Card.parse(data["card"])), None if data["gone"] else event.seat
        case TableEventKind.PILES:
            first, second = data["counts"]
            one, two = data["highest"]
            return (SheetKey.PILE, Faction(data["faction"])), PileCount((first, second), (one, two))
        case TableEventKind.CLOSED:
            return (SheetKey.CLOSED, None), True
    return _get_card_key_and_value(event)


def _get_card_key_and_value(event: Event) -> tuple[SheetKeyTuple, Any]:
    data = event.data
    card = None if data["card"] is None else Card.parse(data["card"])
    slot = Slot(Phase(data["phase"]), data["trick"], Spot(data["place"]))
    if slot.spot is Spot.BLIND:
        return (SheetKey.BLIND, (slot.number, event.seat)), card
    return (SheetKey.CARD, slot), card
