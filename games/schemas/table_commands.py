"""Messages of a device at a table to the server. docs/protocol-table.md is checked against this module."""

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
    """Command to log a card, or to remove one if ``card`` is null.

    ``instead`` is the card that it replaces, which the client sends after the person confirmed the change.
    """

    type: Literal["log"] = "log"
    phase: PhaseNumber
    trick: TrickNumber
    place: CardPlace
    card: CardText | None
    instead: CardText | None = None
    id: EntryId


class UndoEntry(Message):
    """Command to undo an entry. ``number`` and ``expects`` are ``undo.number`` and ``undo.mark`` of the view."""

    type: Literal["undo"] = "undo"
    number: Annotated[int, Field(ge=1)]
    expects: Annotated[str, Field(max_length=80)] | None = None
    id: EntryId


class AcceptSlip(Message):
    """Command to let a slip stand. ``slip`` is its ``key``."""

    type: Literal["stand"] = "stand"
    slip: Annotated[str, Field(max_length=60)]
    id: EntryId


class LogFirstLeader(Message):
    """Command to log the leader of the first trick. ``instead`` is the seat that it replaces."""

    type: Literal["lead"] = "lead"
    seat: Seat
    instead: Seat | None = None
    id: EntryId


class StateLeader(Message):
    """Command to state the leader of a trick, or to remove the statement if ``seat`` is null."""

    type: Literal["state_leader"] = "state_leader"
    phase: PhaseNumber
    trick: TrickNumber
    seat: Seat | None
    instead: Seat | None = None
    id: EntryId


class LogUndead(Message):
    """Command to log an Undead that a seat won in phase one, or to remove it if ``gone``.

    It is for depths at which phase one is not logged trick by trick. ``instead`` is the seat that it moves from.
    """

    type: Literal["undead"] = "undead"
    seat: Seat
    card: CardText
    gone: bool = False
    instead: Seat | None = None
    id: EntryId


class LogPile(Message):
    """Command to log the final piles of a faction. ``highest`` is needed only if the counts are equal.

    ``over`` replaces the counts of another device, after the person confirmed it; ``instead`` are those counts.
    """

    type: Literal["pile"] = "pile"
    faction: Letter
    counts: tuple[Count, Count]
    highest: tuple[Value | None, Value | None] = (None, None)
    over: bool = False
    instead: tuple[Count, Count] | None = None
    id: EntryId


class SetDepth(Message):
    """Command to change the depth of the log. Logged cards and counts are kept."""

    type: Literal["depth"] = "depth"
    depth: DepthName
    id: EntryId


class CloseGame(Message):
    """Command to end a game that is not logged to its end."""

    type: Literal["close"] = "close"
    id: EntryId


class ConfirmResult(Message):
    """Answer of a seat of this device on the result: accepted or not."""

    type: Literal["confirm"] = "confirm"
    seat: Seat
    accept: bool
    id: EntryId


class ProposeRematch(Message):
    """Request for a rematch with the same seats and devices, or agreement to one; a refusal if ``accept`` is false.

    ``best_of`` proposes the length of the series, 0 for no limit; that of the first request counts.

    The rematch begins when both seats want it. If the device holds both seats, or the other seat is free, it begins at
    once.
    """

    type: Literal["rematch"] = "rematch"
    accept: bool = True
    best_of: Literal[0, 3, 5] | None = None
    id: EntryId


class RenamePlayer(Message):
    """Command to rename the player on a seat."""

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
"""Single command of a device, which may also be sent in a ``CommandQueue``."""


class CommandQueue(Message):
    """Commands that a device queued while it was offline, in order. Each gets an answer of its own."""

    type: Literal["entries"] = "entries"
    items: Annotated[
        tuple[Annotated[QueuedCommand, Field(discriminator="type")], ...],
        Field(min_length=1, max_length=40),
    ]


FromDevice = QueuedCommand | CommandQueue | Resync | HeartbeatAck
from_device: TypeAdapter[FromDevice] = TypeAdapter(Annotated[FromDevice, Field(discriminator="type")])
