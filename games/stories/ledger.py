"""How a table changes: a key of its sheet is set, a device takes a place or loses it. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from games.rules.logged.slots import Slot
from games.stories.sheet import Key, Sheet, What
from games.stories.table_kinds import TableKind

if TYPE_CHECKING:
    from games.stories.table import Table

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


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of something that was logged already, with the sheets before and after it."""

    change: Change
    before: Sheet
    after: Sheet


def set_key(table: Table, change: Change) -> Table:
    """The table with a key of its sheet set; an accepted result is one of another sheet afterwards."""
    after = table.sheet.put(change.key, change.now)
    corrections = table.corrections
    if change.key[0] in (What.CARD, What.BLIND, What.LEADER) and change.was is not None:
        corrections = (*corrections, Correction(change, table.sheet, after))[-CORRECTIONS:]
    return replace(
        table,
        sheet=after,
        history=(*table.history, change)[-HISTORY:],
        corrections=corrections,
        authors=_authors(table, change),
        confirmed=(None, None) if change.key[0] is not What.STOOD else table.confirmed,
    )


def with_names(table: Table, names: tuple[str, str]) -> Table:
    """The table with these names for its seats, on the devices that go by the old ones too."""
    new = {old: now for old, now in zip(table.names, names, strict=True) if old != now}
    places = {device: replace(place, name=new.get(place.name, place.name)) for device, place in table.places.items()}
    sheet = replace(table.sheet, record=replace(table.sheet.record, seats=names))
    return replace(table, sheet=sheet, places=places)


def _authors(table: Table, change: Change) -> Mapping[Slot, int]:
    what, about = change.key
    return {**table.authors, about: change.device} if what in (What.CARD, What.LEADER) else table.authors
