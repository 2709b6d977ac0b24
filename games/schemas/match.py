"""Messages of the WebSocket of an online game. docs/protocol.md is checked against this module."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from games.schemas.chat import AgreeToFreeText, AskChat, ChatChanged, ChatLine, ChatShown, SayPhrase, WriteText
from games.schemas.common import (
    CancelShown,
    CardCode,
    ChallengeReceived,
    ClientId,
    ClockShown,
    DealShown,
    Digest,
    Letter,
    Line,
    Message,
    OptionsShown,
    PersonalMessage,
    Ply,
    Seat,
    Thought,
)


class AskHint(Message):
    """Request for a hint for the card to play, in a game against the site."""

    type: Literal["hint"]
    ply: Ply
    line: Line
    id: ClientId


class TakeBack(Message):
    """Command to take back the player's last card, that of ``ply``, and all later ones, in a game against the site."""

    type: Literal["take_back"]
    ply: Ply
    line: Line
    id: ClientId


class HintShown(Message):
    """Hint: a card to play. ``why`` is the code of the reason, ``text`` its sentence."""

    card: CardCode
    why: str
    text: str


class AidShown(Message):
    """Help in a game against the site.

    ``line`` and ``hints`` are the numbers of take-backs and hints, ``hint`` is the one for this turn. ``back`` is the
    ply to which the player may take back a card, or null.
    """

    line: int
    hints: int
    hint: HintShown | None
    may_hint: bool
    back: int | None


class Play(Message):
    """Command to play a card. ``ply`` is ``board.ply`` at the time of the tap; ``id`` identifies a resent command.

    ``line`` is ``aid.line`` at that time, in a game with take-backs. ``thought`` is for how many milliseconds the
    player saw the turn, in a game with a clock; the rest of the time was network delay.
    """

    type: Literal["play"]
    card: Annotated[str, Field(max_length=12)]
    ply: Ply
    id: ClientId
    line: Line | None = None
    thought: Thought | None = None


class Resync(Message):
    """Request for the view, after a heartbeat with a newer version."""

    type: Literal["sync"]


class HeartbeatAck(Message):
    """Answer to a heartbeat, with the version that the client shows."""

    type: Literal["here"]
    version: Annotated[int, Field(ge=0)]


FromClient = Annotated[
    Play | AskHint | TakeBack | SayPhrase | WriteText | AgreeToFreeText | AskChat | Resync | HeartbeatAck,
    Field(discriminator="type"),
]
from_client: TypeAdapter[
    Play | AskHint | TakeBack | SayPhrase | WriteText | AgreeToFreeText | AskChat | Resync | HeartbeatAck
]
from_client = TypeAdapter(FromClient)


class OpponentShown(Message):
    """Computer opponent: its level, its strength from 1, and the card that pictures it."""

    level: str
    strength: int | None
    face: CardCode | None


class PlayerShown(Message):
    """Player on a seat. ``program`` is whether a bot plays for the person."""

    name: str
    guest: bool
    opponent: OpponentShown | None
    program: bool


class TallyRow(Message):
    """Cards of a faction that each seat has scored, and the seat that would get its vote now."""

    faction: Letter
    counts: tuple[int, int]
    ahead: Seat | None


class Gain(Message):
    """Destination of a card of a trick. ``card`` is null if the reader may not see it, ``seat`` for a discard."""

    card: CardCode | None
    pile: Literal["followers", "score", "discard"]
    seat: Seat | None


class PowerShown(Message):
    """Power that acted in a trick, and its card. ``seat`` scored the card; it is null for ``beats`` and ``wild``."""

    act: Literal["beats", "wild", "rises", "to_loser"]
    card: CardCode
    seat: Seat | None


class LastTrick(Message):
    """Complete trick. ``blind`` is shown only to the seat that took it."""

    phase: Literal[1, 2]
    number: int
    leader: Seat
    lead: CardCode
    follow: CardCode
    winner: Seat
    reason: Literal["higher", "equal", "other_faction", "power"]
    revealed: CardCode | None
    blind: CardCode | None
    gains: tuple[Gain, ...]
    powers: tuple[PowerShown, ...]


class Memory(Message):
    """Cards that the reader may remember: ``gone`` from play, and ``recruited`` by each seat and still held."""

    gone: tuple[CardCode, ...]
    recruited: tuple[tuple[CardCode, ...], tuple[CardCode, ...]]


class ReasonShown(Message):
    """Reason why some cards of the hand may not be played."""

    cards: tuple[CardCode, ...]
    text: str


class Board(Message):
    """Board as the reader may see it. ``hand``, ``dealt`` and ``recruits`` are null for watchers."""

    phase: Literal[1, 2]
    trick: int
    ply: int
    leader: Seat
    turn: Seat | None
    deck: int
    revealed: CardCode | None
    lead: CardCode | None
    sizes: tuple[int, int]
    hand: tuple[CardCode, ...] | None
    dealt: tuple[CardCode, ...] | None
    legal: tuple[CardCode, ...]
    reasons: tuple[ReasonShown, ...]
    followers: tuple[int, int]
    recruits: tuple[CardCode, ...] | None
    score: tuple[tuple[CardCode, ...], tuple[CardCode, ...]]
    tally: tuple[TallyRow, ...]
    enough: int
    last: LastTrick | None
    earlier: tuple[LastTrick, ...] | None
    memory: Memory | None


class FactionResult(Message):
    """Vote of a faction at the end: by the count, by the highest card if the counts are equal, or for no seat."""

    faction: Letter
    counts: tuple[int, int]
    highest: tuple[CardCode | None, CardCode | None]
    by: Literal["count", "card", "none"]
    vote: Seat | None


class Result(Message):
    """Result of a game. ``factions`` is empty if the game ended before its last trick."""

    ending: Literal["votes", "resigned", "away", "time", "called_off", "judged", "moved"]
    winner: Seat | None
    votes: tuple[int, int]
    factions: tuple[FactionResult, ...]


class Rematch(Message):
    """Requests for a rematch. ``game`` is its code once both seats asked, ``commitment`` the commitment to its seed.

    ``best_of`` is the length of the series that it belongs to, 0 for no limit: as proposed by the first request.
    """

    asked: tuple[bool, bool]
    declined: bool
    best_of: int
    game: str | None
    commitment: Digest | None


class NoticeShown(Message):
    """Notice of the last act of a moderator: its ``kind``, a ``text`` that describes it, and the reason ``why``.

    ``appeal`` is the path of the page for an appeal, null for a reader whom the act does not concern.
    """

    act: int
    kind: str
    text: str
    why: str
    appeal: str | None


class TransferShown(Message):
    """Offer to continue the game in the other mode, online or with the printed deck.

    ``agreed`` are the seats that agreed, ``declined`` is the seat that declined last. ``entered`` are the seats that
    entered their hands, which is needed in phase one of a physical game. ``game`` is the code of the game that goes on.
    """

    agreed: tuple[bool, bool]
    declined: Seat | None
    entered: tuple[bool, bool]
    game: str | None


class View(Message):
    """Game as the reader may see it. A view replaces the previous one unless its version is older."""

    type: Literal["view"] = "view"
    version: int
    game: str
    you: Seat | None
    status: Literal["waiting", "playing", "finished", "called_off"]
    options: OptionsShown
    players: tuple[PlayerShown | None, PlayerShown | None]
    deal: DealShown | None
    board: Board | None
    result: Result | None
    rematch: Rematch | None
    cancel: CancelShown | None
    transfer: TransferShown | None
    notice: NoticeShown | None
    frozen: bool
    aid: AidShown | None
    clock: ClockShown | None


class TrickEnd(Message):
    """End of a trick: its winner, and where its cards went.

    ``tally`` has the rows of the factions whose counts changed; ``deck`` and ``revealed`` are those of the next trick.
    """

    winner: Seat
    reason: Literal["higher", "equal", "other_faction", "power"]
    blind: CardCode | None
    gains: tuple[Gain, ...]
    powers: tuple[PowerShown, ...]
    tally: tuple[TallyRow, ...]
    deck: int
    revealed: CardCode | None


class PhaseBegin(Message):
    """Beginning of phase two. The followers become the ``hand``; ``dealt`` has them unsorted. Null for watchers."""

    phase: Literal[2]
    hand: tuple[CardCode, ...] | None
    dealt: tuple[CardCode, ...] | None


class GameEnd(Message):
    """End of a game, in the fields of the view."""

    status: Literal["finished", "called_off"]
    deal: DealShown | None
    result: Result | None
    rematch: Rematch | None


class CardPlayed(Message):
    """Card that a seat played. If it is then the reader's turn, ``legal`` are the cards to play.

    ``reasons`` say why the other cards may not be played. ``trick`` comes with the card that completes a trick,
    ``phase`` with the last card of phase one, ``end`` with the last card of the game. ``clock`` and ``aid`` are as in
    the view.
    """

    type: Literal["card"] = "card"
    version: int
    seat: Seat
    card: CardCode
    ply: int
    turn: Seat | None
    legal: tuple[CardCode, ...] = ()
    reasons: tuple[ReasonShown, ...] = ()
    trick: TrickEnd | None = None
    phase: PhaseBegin | None = None
    end: GameEnd | None = None
    clock: ClockShown | None = None
    aid: AidShown | None = None


class Ended(GameEnd):
    """End of a game without a card: by resignation, absence, time or cancellation."""

    type: Literal["end"] = "end"
    version: int
    clock: ClockShown | None = None
    aid: AidShown | None = None


class RematchAsked(Message):
    """Change of the rematch: a seat asked for it or declined it, or the next game was created."""

    type: Literal["rematch"] = "rematch"
    version: int
    rematch: Rematch | None


class Heartbeat(Message):
    """Heartbeat, sent every five seconds and when a player comes or goes.

    ``away`` is in seconds; ``claim`` is whether the reader may claim the win. ``now`` is the time of the site in
    milliseconds since 1970, if a clock runs.
    """

    type: Literal["beat"] = "beat"
    version: int
    here: tuple[bool, bool]
    away: tuple[int | None, int | None]
    claim: bool
    now: int | None


class Accepted(Message):
    """Confirmation that a command is stored. Resending the same id gets the same answer."""

    type: Literal["accepted"] = "accepted"
    id: str
    version: int


class Refused(Message):
    """Refusal of a command. ``message`` says what to do; ``id`` is null for unreadable frames."""

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    message: str
    version: int | None


class Goodbye(Message):
    """Last message before the server closes the connection.

    After a close code of 4400 or more, except 4429, the client reconnects only if a person asks for it.
    """

    type: Literal["bye"] = "bye"
    code: str
    message: str


FromServer = (
    View
    | CardPlayed
    | Ended
    | RematchAsked
    | Heartbeat
    | Accepted
    | Refused
    | PersonalMessage
    | ChallengeReceived
    | ChatLine
    | ChatShown
    | ChatChanged
    | Goodbye
)

TOO_MUCH = 4429

CLOSING: dict[str, int] = {
    "restarting": 1012,
    "too_many_bad": 4400,
    "session_ended": 4401,
    "bad_token": 4401,
    "token_ended": 4401,
    "suspended": 4401,
    "account_closed": 4401,
    "may_not_watch": 4403,
    "no_such_game": 4404,
    "silent": 4308,
    "too_many": TOO_MUCH,
    "too_many_connections": TOO_MUCH,
}
"""WebSocket close code of each ``bye``. After 4400 or more, reconnecting needs an action of a person, except after
``TOO_MUCH``, which is temporary."""
