"""Seating of the devices at a table, with handovers of seats and claims to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import takewhile
from typing import Any

from games.rules.state import Seat
from games.state.sheet import BOTH_SEATS, NO_SEATS, Seats

# Handovers of seats between devices, and claims to take a seat back.

MAX_SHOWN_HANDOVERS = 5
"""Maximum number of handovers that the view shows."""


class HandoverGround(StrEnum):
    """Ground of a handover: the seat was free, its device agreed or was away, or the seat is returned after a claim."""

    FREE = "free"
    AGREED = "agreed"
    AWAY = "away"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class Handover:
    """Handover of a seat to another device by entry ``number``, with the number of blind cards logged for the seat."""

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
"""Claims to each seat, oldest first. A seat that was taken repeatedly has several."""


def add_claims(claims: Claims, seat: Seat, lost: Iterable[Claim]) -> Claims:
    """Return the claims with new ones to a seat appended."""
    return {**claims, seat: (*claims.get(seat, ()), *lost)}


def settle_claims(claims: Claims, seats: Seats, device: int, claimant: int | None) -> Claims:
    """Return the claims after a device took these seats, which settles the claims of that device to any seat.

    Later claims to a taken seat end too: they belong to devices that held the seat after it was lost. ``claimant`` is
    the device whose claim was used, if it is another device of the same account.
    """
    settled = {device, claimant}
    return {
        seat: tuple(
            takewhile(lambda claim: claim.device not in settled, seat_claims)
            if seat in seats
            else _exclude_device(seat_claims, device)
        )
        for seat, seat_claims in claims.items()
    }


def _exclude_device(claims: Iterable[Claim], device: int) -> Iterator[Claim]:
    return (claim for claim in claims if claim.device != device)


class DeviceRole(StrEnum):
    """Role of a device at the table."""

    PLAYER = "player"
    DISPLAY = "display"
    WATCHER = "watcher"


class DepartureReason(StrEnum):
    """Reason why a device left the table, which is also the code of the last message on its socket."""

    REMOVED = "removed"
    TAKEN_OVER = "seat_taken_over"
    TAKEN_WHILE_AWAY = "seat_taken_while_away"
    PUT_OFF = "put_off"

    @property
    def sent_away(self) -> bool:
        """Return whether the device needs the table's code to come back."""
        return self in (DepartureReason.REMOVED, DepartureReason.PUT_OFF)


@dataclass(frozen=True, slots=True)
class DevicePlace:
    """Place of a device. A display or watcher has no ``seats``; ``user`` is the account signed in on the device."""

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
    """Seating of a table: its host device, the places of its devices, and the last handovers.

    ``places``, ``gone`` and ``requests`` are keyed by device: its place, the reason why it left, and its request for a
    taken seat. No device can join while the table is ``locked``.
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

    def users_of(self, seat: Seat) -> Mapping[int, int | None]:
        """Return the accounts that are signed in on the devices that hold a seat, by device."""
        return {device: self.places[device].user for device in self.holders(seat)}

    def is_host(self, device: int) -> bool:
        """Return whether a device is the host; every device with a seat is while the host is not at the table."""
        if self.host in self.places:
            return self.host == device
        return bool(self.seats_of(device))

    def claim(self, seat: Seat, device: int, user: int | None) -> Claim | None:
        """Return the claim to a seat of a device with this account; None without one.

        A device that a moderator put off its seat has no claim.
        """
        if self.gone.get(device) is DepartureReason.PUT_OFF:
            return None
        return next((claim for claim in self.claims.get(seat, ()) if claim.belongs_to(device, user)), None)

    def place_with(self, device: int, seat: Seat, user: int | None) -> DevicePlace:
        """Return the place of a device with a seat added."""
        place = self.places.get(device)
        return DevicePlace(self.seats_of(device) | {seat}, DeviceRole.PLAYER, place.name if place else "", user)

    def seated(self, device: int, place: DevicePlace, why: DepartureReason = DepartureReason.TAKEN_OVER) -> Seating:
        """Return the seating with a device at a place.

        Its seats are taken over from other devices. A device that loses its last seat is gone, for the reason ``why``.
        The device that takes the last seat of the host becomes host, unless the host was away.
        """
        places, gone = {device: place}, _remove_device(self.gone, device)
        for other, before in _remove_device(self.places, device).items():
            after = replace(before, seats=before.seats - place.seats)
            if after.seats or not before.seats:
                places[other] = after
            else:
                gone[other] = why
        inherits = self.host in gone and gone[self.host] is not DepartureReason.TAKEN_WHILE_AWAY and place.seats
        host = device if inherits else self.host
        return replace(self.answered(device), places=dict(sorted(places.items())), gone=gone, host=host)

    def handed_over(
        self, device: int, place: DevicePlace, handovers: Iterable[Handover], claimant: int | None
    ) -> Seating:
        """Return the seating with a device at a place, with the handovers of its new seats and the resulting claims.

        ``claimant`` is the device whose claim is settled, if another device of the same account takes a seat back.
        """
        handovers, why = tuple(handovers), DepartureReason.TAKEN_OVER
        claims = settle_claims(self.claims, place.seats, device, claimant) if place.seats else self.claims
        for handover in handovers:
            if handover.ground is HandoverGround.AWAY:
                claims = add_claims(claims, handover.seat, self._build_claims(handover.seat))
                why = DepartureReason.TAKEN_WHILE_AWAY
        latest = (*self.handovers, *handovers)[-MAX_SHOWN_HANDOVERS:]
        return replace(self.seated(device, place, why), claims=claims, handovers=latest)

    def unseated(self, device: int, seat: Seat) -> Seating:
        """Return the seating after a moderator put a device off a seat.

        A device without another seat is gone. If it was the host, another device with a seat becomes host.
        """
        place = self.places[device]
        left = place.seats - {seat}
        if left:
            return replace(self, places={**self.places, device: replace(place, seats=left)})
        places = _remove_device(self.places, device)
        seated = [other for other, other_place in places.items() if other_place.seats]
        host = self.host if self.host != device or not seated else seated[0]
        return replace(self, places=places, gone={**self.gone, device: DepartureReason.PUT_OFF}, host=host)

    def removed(self, device: int, away: bool = False) -> Seating:
        """Return the seating without a device that the host sent away.

        A device that was ``away`` may take its seats back.
        """
        claims = self.claims
        for seat in self.seats_of(device) if away else ():
            claims = add_claims(claims, seat, self._build_claims(seat))
        gone = {**self.gone, device: DepartureReason.REMOVED}
        return replace(self.answered(device), places=_remove_device(self.places, device), gone=gone, claims=claims)

    def _build_claims(self, seat: Seat) -> list[Claim]:
        """Return claims to a seat for the devices that hold it and are about to lose it."""
        return [Claim(device, self.places[device].user) for device in self.holders(seat)]

    def asked(self, device: int, request: SeatRequest) -> Seating:
        """Return the seating with the request of a device, which replaces an earlier one."""
        return replace(self, requests={**self.requests, device: request})

    def answered(self, device: int) -> Seating:
        """Return the seating without the request of a device."""
        return replace(self, requests=_remove_device(self.requests, device))

    def renamed(self, names: Mapping[str, str]) -> Seating:
        """Return the seating with its devices renamed; ``names`` maps old names to new ones."""
        places = {
            device: replace(place, name=names.get(place.name, place.name)) for device, place in self.places.items()
        }
        return replace(self, places=places)


def _remove_device(mapping: Mapping[int, Any], device: int) -> dict[int, Any]:
    return {key: value for key, value in mapping.items() if key != device}
