"""What a moderator's act sets in a physical game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from games.rules.cards import Card
from games.rules.state import Seat
from games.stories.act_kinds import ActKind
from games.stories.ledger import Change, set_key, with_names
from games.stories.seating import seated, unseated
from games.stories.sheet import Key, What
from games.stories.table_kinds import MODERATOR, TableKind
from games.stories.verdicts import FROZEN, Attributes, Setting

if TYPE_CHECKING:
    from games.stories.table import Table

PLACES = Attributes(("places", "gone", "host"))
NOTHING = {What.STOOD: False, What.CLOSED: False}
"""What a key of the sheet holds once it is struck; None for all others."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How the game ended, or that it did not: called off, a moderator's ruling, closed by the players."""

    def get(self, table: Table) -> tuple[bool, tuple[Seat | None] | None, bool]:
        return table.called_off, table.ruling, table.sheet.closed

    def put(self, table: Table, value: tuple[bool, tuple[Seat | None] | None, bool]) -> Table:
        called_off, ruling, closed = value
        confirmed = table.confirmed if closed == table.sheet.closed else (None, None)
        sheet = replace(table.sheet, closed=closed)
        return replace(table, called_off=called_off, ruling=ruling, sheet=sheet, confirmed=confirmed)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of both seats."""

    def get(self, table: Table) -> tuple[str, str]:
        return table.names

    def put(self, table: Table, value: tuple[str, str]) -> Table:
        return with_names(table, value)


@dataclass(frozen=True, slots=True)
class Logged:
    """A key of the sheet, as some entry set it."""

    key: Key

    def get(self, table: Table) -> Any:
        return table.sheet.at(self.key)

    def put(self, table: Table, value: Any) -> Table:
        change = Change(table.version + 1, MODERATOR, TableKind.JUDGED, self.key, table.sheet.at(self.key), value)
        return set_key(table, change)


def setting(table: Table, kind: ActKind, data: Mapping[str, Any]) -> Setting:
    """What an act of this kind sets. ValueError for kinds that a physical game does not know."""
    match kind:
        case ActKind.CALL_OFF | ActKind.AWARD | ActKind.CHANGE_RESULT | ActKind.REOPEN:
            return Setting(Ends(), _end(table, kind, data))
        case ActKind.FREEZE:
            return Setting(FROZEN, (True,))
        case ActKind.PUT_OFF:
            return Setting(PLACES, PLACES.get(unseated(table, data["device"], data["seat"])))
        case ActKind.GIVE_BACK:
            return Setting(PLACES, PLACES.get(_back(table, data)))
        case ActKind.RENAME_SEAT | ActKind.RENAME:
            names = (data["name"] if at == data["seat"] else name for at, name in enumerate(table.names))
            return Setting(Names(), tuple(names))
        case ActKind.CORRECT | ActKind.STRIKE:
            return _entry(table, data)
    raise ValueError(f"{kind} is no act on a physical game")


def _end(table: Table, kind: ActKind, data: Mapping[str, Any]) -> tuple[bool, tuple[Seat | None] | None, bool]:
    if kind is ActKind.REOPEN:
        return False, None, False
    if kind is ActKind.CALL_OFF:
        return True, table.ruling, table.sheet.closed
    return False, (data["winner"],), table.sheet.closed


def _back(table: Table, data: Mapping[str, Any]) -> Table:
    return seated(table, data["device"], table.place_with(data["device"], data["seat"], data["user"]))


def _entry(table: Table, data: Mapping[str, Any]) -> Setting:
    change = table.change(data["number"])
    if change is None:
        raise ValueError("an entry that is not in the history")
    return Setting(Logged(change.key), value_of(change.key, data.get("value")))


def value_of(key: Key, value: str | None) -> Card | Seat | bool | None:
    """A card's code or a seat's number as the sheet keeps it; None strikes. Refused as ``Card.parse`` does."""
    what, _ = key
    if value is None:
        return NOTHING.get(what)
    return Seat(value) if what is What.LEADER else Card.parse(value)
