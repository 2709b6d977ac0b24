"""Sheet of a table: a pure value in which every entry sets one key, so that each can be undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any

from games.inference.deduction import deduce
from games.inference.record import (
    PileCount,
    Slot,
    Spot,
    TableRecord,
    get_trick_index,
    list_logged_cards,
    list_possible_tops,
)
from games.inference.slips import Slip
from games.inference.tally import PlayTally, Tally, compute_play, compute_tally
from games.rules.cards import Card, Faction
from games.rules.state import HAND_SIZE, Phase, Seat, SeatCards
from games.rules.tricks import list_scored_factions

Seats = frozenset[Seat]
"""Set of seats: none, one or both."""

NO_SEATS: Seats = frozenset()
BOTH_SEATS: Seats = frozenset({0, 1})


class LogDepth(StrEnum):
    """Depth of a log: every card, scoring only, or final piles only."""

    EVERY = "every"
    SCORING = "scoring"
    PILES = "piles"


class SheetKey(IntEnum):
    """Kind of a key of the sheet. The comments give the types of its subject and of its value."""

    CARD = 1  # Slot: Card or None
    BLIND = 2  # (number, seat): Card or None
    LEADER = 3  # Slot: Seat or None
    UNDEAD = 4  # Card: Seat or None
    PILE = 5  # Faction: PileCount or None
    STOOD = 6  # key of a slip: bool
    DEPTH = 7  # None: LogDepth
    CLOSED = 8  # None: bool


SheetKeyTuple = tuple[SheetKey, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Content of the log. ``record`` contains neither blind cards nor separately logged Undead.

    A blind card is stored under its trick and the seat that logged it, the only seat that may see it. If a correction
    of the trick gives the blind card to the other seat, the logged card must neither be revealed nor block that seat's
    own entry.
    """

    record: TableRecord
    blinds: frozenset[tuple[int, Seat, Card]] = frozenset()
    undead: frozenset[tuple[Seat, Card]] = frozenset()
    stood: frozenset[str] = frozenset()
    depth: LogDepth = LogDepth.EVERY
    closed: bool = False

    def at(self, key: SheetKeyTuple) -> Any:
        """Return the value of a key."""
        kind, subject = key
        match kind:
            case SheetKey.CARD:
                return self.record.card(subject)
            case SheetKey.BLIND:
                return next((card for number, seat, card in self.blinds if (number, seat) == subject), None)
            case SheetKey.LEADER:
                return self.record.tricks[subject.index].leader
            case SheetKey.UNDEAD:
                return next((seat for seat, card in self.undead if card == subject), None)
            case SheetKey.PILE:
                return dict(self.record.piles).get(subject)
            case SheetKey.STOOD:
                return subject in self.stood
            case SheetKey.DEPTH:
                return self.depth
        return self.closed

    def put(self, key: SheetKeyTuple, value: Any) -> Sheet:
        """Return this sheet with a key set. Impossible values are accepted, because the tally flags them."""
        kind, subject = key
        match kind:
            case SheetKey.CARD:
                return replace(self, record=self.record.logged(subject, value))
            case SheetKey.BLIND:
                others = frozenset(blind for blind in self.blinds if blind[:2] != subject)
                return replace(self, blinds=others if value is None else others | {(*subject, value)})
            case SheetKey.LEADER:
                return replace(self, record=self.record.led(subject, value))
            case SheetKey.UNDEAD:
                rest = frozenset((seat, card) for seat, card in self.undead if card != subject)
                return replace(self, undead=rest if value is None else rest | {(value, subject)})
            case SheetKey.PILE:
                return replace(self, record=_set_pile(self.record, subject, value))
            case SheetKey.STOOD:
                return replace(self, stood=self.stood | {subject} if value else self.stood - {subject})
            case SheetKey.DEPTH:
                return replace(self, depth=value)
        return replace(self, closed=value)

    def taker(self, number: int) -> Seat | None:
        """Return the seat that takes the blind card of a trick of phase one, by public knowledge; None if unknown."""
        return deduce(build_visible_record(self, NO_SEATS)).taker(get_trick_index(Phase.ONE, number), Spot.BLIND).seat

    def player(self, slot: Slot) -> Seat | None:
        """Return the seat that plays the lead or answer of a slot, by public knowledge; None if unknown.

        Other slots have no player.
        """
        if slot.spot not in (Spot.LEAD, Spot.FOLLOW):
            return None
        return deduce(build_visible_record(self, NO_SEATS)).taker(slot.index, slot.spot).seat

    @property
    def finished(self) -> bool:
        """Return whether the game is logged to its end, all piles are counted, or the players closed it."""
        return self.closed or self.complete or (self.depth is LogDepth.PILES and self.counted)

    @property
    def complete(self) -> bool:
        """Return whether the last trick is logged."""
        two = self.record.phase_two
        return len(two) == HAND_SIZE and None not in (two[-1].lead, two[-1].follow)

    @property
    def gapless(self) -> bool:
        """Return whether every played card is logged, so that the blind cards reveal nothing more."""
        return _is_gapless(self.record)

    @property
    def counted(self) -> bool:
        """Return whether the piles of all five factions are counted, with the highest cards where they decide."""
        piles = dict(self.record.piles)
        return all(faction in piles and get_missing_pile_field(faction, piles[faction]) is None for faction in Faction)


def get_missing_pile_field(faction: Faction, pile: PileCount | None) -> str | None:
    """Return the missing field of a faction's pile count: ``counts``, ``highest`` if it decides, or None."""
    if pile is None:
        return "counts"
    if pile.counts[0] != pile.counts[1] or not pile.counts[0]:
        return None
    tops = list_possible_tops(faction, pile.counts, pile.highest)
    return "highest" if len({(a > b) - (a < b) for a, b in tops}) > 1 else None


def build_slip_key(slip: Slip) -> str:
    """Return the key that identifies a slip, for instance as one that the players let stand."""
    moments = (f"{int(moment.phase)}.{moment.number or 0}" for moment in (slip.moment, slip.evidence))
    return ":".join([slip.code.value, *moments, str(slip.card or ""), "" if slip.seat is None else str(slip.seat)])


@lru_cache(1024)
def build_visible_record(sheet: Sheet, seats: Seats) -> TableRecord:
    """Return the record with the blind cards of these seats only; nothing in it depends on other blind cards.

    A blind card is left out unless public knowledge gives it to the seat that logged it. Counted piles and separately
    logged Undead are left out at a depth that does not ask for them.
    """
    if not seats:
        return replace(sheet.record, undead=_list_undead(sheet), piles=_list_counted_piles(sheet))
    public = build_visible_record(sheet, NO_SEATS)
    winners = deduce(public).chain.winners
    return public.with_blinds(
        {
            number: card
            for number, seat, card in sheet.blinds
            if seat in seats and winners[number - 1].opponent.seat == seat
        }
    )


@lru_cache(512)
def get_tally(record: TableRecord) -> Tally:
    """Return the tally of a record, cached because several audiences ask for the same one."""
    return compute_tally(record)


@lru_cache(512)
def get_play_tally(record: TableRecord) -> PlayTally:
    """Return the play tally of a record, cached."""
    return compute_play(record)


@lru_cache(512)
def _is_gapless(record: TableRecord) -> bool:
    """Return whether every played card is logged, cached because callers check repeatedly whether a sheet is open."""
    return sum(spot is not Spot.REVEALED for _, spot, _ in list_logged_cards(record.tricks)) == 4 * HAND_SIZE


def _list_counted_piles(sheet: Sheet) -> tuple[tuple[Faction, PileCount], ...]:
    """Return the counted piles that apply at the depth of the sheet.

    If only scoring is logged, these are the piles of the factions that also score in phase one, and only once the last
    trick is logged.
    """
    if sheet.depth is LogDepth.PILES:
        return sheet.record.piles
    if sheet.depth is LogDepth.EVERY or not sheet.complete:
        return ()
    scored = list_scored_factions(Phase.ONE)
    return tuple((faction, pile) for faction, pile in sheet.record.piles if faction in scored)


def _list_undead(sheet: Sheet) -> SeatCards | None:
    if sheet.depth is LogDepth.EVERY:
        return None
    first, second = (tuple(sorted(card for owner, card in sheet.undead if owner == seat)) for seat in (0, 1))
    return first, second


def _set_pile(record: TableRecord, faction: Faction, pile: PileCount | None) -> TableRecord:
    piles = {**dict(record.piles), faction: pile}
    counts = ((key, piles.get(key)) for key in Faction)
    return replace(record, piles=tuple((key, count) for key, count in counts if count is not None))
