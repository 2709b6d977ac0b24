"""Messages about hints and cards taken back, in games against one of the site's own."""

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
    """Ask for a hint for the card that one is to play, against one of the site's own."""

    type: Literal["hint"]
    ply: Ply
    line: Line
    id: ClientId


class TakeBack(Message):
    """Take back one's last card, that of ``ply``, and all that came after it, against one of the site's own."""

    type: Literal["take_back"]
    ply: Ply
    line: Line
    id: ClientId


class HintShown(Message):
    """A card to play: ``why`` is for programs, ``text`` says it."""

    card: CardCode
    why: str
    text: str


class AidShown(Message):
    """What the site helped with in a game against one of its own. Of watchers it is no matter what may be asked."""

    line: int
    hints: int
    hint: HintShown | None
    may_hint: bool
    back: int | None


# Messages of an online game's socket. docs/protocol.md is checked against this module.


class Play(Message):
    """Play a card. ``ply`` is ``board.ply`` at the time of the tap; ``id`` is the client's own, for resending.

    ``line`` is ``aid.line`` then, for who plays where cards may be taken back. ``thought`` is for how many milliseconds
    the turn was in sight, for who plays against the clock: what went by besides was the network.
    """

    type: Literal["play"]
    card: Annotated[str, Field(max_length=12)]
    ply: Ply
    id: ClientId
    line: Line | None = None
    thought: Thought | None = None


class Resync(Message):
    """Ask for the view: for a client that a beat told of a newer version."""

    type: Literal["sync"]


class HeartbeatAck(Message):
    """The answer to each beat: proof of life, with the version that the client shows."""

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
    """One of the site's own: the key of its level, how strong that is, from 1, and the card that is its face."""

    level: str
    strength: int | None
    face: CardCode | None


class PlayerShown(Message):
    """Who sits there. ``program``: a program of that person plays."""

    name: str
    guest: bool
    opponent: OpponentShown | None
    program: bool


class TallyRow(Message):
    """How many cards of a faction each seat has scored, and who would get its vote now."""

    faction: Letter
    counts: tuple[int, int]
    ahead: Seat | None


class Gain(Message):
    """Where a card of the last trick went; ``card`` is null where you may not know it, ``seat`` for a discard."""

    card: CardCode | None
    pile: Literal["followers", "score", "discard"]
    seat: Seat | None


class PowerShown(Message):
    """A power that acted in a trick, by which card; ``seat`` is who scored it, null where that is not the point."""

    act: Literal["beats", "wild", "rises", "to_loser"]
    card: CardCode
    seat: Seat | None


class LastTrick(Message):
    """A complete trick. ``blind`` is shown to the seat that took it alone."""

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
    """What you may remember of the cards; see the protocol."""

    gone: tuple[CardCode, ...]
    recruited: tuple[tuple[CardCode, ...], tuple[CardCode, ...]]


class ReasonShown(Message):
    """Why these cards of the hand may not be played."""

    cards: tuple[CardCode, ...]
    text: str


class Board(Message):
    """The table as you may see it. ``hand``, ``dealt`` and ``recruits`` are null for watchers."""

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
    """One vote of the end: by the count, where level by the highest card, or nobody's."""

    faction: Letter
    counts: tuple[int, int]
    highest: tuple[CardCode | None, CardCode | None]
    by: Literal["count", "card", "none"]
    vote: Seat | None


class Result(Message):
    """``factions`` is empty where the game ended before its last trick."""

    ending: Literal["votes", "resigned", "away", "time", "called_off", "judged"]
    winner: Seat | None
    votes: tuple[int, int]
    factions: tuple[FactionResult, ...]


class Rematch(Message):
    """Who asked for a rematch; ``game`` is the code of the new game once both did, ``commitment`` that to its seed."""

    asked: tuple[bool, bool]
    declined: bool
    game: str | None
    commitment: Digest | None


class NoticeShown(Message):
    """What a moderator did last: ``kind`` for programs, ``text`` for people, ``why``, and the way to ``appeal``.

    ``appeal`` is the path of a page, null for those whom it does not concern.
    """

    act: int
    kind: str
    text: str
    why: str
    appeal: str | None


class View(Message):
    """All you may know of the game. A view replaces the one before unless its version is older."""

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
    notice: NoticeShown | None
    frozen: bool
    aid: AidShown | None
    clock: ClockShown | None


class TrickEnd(Message):
    """What a card made of the trick that it completed: who won it, and where its cards went.

    ``tally`` has the rows of the factions whose counts changed; ``deck`` and ``revealed`` are as in the board from then
    on.
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
    """Phase two begins: the followers are the hand, sorted and as they came; null for watchers."""

    phase: Literal[2]
    hand: tuple[CardCode, ...] | None
    dealt: tuple[CardCode, ...] | None


class GameEnd(Message):
    """How a game ended, in the fields of the view."""

    status: Literal["finished", "called_off"]
    deal: DealShown | None
    result: Result | None
    rematch: Rematch | None


class CardPlayed(Message):
    """A seat played a card. Where it is your turn then, you may play a card of ``legal``, for ``reasons`` no other one.

    ``trick`` comes with the card that completes a trick, ``phase`` with the last one of phase one, ``end`` with the
    last one of the game; ``clock`` and ``aid`` as the view has them, where it does.
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
    """The game ended without a card: somebody resigned, was away or out of time, or it was cancelled."""

    type: Literal["end"] = "end"
    version: int
    clock: ClockShown | None = None
    aid: AidShown | None = None


class RematchAsked(Message):
    """Somebody asked for a rematch, declined it, or the next game is there."""

    type: Literal["rematch"] = "rematch"
    version: int
    rematch: Rematch | None


class Heartbeat(Message):
    """Every five seconds and when somebody comes or goes; ``away`` is in seconds, ``claim``: you may claim the win.

    ``now`` is the time of the site where a clock runs, in milliseconds since 1970.
    """

    type: Literal["beat"] = "beat"
    version: int
    here: tuple[bool, bool]
    away: tuple[int | None, int | None]
    claim: bool
    now: int | None


class Accepted(Message):
    """What you asked for is stored. Resending the same id gets the same answer."""

    type: Literal["accepted"] = "accepted"
    id: str
    version: int


class Refused(Message):
    """Nothing changed. ``code`` is for programs, ``message`` says what to do; ``id`` is null for unreadable frames."""

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    message: str
    version: int | None


class Goodbye(Message):
    """The server closes now. After a code of 4400 and more, come back only when a person asks for it, but for 4429."""

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
"""The closing code that goes with each ``bye``. After 4400 and more, only a person can make coming back worthwhile, but
for ``TOO_MUCH``, which passes."""
