"""How a table changes: a key of its sheet is set, a device takes a place or loses it. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games.rules.state import Seat
from games.rules.table import Slot
from games.sheet import What
from games.table_kinds import Change, Correction

if TYPE_CHECKING:
    from games.table import Place, Table

HISTORY = 200
"""Entries that can still be undone."""
CORRECTIONS = 5
"""Corrections of which the view tells."""


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


def seated(table: Table, device: int, place: Place) -> Table:
    """A device on its place. A seat that another device held is taken over, and who has none left is gone."""
    places, gone = {device: place}, {one: why for one, why in table.gone.items() if one != device}
    for one, had in table.places.items():
        left = replace(had, seats=had.seats - place.seats)
        if one == device:
            continue
        if left.seats or not had.seats:
            places[one] = left
        else:
            gone[one] = "seat_taken_over"
    host = device if table.host in gone else table.host
    return replace(
        table, places=dict(sorted(places.items())), gone=gone, requests=without(table.requests, device), host=host
    )


def unseated(table: Table, device: int, seat: Seat) -> Table:
    """A device put off a seat; without another it is gone, and the host's part falls to who still has a seat."""
    place = table.places[device]
    left = place.seats - {seat}
    if left:
        return replace(table, places={**table.places, device: replace(place, seats=left)})
    places = without(table.places, device)
    heirs = [one for one, has in places.items() if has.seats]
    host = table.host if table.host != device or not heirs else heirs[0]
    return replace(table, places=places, gone={**table.gone, device: "put_off"}, host=host)


def with_names(table: Table, names: tuple[str, str]) -> Table:
    """The table with these names for its seats, on the devices that go by the old ones too."""
    new = {old: now for old, now in zip(table.names, names, strict=True) if old != now}
    places = {device: replace(place, name=new.get(place.name, place.name)) for device, place in table.places.items()}
    sheet = replace(table.sheet, record=replace(table.sheet.record, seats=names))
    return replace(table, sheet=sheet, places=places)


def without(mapping: Mapping[int, Any], device: int) -> dict[int, Any]:
    return {one: value for one, value in mapping.items() if one != device}


def _authors(table: Table, change: Change) -> Mapping[Slot, int]:
    what, about = change.key
    return {**table.authors, about: change.device} if what in (What.CARD, What.LEADER) else table.authors
