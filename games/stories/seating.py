"""Which device has which seat at a table. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from games.rules.state import Seat
from games.stories.sheet import Seats

if TYPE_CHECKING:
    from games.stories.table import Table


class Role(StrEnum):
    """What a device at the table is for."""

    PLAYER = "player"
    DISPLAY = "display"
    WATCHER = "watcher"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a device is: the seats that it holds, none for a display or a watcher. ``user`` is who signed in on it."""

    seats: Seats
    role: Role
    name: str
    user: int | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """A device that asks for a taken seat."""

    seat: Seat
    name: str


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


def without(mapping: Mapping[int, Any], device: int) -> dict[int, Any]:
    return {one: value for one, value in mapping.items() if one != device}
