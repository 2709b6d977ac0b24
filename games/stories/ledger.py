"""What was logged at a table, and how it came to be so: entries set keys of a sheet. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.rules.logged.slots import PileCount, Slot, TableRecord
from games.stories.sheet import Key, Sheet, What
from games.stories.table_kinds import TableKind

HISTORY = 200
"""Entries that can still be undone."""
CORRECTIONS = 5
"""Corrections of which the view tells."""


@dataclass(frozen=True, slots=True)
class Change:
    """An entry that set a key of the sheet, by a device."""

    number: int
    device: int
    kind: TableKind
    key: Key
    was: Any
    now: Any
    undone: bool = False

    @property
    def mark(self) -> str:
        """The key and what it was set to, as one word: by it a device says what it means to take back."""
        what, about = self.key
        if what is What.BLIND:
            return f"1.{about[0]}.blind={_word(self.now)}"
        if what in (What.CARD, What.LEADER):
            return f"{int(about.phase)}.{about.number}.{about.spot}={_word(self.now)}"
        return f"{what.name.lower()}.{_word(about)}={_word(self.now)}"


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of something that was logged already, with the sheets before and after it."""

    change: Change
    before: Sheet
    after: Sheet


def _word(value: Any) -> str:
    if isinstance(value, PileCount):
        return "-".join(map(str, value.counts))
    return "" if value is None else str(value)


def _blank() -> Sheet:
    return Sheet(TableRecord(("", "")))


@dataclass(frozen=True, slots=True)
class Ledger:
    """A sheet and the last changes of it. ``authors`` are the devices that logged a slot."""

    sheet: Sheet = field(default_factory=_blank)
    history: tuple[Change, ...] = ()
    corrections: tuple[Correction, ...] = ()
    authors: Mapping[Slot, int] = field(default_factory=dict)

    def changed(self, change: Change) -> Ledger:
        """This ledger with one key of its sheet set."""
        after = self.sheet.put(change.key, change.now)
        corrections = self.corrections
        if change.key[0] in (What.CARD, What.BLIND, What.LEADER) and change.was is not None:
            corrections = (*corrections, Correction(change, self.sheet, after))[-CORRECTIONS:]
        history = (*self.history, change)[-HISTORY:]
        return Ledger(after, history, corrections, self._authors(change))

    def undone(self, number: int, at: int, device: int) -> tuple[Ledger, Change]:
        """The entry ``number`` marked as taken back, and the change that the entry ``at`` by ``device`` makes of it.

        ValueError for an entry that is not in the history.
        """
        taken = self.change(number)
        if taken is None:
            raise ValueError("an entry that is not in the history")
        history = tuple(replace(one, undone=True) if one is taken else one for one in self.history)
        back = Change(at, device, TableKind.UNDONE, taken.key, taken.now, taken.was, undone=True)
        return replace(self, history=history), back

    def named(self, names: tuple[str, str]) -> Ledger:
        """This ledger with these names for the seats."""
        return replace(self, sheet=replace(self.sheet, record=replace(self.sheet.record, seats=names)))

    def change(self, number: int) -> Change | None:
        """The change that an entry made, as far back as the history goes."""
        return next((change for change in reversed(self.history) if change.number == number), None)

    def last(self, key: Key) -> Change | None:
        """The last change of a key, as far back as the history goes."""
        return next((change for change in reversed(self.history) if change.key == key), None)

    def stands(self, change: Change) -> bool:
        """Whether what a change set is still what is there."""
        return bool(self.sheet.at(change.key) == change.now)

    def _authors(self, change: Change) -> Mapping[Slot, int]:
        what, about = change.key
        return {**self.authors, about: change.device} if what in (What.CARD, What.LEADER) else self.authors
