"""What a moderator's act sets in a physical game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from games.rules.cards import Card
from games.rules.state import Seat
from games.stories.act_kinds import ActKind
from games.stories.end import End, Ruling
from games.stories.ledger import Ledger
from games.stories.seating import Gone, Place, Seating
from games.stories.sheet import Key, What
from games.stories.table_kinds import MODERATOR, TableKind
from games.stories.verdicts import FROZEN, Setting

NOTHING = {What.STOOD: False, What.CLOSED: False}
"""What a key of the sheet holds once it is struck; None for all others."""


class AtTable(Protocol):
    """The parts of a physical game's story that acts set."""

    @property
    def seating(self) -> Seating: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def end(self) -> End: ...

    @property
    def names(self) -> tuple[str, str]: ...

    def with_names(self, names: tuple[str, str]) -> Any: ...

    def with_change(self, device: int, kind: TableKind, key: Key, now: Any) -> Any: ...


Ended = tuple[bool, Ruling | None, bool]
Placed = tuple[Mapping[int, Place], Mapping[int, Gone], int | None]


@dataclass(frozen=True, slots=True)
class Ends:
    """How the game ended, or that it did not: called off, a moderator's ruling, closed by the players."""

    def get(self, table: AtTable) -> Ended:
        return table.end.called_off, table.end.ruling, table.ledger.sheet.closed

    def put(self, table: Any, value: Ended) -> Any:
        called_off, ruling, closed = value
        sheet = table.ledger.sheet
        end = table.end if closed == sheet.closed else table.end.unsaid
        ledger = replace(table.ledger, sheet=replace(sheet, closed=closed))
        return replace(table, ledger=ledger, end=replace(end, called_off=called_off, ruling=ruling))


@dataclass(frozen=True, slots=True)
class Places:
    """Which device has which place, which are gone, and who hosts."""

    def get(self, table: AtTable) -> Placed:
        return _placed(table.seating)

    def put(self, table: Any, value: Placed) -> Any:
        places, gone, host = value
        return replace(table, seating=replace(table.seating, places=places, gone=gone, host=host))


@dataclass(frozen=True, slots=True)
class Names:
    """The names of both seats."""

    def get(self, table: AtTable) -> tuple[str, str]:
        return table.names

    def put(self, table: AtTable, value: tuple[str, str]) -> Any:
        return table.with_names(value)


@dataclass(frozen=True, slots=True)
class Logged:
    """A key of the sheet, as some entry set it."""

    key: Key

    def get(self, table: AtTable) -> Any:
        return table.ledger.sheet.at(self.key)

    def put(self, table: AtTable, value: Any) -> Any:
        return table.with_change(MODERATOR, TableKind.JUDGED, self.key, value)


def set_by(table: AtTable, kind: ActKind, data: Mapping[str, Any]) -> Setting:
    """What an act of this kind sets. ValueError for kinds that a physical game does not know."""
    match kind:
        case ActKind.CALL_OFF | ActKind.AWARD | ActKind.CHANGE_RESULT | ActKind.REOPEN:
            return Setting(Ends(), _end(table, kind, data))
        case ActKind.FREEZE:
            return Setting(FROZEN, (True,))
        case ActKind.PUT_OFF:
            return Setting(Places(), _placed(table.seating.unseated(data["device"], data["seat"])))
        case ActKind.GIVE_BACK:
            return Setting(Places(), _placed(_given_back(table.seating, data)))
        case ActKind.RENAME_SEAT | ActKind.RENAME:
            names = (data["name"] if at == data["seat"] else name for at, name in enumerate(table.names))
            return Setting(Names(), tuple(names))
        case ActKind.CORRECT | ActKind.STRIKE:
            return _entry(table.ledger, data)
    raise ValueError(f"{kind} is no act on a physical game")


def value_of(key: Key, value: str | None) -> Card | Seat | bool | None:
    """A card's code or a seat's number as the sheet keeps it; None strikes. Refused as ``Card.parse`` does."""
    what, _ = key
    if value is None:
        return NOTHING.get(what)
    return Seat(value) if what is What.LEADER else Card.parse(value)


def _placed(seating: Seating) -> Placed:
    return seating.places, seating.gone, seating.host


def _end(table: AtTable, kind: ActKind, data: Mapping[str, Any]) -> Ended:
    closed = table.ledger.sheet.closed
    if kind is ActKind.REOPEN:
        return False, None, False
    if kind is ActKind.CALL_OFF:
        return True, table.end.ruling, closed
    return False, (data["winner"],), closed


def _given_back(seating: Seating, data: Mapping[str, Any]) -> Seating:
    return seating.seated(data["device"], seating.place_with(data["device"], data["seat"], data["user"]))


def _entry(ledger: Ledger, data: Mapping[str, Any]) -> Setting:
    change = ledger.change(data["number"])
    if change is None:
        raise ValueError("an entry that is not in the history")
    return Setting(Logged(change.key), value_of(change.key, data.get("value")))
