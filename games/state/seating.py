"""Seating of the devices at a table, with handovers of seats and claims to them, as pure values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import takewhile
from typing import Any

from games.rules.state import Seat
from games.state.sheet import BOTH_SEATS, NO_SEATS, Seats

# Handovers: a seat that comes to another device, on what ground, and which device may take it back.

MAX_SHOWN_HANDOVERS = 5
"""Number of handovers that the view shows."""


class HandoverGround(StrEnum):
    """Ground of a handover: the seat is free, its device agreed or is away, or it goes back to where it was taken."""

    FREE = "free"
    AGREED = "agreed"
    AWAY = "away"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class Handover:
    """Seat that came to another device by entry ``number``, with the ``blinds`` blind cards logged for it so far."""

    number: int
    seat: Seat
    ground: HandoverGround
    blinds: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Right of a device, or of the account on it, to take back a seat that was taken while it was away."""

    device: int
    user: int | None

    def belongs_to(self, device: int, user: int | None) -> bool:
        """Return whether a device with this account may use the claim."""
        return self.device == device or (user is not None and self.user == user)


Claims = Mapping[Seat, tuple[Claim, ...]]
"""Claims to each seat. A seat can be taken again from the device that took it: the first claim is the oldest."""


def add_claims(claims: Claims, seat: Seat, lost: Iterable[Claim]) -> Claims:
    """Return the claims with later ones to a seat."""
    return {**claims, seat: (*claims.get(seat, ()), *lost)}


def settle_claims(claims: Claims, seats: Seats, device: int, claimant: int | None) -> Claims:
    """Return the claims after a device took these seats: its own claims are settled, whatever seat they were to.

    For a seat that it took, the later claims end too: they belong to devices that held the seat after it was lost.
    ``claimant`` is the device whose claim was used, where that is another device of the same account.
    """
    own = {device, claimant}
    return {
        seat: tuple(
            takewhile(lambda one: one.device not in own, found) if seat in seats else _exclude_device(found, device)
        )
        for seat, found in claims.items()
    }


def _exclude_device(claims: Iterable[Claim], device: int) -> Iterator[Claim]:
    return (one for one in claims if one.device != device)


class DeviceRole(StrEnum):
    """Role of a device at the table."""

    PLAYER = "player"
    DISPLAY = "display"
    WATCHER = "watcher"


class DepartureReason(StrEnum):
    """Reason why a device left the table; its socket is closed with the same code."""

    REMOVED = "removed"
    TAKEN_OVER = "seat_taken_over"
    TAKEN_WHILE_AWAY = "seat_taken_while_away"
    PUT_OFF = "put_off"

    @property
    def sent_away(self) -> bool:
        """Return whether the device comes back with the table's code only."""
        return self in (DepartureReason.REMOVED, DepartureReason.PUT_OFF)


@dataclass(frozen=True, slots=True)
class DevicePlace:
    """Place of a device: its seats, none for a display or a watcher. ``user`` is the account signed in on it."""

    seats: Seats
    role: DeviceRole
    name: str
    user: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Request of a device for a taken seat."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Seating:
    """Seating of a table: the places of its devices, the host, and the last handovers.

    ``requests`` are those of devices that ask to come in, ``gone`` has the reasons why others left, ``claims`` the
    rights to take a seat back.
    """

    host: int | None = None
    places: Mapping[int, DevicePlace] = field(default_factory=dict)
    gone: Mapping[int, DepartureReason] = field(default_factory=dict)
    requests: Mapping[int, SeatRequest] = field(default_factory=dict)
    claims: Claims = field(default_factory=dict)
    handovers: tuple[Handover, ...] = ()
    locked: bool = False

    @property
    def free_seats(self) -> Seats:
        """Return the seats that no device holds."""
        return BOTH_SEATS - frozenset(seat for place in self.places.values() for seat in place.seats)

    def seats_of(self, device: int | None) -> Seats:
        """Return the seats that a device holds; none for displays, watchers and devices that are not at the table."""
        place = None if device is None else self.places.get(device)
        return NO_SEATS if place is None else place.seats

    def holders(self, seat: Seat) -> tuple[int, ...]:
        """Return the devices that hold a seat."""
        return tuple(device for device, place in self.places.items() if seat in place.seats)

    def is_host(self, device: int) -> bool:
        """Return whether a device hosts: the host's, and every player's while the host's is not at the table."""
        if self.host in self.places:
            return self.host == device
        return bool(self.seats_of(device))

    def claim(self, seat: Seat, device: int, user: int | None) -> Claim | None:
        """Return the claim to a seat of a device with this account, if any.

        A device that a moderator put off its seat has no claim.
        """
        if self.gone.get(device) is DepartureReason.PUT_OFF:
            return None
        return next((one for one in self.claims.get(seat, ()) if one.belongs_to(device, user)), None)

    def place_with(self, device: int, seat: Seat, user: int | None) -> DevicePlace:
        """Return the place of a device once it has this seat too."""
        had = self.places.get(device)
        return DevicePlace(self.seats_of(device) | {seat}, DeviceRole.PLAYER, had.name if had else "", user)

    def seated(self, device: int, place: DevicePlace, why: DepartureReason = DepartureReason.TAKEN_OVER) -> Seating:
        """Return the seating with a device on its place.

        A seat that another device held is taken over, and a device that loses its last seat is gone. The role of host
        goes along with the host's last seat, unless that was taken while its device was away.
        """
        places, gone = {device: place}, _remove_device(self.gone, device)
        for one, had in _remove_device(self.places, device).items():
            left = replace(had, seats=had.seats - place.seats)
            if left.seats or not had.seats:
                places[one] = left
            else:
                gone[one] = why
        inherits = self.host in gone and gone[self.host] is not DepartureReason.TAKEN_WHILE_AWAY and place.seats
        after, host = self.answered(device), device if inherits else self.host
        return replace(after, places=dict(sorted(places.items())), gone=gone, host=host)

    def handed_over(self, device: int, place: DevicePlace, told: Iterable[Handover], claimant: int | None) -> Seating:
        """Return ``seated``, with the claims that follow from it, and the handovers of the seats new to the device.

        ``claimant`` is the device whose claim is settled, where another device of the same account takes a seat back.
        """
        told, why = tuple(told), DepartureReason.TAKEN_OVER
        claims = settle_claims(self.claims, place.seats, device, claimant) if place.seats else self.claims
        for one in told:
            if one.ground is HandoverGround.AWAY:
                claims, why = add_claims(claims, one.seat, self._lost(one.seat)), DepartureReason.TAKEN_WHILE_AWAY
        handovers = (*self.handovers, *told)[-MAX_SHOWN_HANDOVERS:]
        return replace(self.seated(device, place, why), claims=claims, handovers=handovers)

    def unseated(self, device: int, seat: Seat) -> Seating:
        """Return the seating with a device put off a seat.

        A device without another seat is gone, and its role of host falls to a device that still has a seat.
        """
        place = self.places[device]
        left = place.seats - {seat}
        if left:
            return replace(self, places={**self.places, device: replace(place, seats=left)})
        places = _remove_device(self.places, device)
        heirs = [one for one, has in places.items() if has.seats]
        host = self.host if self.host != device or not heirs else heirs[0]
        return replace(self, places=places, gone={**self.gone, device: DepartureReason.PUT_OFF}, host=host)

    def removed(self, device: int, away: bool = False) -> Seating:
        """Return the seating without a device that the host sent away.

        A device that was ``away`` may take its seats back.
        """
        claims = self.claims
        for seat in self.seats_of(device) if away else ():
            claims = add_claims(claims, seat, self._lost(seat))
        gone = {**self.gone, device: DepartureReason.REMOVED}
        return replace(self.answered(device), places=_remove_device(self.places, device), gone=gone, claims=claims)

    def _lost(self, seat: Seat) -> list[Claim]:
        """Return the claims of the devices that hold a seat, when it is taken from them."""
        return [Claim(one, self.places[one].user) for one in self.holders(seat)]

    def asked(self, device: int, asking: SeatRequest) -> Seating:
        """Return the seating with the request of a device, which replaces its earlier one."""
        return replace(self, requests={**self.requests, device: asking})

    def answered(self, device: int) -> Seating:
        """Return the seating without the request of a device."""
        return replace(self, requests=_remove_device(self.requests, device))

    def renamed(self, names: Mapping[str, str]) -> Seating:
        """Return the seating with new names, by old name, for the devices that go by the old ones."""
        places = {device: replace(one, name=names.get(one.name, one.name)) for device, one in self.places.items()}
        return replace(self, places=places)


def _remove_device(mapping: Mapping[int, Any], device: int) -> dict[int, Any]:
    return {one: value for one, value in mapping.items() if one != device}
