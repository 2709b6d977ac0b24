"""Moderators' acts on a physical game: the aspects of its state that they set, with the new values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from games.rules.cards import Card
from games.rules.state import Seat
from games.state.ledger import Ledger
from games.state.moderation import FROZEN_ASPECT, ActKind, AspectValue
from games.state.seating import DepartureReason, DevicePlace, Seating
from games.state.sheet import SheetKey, SheetKeyTuple
from games.state.table_end import TableEnd, WinnerRuling
from games.state.table_events import MODERATOR, TableEventKind

UNSET_VALUES = {SheetKey.STOOD: False, SheetKey.CLOSED: False}
"""Values of struck keys of the sheet; None for all other keys."""


class TableAspects(Protocol):
    """Parts of a physical game's state that acts set."""

    @property
    def seating(self) -> Seating:
        """Return the seating of the devices."""

    @property
    def ledger(self) -> Ledger:
        """Return the sheet with the history of its changes."""

    @property
    def end(self) -> TableEnd:
        """Return the end of the game, apart from the votes of its cards."""

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both seats."""

    def with_names(self, names: tuple[str, str]) -> Any:
        """Return the state with new names for its seats."""

    def with_change(self, device: int, kind: TableEventKind, key: SheetKeyTuple, now: Any) -> Any:
        """Return the state with a key of its sheet set by a device."""


Ended = tuple[bool, WinnerRuling | None, bool]
Placed = tuple[Mapping[int, DevicePlace], Mapping[int, DepartureReason], int | None]


@dataclass(frozen=True, slots=True)
class EndAspect:
    """End of a game: called off, ruled on by a moderator, closed by the players, or none of these."""

    def get(self, table: TableAspects) -> Ended:
        """Return whether the game is called off, its ruling, and whether it is closed."""
        return table.end.called_off, table.end.ruling, table.ledger.sheet.closed

    def put(self, table: Any, value: Ended) -> Any:
        """Return the state with this end. If ``closed`` changes, the answers of the seats no longer apply."""
        called_off, ruling, closed = value
        sheet = table.ledger.sheet
        end = table.end if closed == sheet.closed else table.end.unsaid
        ledger = replace(table.ledger, sheet=replace(sheet, closed=closed))
        return replace(table, ledger=ledger, end=replace(end, called_off=called_off, ruling=ruling))


@dataclass(frozen=True, slots=True)
class PlacesAspect:
    """Places of the devices, the devices that are gone, and the host."""

    def get(self, table: TableAspects) -> Placed:
        """Return the places, the devices that are gone, and the host."""
        return _get_places(table.seating)

    def put(self, table: Any, value: Placed) -> Any:
        """Return the state with these places."""
        places, gone, host = value
        return replace(table, seating=replace(table.seating, places=places, gone=gone, host=host))


@dataclass(frozen=True, slots=True)
class NamesAspect:
    """Names of both seats."""

    def get(self, table: TableAspects) -> tuple[str, str]:
        """Return the names of both seats."""
        return table.names

    def put(self, table: TableAspects, value: tuple[str, str]) -> Any:
        """Return the state with these names."""
        return table.with_names(value)


@dataclass(frozen=True, slots=True)
class LogAspect:
    """Key of the sheet, as an entry set it."""

    key: SheetKeyTuple

    def get(self, table: TableAspects) -> Any:
        """Return the value of the key."""
        return table.ledger.sheet.at(self.key)

    def put(self, table: TableAspects, value: Any) -> Any:
        """Return the state with the key set, as a change by a moderator."""
        return table.with_change(MODERATOR, TableEventKind.JUDGED, self.key, value)


def build_aspect_value(table: TableAspects, kind: ActKind, data: Mapping[str, Any]) -> AspectValue:
    """Return the aspect that an act sets, with its new value.

    Raise ValueError for a kind that is no act on a physical game, and for an entry that is not in the history.
    """
    match kind:
        case ActKind.CALL_OFF | ActKind.AWARD | ActKind.CHANGE_RESULT | ActKind.REOPEN:
            return AspectValue(EndAspect(), _build_end(table, kind, data))
        case ActKind.FREEZE:
            return AspectValue(FROZEN_ASPECT, (True,))
        case ActKind.PUT_OFF:
            return AspectValue(PlacesAspect(), _get_places(table.seating.unseated(data["device"], data["seat"])))
        case ActKind.GIVE_BACK:
            return AspectValue(PlacesAspect(), _get_places(_give_back_seat(table.seating, data)))
        case ActKind.RENAME_SEAT | ActKind.RENAME:
            names = (data["name"] if at == data["seat"] else name for at, name in enumerate(table.names))
            return AspectValue(NamesAspect(), tuple(names))
        case ActKind.CORRECT | ActKind.STRIKE:
            return _build_log_value(table.ledger, data)
    raise ValueError(f"{kind} is no act on a physical game")


def parse_value(key: SheetKeyTuple, value: str | None) -> Card | Seat | bool | None:
    """Return the value of a key from a card code or a seat number; None strikes the entry.

    Refuse a bad card code as ``Card.parse`` does.
    """
    kind, _subject = key
    if value is None:
        return UNSET_VALUES.get(kind)
    return Seat(value) if kind is SheetKey.LEADER else Card.parse(value)


def _get_places(seating: Seating) -> Placed:
    return seating.places, seating.gone, seating.host


def _build_end(table: TableAspects, kind: ActKind, data: Mapping[str, Any]) -> Ended:
    closed = table.ledger.sheet.closed
    if kind is ActKind.REOPEN:
        return False, None, False
    if kind is ActKind.CALL_OFF:
        return True, table.end.ruling, closed
    return False, (data["winner"],), closed


def _give_back_seat(seating: Seating, data: Mapping[str, Any]) -> Seating:
    return seating.seated(data["device"], seating.place_with(data["device"], data["seat"], data["user"]))


def _build_log_value(ledger: Ledger, data: Mapping[str, Any]) -> AspectValue:
    change = ledger.change(data["number"])
    if change is None:
        raise ValueError("an entry that is not in the history")
    return AspectValue(LogAspect(change.key), parse_value(change.key, data.get("value")))
