"""Which device has which seat at a table. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from games.rules.state import Seat
from games.stories.sheet import BOTH, NOBODY, Seats


class Role(StrEnum):
    """What a device at the table is for."""

    PLAYER = "player"
    DISPLAY = "display"
    WATCHER = "watcher"


class Gone(StrEnum):
    """Why a device that was at the table is not any more; its socket is closed with the same code."""

    REMOVED = "removed"
    TAKEN_OVER = "seat_taken_over"
    PUT_OFF = "put_off"

    @property
    def sent_away(self) -> bool:
        """Whether it comes back with the table's code only."""
        return self is not Gone.TAKEN_OVER


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


@dataclass(frozen=True, slots=True)
class Seating:
    """The devices at a table: their places, who hosts, who asks to come in, and why others are gone."""

    host: int | None = None
    places: Mapping[int, Place] = field(default_factory=dict)
    gone: Mapping[int, Gone] = field(default_factory=dict)
    requests: Mapping[int, Asking] = field(default_factory=dict)
    locked: bool = False

    @property
    def free_seats(self) -> Seats:
        """The seats that no device holds."""
        return BOTH - frozenset(seat for place in self.places.values() for seat in place.seats)

    def seats_of(self, device: int | None) -> Seats:
        """The seats that a device holds; none for displays, watchers and strangers."""
        place = None if device is None else self.places.get(device)
        return NOBODY if place is None else place.seats

    def holders(self, seat: Seat) -> tuple[int, ...]:
        """The devices that hold a seat."""
        return tuple(device for device, place in self.places.items() if seat in place.seats)

    def place_with(self, device: int, seat: Seat, user: int | None) -> Place:
        """The place that a device has once it has this seat too."""
        had = self.places.get(device)
        return Place(self.seats_of(device) | {seat}, Role.PLAYER, had.name if had else "", user)

    def seated(self, device: int, place: Place) -> Seating:
        """A device on its place. A seat that another device held is taken over, and who has none left is gone."""
        places, gone = {device: place}, _without(self.gone, device)
        for one, had in _without(self.places, device).items():
            left = replace(had, seats=had.seats - place.seats)
            if left.seats or not had.seats:
                places[one] = left
            else:
                gone[one] = Gone.TAKEN_OVER
        host = device if self.host in gone else self.host
        after = self.answered(device)
        return replace(after, places=dict(sorted(places.items())), gone=gone, host=host)

    def unseated(self, device: int, seat: Seat) -> Seating:
        """A device put off a seat; without another it is gone, and the host's part falls to who still has a seat."""
        place = self.places[device]
        left = place.seats - {seat}
        if left:
            return replace(self, places={**self.places, device: replace(place, seats=left)})
        places = _without(self.places, device)
        heirs = [one for one, has in places.items() if has.seats]
        host = self.host if self.host != device or not heirs else heirs[0]
        return replace(self, places=places, gone={**self.gone, device: Gone.PUT_OFF}, host=host)

    def removed(self, device: int) -> Seating:
        """A device that the host sent away."""
        after = self.answered(device)
        return replace(after, places=_without(self.places, device), gone={**self.gone, device: Gone.REMOVED})

    def asked(self, device: int, asking: Asking) -> Seating:
        return replace(self, requests={**self.requests, device: asking})

    def answered(self, device: int) -> Seating:
        """A device that waits for no answer any more."""
        return replace(self, requests=_without(self.requests, device))

    def renamed(self, names: Mapping[str, str]) -> Seating:
        """The devices that go by an old name with the name that it becomes."""
        places = {device: replace(one, name=names.get(one.name, one.name)) for device, one in self.places.items()}
        return replace(self, places=places)


def _without(mapping: Mapping[int, Any], device: int) -> dict[int, Any]:
    return {one: value for one, value in mapping.items() if one != device}
