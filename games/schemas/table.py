"""Messages of the server to a device at a table. docs/protocol-table.md is checked against this module."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, DrawName, KeptName, Letter, Message, PersonalMessage, Seat
from games.schemas.match import Accepted, Goodbye, NoticeShown, Refused, TransferShown
from games.schemas.table_commands import CardPlace, DepthName, PhaseNumber, SlotPlace, TrickNumber

RoleName = Literal["player", "display", "watcher"]


class OwnDevice(Message):
    """Receiving device. ``device`` is null if it is not at the table; ``seats`` are none, one or both.

    ``blinds`` is whether the device asks for blind cards by default. It does not if each seat has a phone, where
    logging them is optional, or if both players share its screen.
    """

    device: int | None
    name: str
    seats: tuple[Seat, ...]
    role: RoleName
    host: bool
    blinds: bool


class SeatShown(Message):
    """Seat with the ``devices`` that hold it. ``user`` is whether an account is signed in on one of them."""

    name: str
    devices: tuple[int, ...]
    user: bool


class DeviceShown(Message):
    """Device at the table. Heartbeats list the devices that are connected."""

    id: int
    name: str
    role: RoleName
    seats: tuple[Seat, ...]
    host: bool


class SeatRequest(Message):
    """Request of a device for a taken seat.

    The device with that seat may accept the request; while it is away, the host or another seated device may. Any of
    them may decline it.
    """

    device: int
    name: str
    seat: Seat


class HandoverShown(Message):
    """Handover of a seat to another device by entry ``number``.

    ``ground``: the former device ``agreed`` or was ``away``, the seat ``returned`` to the device from which it was
    taken, or was ``free``. ``blinds`` is the number of blind cards logged for the seat, which its new device sees.
    """

    number: int
    seat: Seat
    ground: Literal["free", "agreed", "away", "returned"]
    blinds: int
    text: str


class RulingsShown(Message):
    """Rulings on points that the rule books leave open. If ``strict``, ``followers`` are null in phase one."""

    lead: Literal["chosen", "random"]
    strict: bool
    last_trick: KeptName
    draw: DrawName


class AskShown(Message):
    """Card or leader to log. ``seat`` is the seat of the card.

    ``mine``: this device logs it. ``private``: it is a blind card. ``optional``: the game goes on without it.
    ``spare``: only a person who wants to log it is asked. ``text`` is the headline, ``pad`` selects the keys.
    ``likely`` are the cards that the seat can still hold in phase two; null if unknown.
    """

    phase: PhaseNumber
    trick: TrickNumber
    place: SlotPlace
    seat: Seat | None
    mine: bool
    private: bool
    optional: bool
    spare: bool
    likely: tuple[CardCode, ...] | None
    pad: Literal["recruit", "play", "support"] | None
    text: str


class PadKeys(Message):
    """Keys of a pad. ``left`` is how many copies of a card remain; ``off`` is why a key is disabled."""

    left: dict[CardCode, int]
    off: dict[CardCode, Literal["seen", "phase_one"]]


class Pads(Message):
    """Keys for a revealed or blind card, for a card played in phase one, in phase two, and for Undead won in phase one.

    The key of the card that is already logged in a place is always enabled.
    """

    recruit: PadKeys
    play: PadKeys
    support: PadKeys
    undead: PadKeys


class TrickShown(Message):
    """Trick as far as it is logged.

    ``logged`` are the places of logged cards that the reader may see; a card in another place is deduced. ``site`` are
    the places that the site logged, because the rules leave no choice. ``stated`` is the leader as the players stated
    it. ``taker`` is the seat that takes the blind card. ``by`` are the names of the devices that logged the trick,
    ``story`` describes it in one line, and ``slips`` are keys of the ``slips`` of the view.
    """

    phase: PhaseNumber
    number: TrickNumber
    leader: Seat | None
    stated: Seat | None
    revealed: CardCode | None
    lead: CardCode | None
    follow: CardCode | None
    blind: CardCode | None
    winner: Seat | None
    reason: Literal["higher", "equal", "other_faction", "power"] | None
    taker: Seat | None
    over: bool
    logged: tuple[CardPlace, ...]
    site: tuple[CardPlace, ...]
    slips: tuple[str, ...]
    story: str
    by: tuple[str, ...]


class FactionShown(Message):
    """Vote of a faction: the known piles, the seat ``ahead`` by them, and the ``vote`` once it is ``certain``."""

    faction: Letter
    name: str
    counts: tuple[int, int]
    highest: tuple[CardCode | None, CardCode | None]
    by: Literal["count", "card", "none"]
    ahead: Seat | None
    certain: bool
    vote: Seat | None


class PileShown(Message):
    """Final piles of a faction as counted. ``asks`` is the missing field; the deck has ``size`` cards of the faction.

    ``logged`` is the minimum number of cards of each seat by the log; ``doubt`` warns if fewer are counted.
    """

    faction: Letter
    name: str
    size: int
    counts: tuple[int, int] | None
    highest: tuple[int | None, int | None]
    asks: Literal["counts", "highest"] | None
    logged: tuple[int, int]
    doubt: str


class TableResult(Message):
    """Result, once hidden or unknown cards cannot change the winner. ``winner`` is null for a draw.

    ``ruled`` is whether a moderator decided it, regardless of the votes.
    """

    winner: Seat | None
    votes: tuple[int, int]
    text: str
    ruled: bool


class SlipShown(Message):
    """Slip in the log or the play, with the trick that proves it. ``stands`` is whether the players let it stand."""

    key: str
    code: Literal["wrong_leader", "duplicate", "revoke", "wrong_owner"]
    phase: PhaseNumber
    trick: TrickNumber | None
    seat: Seat | None
    card: CardCode | None
    evidence: tuple[PhaseNumber, TrickNumber | None]
    text: str
    stands: bool


class ChangeShown(Message):
    """Correction of an entry, with its author, both values, and the tricks (phase, number) that it changed."""

    number: int
    by: str
    device: int | None
    phase: PhaseNumber
    trick: TrickNumber
    place: SlotPlace
    was: str | None
    now: str | None
    tricks: tuple[tuple[PhaseNumber, TrickNumber], ...]
    text: str


class UndoShown(Message):
    """Entry that this device can undo: its last one, or one that the site logged since, unless it was replaced.

    ``mark`` names the place and the logged value; the client returns it in an ``undo`` as ``expects``.
    """

    number: int
    mark: str
    text: str


class TableView(Message):
    """Game as this device may see it. A view replaces the previous one unless its version is older.

    ``leader`` and ``turn`` are those of the current trick. ``followers`` are the cards that the device's own seats have
    certainly recruited. ``sheet_open`` is whether the blind cards of both seats are open.
    ``best_of`` is the length of the series, 0 for no limit; at the end, that of the rematch.
    """

    type: Literal["table"] = "table"
    version: int
    game: str
    you: OwnDevice
    status: Literal["gathering", "playing", "finished", "called_off"]
    depth: DepthName
    watch: bool
    rulings: RulingsShown
    names: tuple[str, str]
    seats: tuple[SeatShown, SeatShown]
    devices: tuple[DeviceShown, ...]
    locked: bool
    joinable: bool
    requests: tuple[SeatRequest, ...]
    leader_first: Seat | None
    phase: PhaseNumber
    trick: TrickNumber
    leader: Seat | None
    turn: Seat | None
    deck: int
    ask: tuple[AskShown, ...]
    pads: Pads
    tricks: tuple[TrickShown, ...]
    followers: tuple[tuple[CardCode, ...] | None, tuple[CardCode, ...] | None]
    sizes: tuple[int, int]
    score: tuple[tuple[CardCode, ...], tuple[CardCode, ...]]
    undead: tuple[tuple[CardCode, ...], tuple[CardCode, ...]] | None
    factions: tuple[FactionShown, ...]
    piles: tuple[PileShown, ...] | None
    result: TableResult | None
    recap: tuple[str, ...]
    missing: tuple[AskShown, ...]
    slips: tuple[SlipShown, ...]
    changes: tuple[ChangeShown, ...]
    handovers: tuple[HandoverShown, ...]
    undo: UndoShown | None
    closed: bool
    sheet_open: bool
    confirmed: tuple[bool | None, bool | None]
    again: tuple[bool | None, bool | None]
    best_of: int
    rematch: str | None
    transfer: TransferShown | None
    notice: NoticeShown | None
    frozen: bool


class TableHeartbeat(Message):
    """Heartbeat with the devices that are ``here``, sent every five seconds and when a device comes or goes."""

    type: Literal["beat"] = "beat"
    version: int
    here: tuple[int, ...]


class SlotShown(Message):
    """Place in a trick."""

    phase: PhaseNumber
    trick: TrickNumber
    place: SlotPlace


class TableRefused(Refused):
    """Refusal of an entry.

    With ``already_logged``, ``already_led`` and ``changed_meanwhile`` it has the ``slot`` and the value that is
    ``there``. To change that value, the client sends the entry under a new id with ``there`` as ``instead``. With
    ``already_counted`` it has the present ``counts``, which the client sends as ``instead`` together with ``over``.
    """

    slot: SlotShown | None = None
    there: CardCode | Seat | None = None
    counts: tuple[int, int] | None = None


ToDevice = TableView | TableHeartbeat | Accepted | TableRefused | PersonalMessage | Goodbye
