"""Every message that a device at a table sends, typed. docs/protocol-table.md is checked against this module."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from games.schemas.common import Letter, Message, Seat
from games.schemas.match import HeartbeatAck, Resync

CardPlace = Literal["revealed", "lead", "follow", "blind"]
SlotPlace = Literal["leader", "revealed", "lead", "follow", "blind"]
DepthName = Literal["every", "scoring", "piles"]
PhaseNumber = Literal[1, 2]
TrickNumber = Annotated[int, Field(ge=1, le=13)]
EntryId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,28}$")]
CardText = Annotated[str, Field(max_length=12)]
Value = Annotated[int, Field(ge=0, le=9)]
Count = Annotated[int, Field(ge=0, le=14)]


class LogCard(Message):
    """Log a card. ``instead`` is the card that it replaces, once the person was asked; ``card`` null takes it away."""

    type: Literal["log"] = "log"
    phase: PhaseNumber
    trick: TrickNumber
    place: CardPlace
    card: CardText | None
    instead: CardText | None = None
    id: EntryId


class UndoEntry(Message):
    """Take back the entry with this number, which is ``undo.number`` of the view; ``expects`` is its ``undo.mark``."""

    type: Literal["undo"] = "undo"
    number: Annotated[int, Field(ge=1)]
    expects: Annotated[str, Field(max_length=80)] | None = None
    id: EntryId


class AcceptSlip(Message):
    """The players let a slip stand. ``slip`` is its ``key``."""

    type: Literal["stand"] = "stand"
    slip: Annotated[str, Field(max_length=60)]
    id: EntryId


class LogFirstLeader(Message):
    """Who leads the first trick of the game. ``instead`` is the seat that it replaces."""

    type: Literal["lead"] = "lead"
    seat: Seat
    instead: Seat | None = None
    id: EntryId


class StateLeader(Message):
    """Who led a trick, as the players say; ``seat`` null takes the statement away."""

    type: Literal["state_leader"] = "state_leader"
    phase: PhaseNumber
    trick: TrickNumber
    seat: Seat | None
    instead: Seat | None = None
    id: EntryId


class LogUndead(Message):
    """An Undead that a seat won in phase one, where phase one is not logged trick by trick; ``gone`` takes it away."""

    type: Literal["undead"] = "undead"
    seat: Seat
    card: CardText
    gone: bool = False
    id: EntryId


class LogPile(Message):
    """The final piles of a faction; ``highest`` is asked only where the counts are level.

    ``over``: it replaces what another device counted, once the person was asked; ``instead`` are those counts.
    """

    type: Literal["pile"] = "pile"
    faction: Letter
    counts: tuple[Count, Count]
    highest: tuple[Value | None, Value | None] = (None, None)
    over: bool = False
    instead: tuple[Count, Count] | None = None
    id: EntryId


class SetDepth(Message):
    """Log less from now on, or more: every card, scoring only, final piles only. What was logged is kept."""

    type: Literal["depth"] = "depth"
    depth: DepthName
    id: EntryId


class CloseGame(Message):
    """The players end a game that is not logged to its end."""

    type: Literal["close"] = "close"
    id: EntryId


class ConfirmResult(Message):
    """A seat of this device accepts the result, or not."""

    type: Literal["confirm"] = "confirm"
    seat: Seat
    accept: bool
    id: EntryId


class ProposeRematch(Message):
    """A rematch, the seats and devices kept: asked for or agreed to, or with ``accept`` false not wanted.

    It begins when both sides want it; one that holds both seats, or plays against a free one, has nobody to ask.
    """

    type: Literal["rematch"] = "rematch"
    accept: bool = True
    id: EntryId


class RenamePlayer(Message):
    """Another name for the player on a seat."""

    type: Literal["name"] = "name"
    seat: Seat
    name: Annotated[str, Field(min_length=1, max_length=20)]
    id: EntryId


QueuedCommand = (
    LogCard
    | UndoEntry
    | AcceptSlip
    | LogFirstLeader
    | StateLeader
    | LogUndead
    | LogPile
    | SetDepth
    | CloseGame
    | ConfirmResult
    | ProposeRematch
    | RenamePlayer
)
"""One entry of a device."""


class CommandQueue(Message):
    """What a device queued while it was offline, in order. Every item gets an answer of its own."""

    type: Literal["entries"] = "entries"
    items: Annotated[
        tuple[Annotated[QueuedCommand, Field(discriminator="type")], ...],
        Field(min_length=1, max_length=40),
    ]


FromDevice = QueuedCommand | CommandQueue | Resync | HeartbeatAck
from_device: TypeAdapter[FromDevice] = TypeAdapter(Annotated[FromDevice, Field(discriminator="type")])
