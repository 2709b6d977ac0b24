"""Every message that a device at a table gets, typed. docs/protocol-table.md is checked against this module."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, DrawName, KeptName, Letter, Message, PersonalMessage, Seat
from games.schemas.match import Accepted, Goodbye, NoticeShown, Refused
from games.schemas.table_commands import CardPlace, DepthName, PhaseNumber, SlotPlace, TrickNumber

# Devices and seats of a table in messages.

RoleName = Literal["player", "display", "watcher"]


class OwnDevice(Message):
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


class SeatRequest(Message):
    """A device that asks for a taken seat.

    The device that has the seat lets it in; while that one is away, the host's or another seated one may. Any of them
    turns it away.
    """

    device: int
    name: str
    seat: Seat


class HandoverShown(Message):
    """A seat that came to another device by entry ``number``.

    ``ground``: its device ``agreed`` or was ``away``, the seat ``returned`` to the device it was taken from, or was
    ``free``. ``blinds`` is how many blind cards were logged for the seat, which its new device sees.
    """

    number: int
    seat: Seat
    ground: Literal["free", "agreed", "away", "returned"]
    blinds: int
    text: str


class RulingsShown(Message):
    """What the rule books leave open, as chosen for this table. ``strict``: ``followers`` are null in phase one."""

    lead: Literal["chosen", "random"]
    strict: bool
    last_trick: KeptName
    draw: DrawName


class AskShown(Message):
    """Something to log. ``seat`` is whose card it is, ``mine`` a card of this device, ``private`` a blind card.

    ``optional``: the game goes on without it. ``spare``: it is asked only of who wants
    to log it. ``text`` is the headline, ``pad`` names the keys that can be. ``likely`` are, in phase two, the cards
    that its seat can still hold; null where that is not known.
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
    """The keys of a pad: how often each card can still be; for those that cannot, why: seen, or played in phase one."""

    left: dict[CardCode, int]
    off: dict[CardCode, Literal["seen", "phase_one"]]


class Pads(Message):
    """Keys for a revealed or blind card, for a card played in phase one, in phase two, and for Undead won in phase one.

    The key of the card that is in a place already can always be.
    """

    recruit: PadKeys
    play: PadKeys
    support: PadKeys
    undead: PadKeys


class TrickShown(Message):
    """A trick as far as logged.

    ``logged`` are the places in which a device logged something that you may see; a card in another place follows from
    the rest. ``stated`` is the leader as the players say. ``by`` are the
    names of the devices that logged it, ``story`` the trick in one line with who takes which card, ``taker`` the seat
    that takes the blind card, ``slips`` keys of ``slips`` of the view. ``site`` are the places that the site filled by
    itself, because the rules leave no choice.
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
    """A vote: the piles as known now (``ahead`` by them), and if it is ``certain``, who gets it (null: nobody)."""

    faction: Letter
    name: str
    counts: tuple[int, int]
    highest: tuple[CardCode | None, CardCode | None]
    by: Literal["count", "card", "none"]
    ahead: Seat | None
    certain: bool
    vote: Seat | None


class PileShown(Message):
    """A faction's final piles as counted. ``asks``: what is still needed; ``size`` cards of it are in the deck.

    ``logged`` are the cards of it that each seat has by the log at least; ``doubt`` says where the count has fewer.
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
    """The result once nothing that anybody may not know can change the winner; null ``winner``: a draw.

    ``ruled``: a moderator decided it, whatever the votes.
    """

    winner: Seat | None
    votes: tuple[int, int]
    text: str
    ruled: bool


class SlipShown(Message):
    """Something that cannot have been, with the trick that proves it. ``stands``: the players let it stand."""

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
    """A correction: by whom, what was there and what is, and the tricks (phase, number) that now went otherwise."""

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
    """The last tap of this device, or what the site logged since, as long as nothing replaced it.

    ``mark`` names the place and what was put there: an ``undo`` gives it back as what it ``expects``.
    """

    number: int
    mark: str
    text: str


class TableView(Message):
    """All that this device may know of the game. It replaces the one before unless its version is older.

    ``leader`` and ``turn`` are of the trick being played. ``followers`` are those certainly recruited, of your own
    seats only. ``sheet_open``: the blind cards of both seats are shown to all, because the game is over.
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
    rematch: str | None
    notice: NoticeShown | None
    frozen: bool


class TableHeartbeat(Message):
    """Every five seconds and when a device comes or goes: the devices that are ``here``."""

    type: Literal["beat"] = "beat"
    version: int
    here: tuple[int, ...]


class SlotShown(Message):
    """A place of a trick."""

    phase: PhaseNumber
    trick: TrickNumber
    place: SlotPlace


class TableRefused(Refused):
    """With ``already_logged``, ``already_led`` and ``changed_meanwhile``: the place, and what is ``there``.

    Sending the entry again under a new id with ``there`` as its ``instead`` makes the change.
    With ``already_counted``: the ``counts`` that are there, which go with ``over`` as ``instead``.
    """

    slot: SlotShown | None = None
    there: CardCode | Seat | None = None
    counts: tuple[int, int] | None = None


ToDevice = TableView | TableHeartbeat | Accepted | TableRefused | PersonalMessage | Goodbye
