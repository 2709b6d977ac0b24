"""Who is at a table, as part of the messages that its devices get."""

from __future__ import annotations

from typing import Literal

from games.wire.message import Message, Seat

RoleName = Literal["player", "display", "watcher"]


class You(Message):
    """What this device is. ``device`` is null for one that is not at the table; ``seats`` are none, one or both.

    ``blinds``: it asks for blind cards unless its person says otherwise. With a phone for each seat that is a wish,
    and at a phone of both seats both players look.
    """

    device: int | None
    name: str
    seats: tuple[Seat, ...]
    role: RoleName
    host: bool
    blinds: bool


class SeatShown(Message):
    """A seat: ``devices`` that hold it, ``user`` if one of them is signed in."""

    name: str
    devices: tuple[int, ...]
    user: bool


class DeviceShown(Message):
    """A device at the table. Who is connected just now is in the beat."""

    id: int
    name: str
    role: RoleName
    seats: tuple[Seat, ...]
    host: bool


class Request(Message):
    """A device that asks for a taken seat; the host or a seated device lets it in or turns it away."""

    device: int
    name: str
    seat: Seat
