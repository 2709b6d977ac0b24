"""Ledger of a table: its sheet with the history of its changes, as pure values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.inference.record import PileCount, Slot, TableRecord
from games.state.sheet import Sheet, SheetKey, SheetKeyTuple
from games.state.table_events import TableEventKind

MAX_HISTORY = 200
"""Maximum number of latest entries that can be undone."""
MAX_CORRECTIONS = 5
"""Maximum number of corrections that the view shows."""


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a key of the sheet by a device, logged as entry ``number``."""

    number: int
    device: int
    kind: TableEventKind
    key: SheetKeyTuple
    was: Any
    now: Any
    undone: bool = False

    @property
    def mark(self) -> str:
        """Return the key and its new value in one string, by which a device names the change to undo."""
        kind, subject = self.key
        if kind is SheetKey.BLIND:
            return f"1.{subject[0]}.blind={_serialize_value(self.now)}"
        if kind in (SheetKey.CARD, SheetKey.LEADER):
            return f"{int(subject.phase)}.{subject.number}.{subject.spot}={_serialize_value(self.now)}"
        return f"{kind.name.lower()}.{_serialize_value(subject)}={_serialize_value(self.now)}"


@dataclass(frozen=True, slots=True)
class Correction:
    """Change of an already logged value, with the sheets before and after it."""

    change: Change
    before: Sheet
    after: Sheet


def _serialize_value(value: Any) -> str:
    if isinstance(value, PileCount):
        return "-".join(map(str, value.counts))
    return "" if value is None else str(value)


def _build_empty_sheet() -> Sheet:
    return Sheet(TableRecord(("", "")))


@dataclass(frozen=True, slots=True)
class Ledger:
    """Sheet with its latest changes and corrections. ``authors`` maps each slot to the device that logged it."""

    sheet: Sheet = field(default_factory=_build_empty_sheet)
    history: tuple[Change, ...] = ()
    corrections: tuple[Correction, ...] = ()
    authors: Mapping[Slot, int] = field(default_factory=dict)

    def changed(self, change: Change) -> Ledger:
        """Return this ledger with a change applied to its sheet."""
        after = self.sheet.put(change.key, change.now)
        corrections = self.corrections
        if change.key[0] in (SheetKey.CARD, SheetKey.BLIND, SheetKey.LEADER) and change.was is not None:
            corrections = (*corrections, Correction(change, self.sheet, after))[-MAX_CORRECTIONS:]
        history = (*self.history, change)[-MAX_HISTORY:]
        return Ledger(after, history, corrections, self._authors(change))

    def undone(self, number: int, at: int, device: int) -> tuple[Ledger, Change]:
        """Return this ledger with entry ``number`` marked as undone, and the change that reverts that entry.

        The reverting change is entry ``at`` by ``device``. It is not applied yet. Raise ValueError for an entry that is
        not in the history.
        """
        undone = self.change(number)
        if undone is None:
            raise ValueError("an entry that is not in the history")
        history = tuple(replace(change, undone=True) if change is undone else change for change in self.history)
        reverting = Change(at, device, TableEventKind.UNDONE, undone.key, undone.now, undone.was, undone=True)
        return replace(self, history=history), reverting

    def named(self, names: tuple[str, str]) -> Ledger:
        """Return this ledger with new names for the seats."""
        return replace(self, sheet=replace(self.sheet, record=replace(self.sheet.record, seats=names)))

    def change(self, number: int) -> Change | None:
        """Return the change that an entry made; None if it is not in the history."""
        return next((change for change in reversed(self.history) if change.number == number), None)

    def last(self, key: SheetKeyTuple) -> Change | None:
        """Return the last change of a key; None if it is not in the history."""
        return next((change for change in reversed(self.history) if change.key == key), None)

    def stands(self, change: Change) -> bool:
        """Return whether the sheet still holds the value that a change set."""
        return bool(self.sheet.at(change.key) == change.now)

    def _authors(self, change: Change) -> Mapping[Slot, int]:
        kind, subject = change.key
        return {**self.authors, subject: change.device} if kind in (SheetKey.CARD, SheetKey.LEADER) else self.authors
