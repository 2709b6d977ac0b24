"""What a device says at a table, as values. ``id`` is the client's own: with it a retry is harmless."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.state import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """Log a card. ``instead`` is the card that it replaces, once the person was asked; ``card`` None takes it away."""

    phase: int
    trick: int
    place: str
    card: str | None
    instead: str | None = None
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Take back the entry with this number. ``expects`` is what the person believes it says: its mark."""

    number: int
    expects: str | None = None
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """The players let a slip stand. ``slip`` is its key."""

    slip: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """Who leads the first trick of the game. ``instead`` is the seat that it replaces."""

    seat: Seat
    instead: Seat | None = None
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateLeader:
    """Who led a trick, as the players say; ``seat`` None takes the statement away."""

    phase: int
    trick: int
    seat: Seat | None
    instead: Seat | None = None
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undead:
    """An Undead that a seat won in phase one, where phase one is not logged trick by trick; ``gone`` takes it away."""

    seat: Seat
    card: str
    gone: bool = False
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """The final piles of a faction; ``over``: it replaces what another device counted, once the person was asked, and
    ``instead`` are the counts that it replaces."""

    faction: str
    counts: tuple[int, int]
    highest: tuple[int | None, int | None] = (None, None)
    over: bool = False
    instead: tuple[int, int] | None = None
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDepth:
    """Log less or more from now on."""

    depth: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """The players end a game that is not logged to its end."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm:
    """A seat of this device accepts the result, or not."""

    seat: Seat
    accept: bool
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """A rematch with the seats and devices kept: asked for or agreed to, or with ``accept`` False not wanted."""

    accept: bool = True
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Another name for the player on a seat."""

    seat: Seat
    name: str
    id: str


Item = Log | Undo | Stand | Lead | StateLeader | Undead | Pile | SetDepth | Close | Confirm | Again | Name
"""One entry of a device."""
