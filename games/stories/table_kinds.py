"""The kinds of entries in a table's log, and what each sets on the sheet."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from games.rules.cards import Card, Faction
from games.rules.logged.slots import PileCount, Slot, Spot
from games.rules.state import Phase
from games.stories.sheet import Depth, Key, What
from games.stories.story import Fact


class TableKind(StrEnum):
    """Every kind of log entry."""

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
"""What stands for a moderator where an entry names the device that made it."""
SITE = -1
"""What stands there for the site itself, which logs the cards that the rules leave no choice about."""


CHANGES = (
    TableKind.LED,
    TableKind.STATED,
    TableKind.LOGGED,
    TableKind.CORRECTED,
    TableKind.STOOD,
    TableKind.DEPTH,
    TableKind.UNDEAD,
    TableKind.PILES,
    TableKind.CLOSED,
)
"""The kinds that set a key of the sheet."""


def key_set_by(fact: Fact) -> tuple[Key, Any]:
    """The key of the sheet that an entry sets, and to what."""
    data = fact.data
    match TableKind(fact.kind):
        case TableKind.LED:
            return (What.LEADER, Slot(Phase.ONE, 1, Spot.LEADER)), data["seat"]
        case TableKind.STATED:
            return (What.LEADER, Slot(Phase(data["phase"]), data["trick"], Spot.LEADER)), data["seat"]
        case TableKind.STOOD:
            return (What.STOOD, data["slip"]), True
        case TableKind.DEPTH:
            return (What.DEPTH, None), Depth(data["depth"])
        case TableKind.UNDEAD:
            return (What.UNDEAD, Card.parse(data["card"])), None if data["gone"] else fact.seat
        case TableKind.PILES:
            first, second = data["counts"]
            one, two = data["highest"]
            return (What.PILE, Faction(data["faction"])), PileCount((first, second), (one, two))
        case TableKind.CLOSED:
            return (What.CLOSED, None), True
    return _card_set_by(fact)


def _card_set_by(fact: Fact) -> tuple[Key, Any]:
    data = fact.data
    card = None if data["card"] is None else Card.parse(data["card"])
    slot = Slot(Phase(data["phase"]), data["trick"], Spot(data["place"]))
    if slot.spot is Spot.BLIND:
        return (What.BLIND, (slot.number, fact.seat)), card
    return (What.CARD, slot), card
