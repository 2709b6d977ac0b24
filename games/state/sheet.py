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
from games.rules.state import HAND_SIZE, Pair, Phase, Seat
from games.rules.tricks import list_scored_factions

Seats = frozenset[Seat]
"""Seats whose secrets an audience may know: none, one or both."""

NO_SEATS: Seats = frozenset()
BOTH_SEATS: Seats = frozenset({0, 1})


class LogDepth(StrEnum):
    """Depth of a log: how much is logged."""

    EVERY = "every"
    SCORING = "scoring"
    PILES = "piles"


class SheetKey(IntEnum):
    """Kind of a key; the comment beside each shows the type of its subject and the type of its value."""

    CARD = 1  # Slot: Card or None
    BLIND = 2  # (number, seat): Card or None
    LEADER = 3  # Slot: Seat or None
    UNDEAD = 4  # Card: Seat or None
    PILE = 5  # Faction: PileCount or None
    STOOD = 6  # key of a slip: bool
    DEPTH = 7  # None: Depth
    CLOSED = 8  # None: bool


SheetKeyTuple = tuple[SheetKey, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Content of the log. ``record`` holds neither blind cards nor Undead logged apart.

    A blind card is kept by trick and by the seat that logged it, which alone may see it: its owner can change when a
    trick is corrected, and then the card must not come to light or stand in the way of the other seat's card.
    """

    record: TableRecord
    blinds: frozenset[tuple[int, Seat, Card]] = frozenset()
    undead: frozenset[tuple[Seat, Card]] = frozenset()
    stood: frozenset[str] = frozenset()
    depth: LogDepth = LogDepth.EVERY
    closed: bool = False

    def at(self, key: SheetKeyTuple) -> Any:
        """Return the value of a key."""
        what, about = key
        match what:
            case SheetKey.CARD:
                return self.record.card(about)
            case SheetKey.BLIND:
                return next((card for number, seat, card in self.blinds if (number, seat) == about), None)
            case SheetKey.LEADER:
                return self.record.tricks[about.index].leader
            case SheetKey.UNDEAD:
                return next((seat for seat, card in self.undead if card == about), None)
            case SheetKey.PILE:
                return dict(self.record.piles).get(about)
            case SheetKey.STOOD:
                return about in self.stood
            case SheetKey.DEPTH:
                return self.depth
        return self.closed

    def put(self, key: SheetKeyTuple, value: Any) -> Sheet:
        """Return this sheet with a key set. Refuse nothing: the tally flags what cannot be."""
        what, about = key
        match what:
            case SheetKey.CARD:
                return replace(self, record=self.record.logged(about, value))
            case SheetKey.BLIND:
                kept = frozenset(one for one in self.blinds if one[:2] != about)
                return replace(self, blinds=kept if value is None else kept | {(*about, value)})
            case SheetKey.LEADER:
                return replace(self, record=self.record.led(about, value))
            case SheetKey.UNDEAD:
                others = frozenset(one for one in self.undead if one[1] != about)
                return replace(self, undead=others if value is None else others | {(value, about)})
            case SheetKey.PILE:
                return replace(self, record=_with_pile(self.record, about, value))
            case SheetKey.STOOD:
                return replace(self, stood=self.stood | {about} if value else self.stood - {about})
            case SheetKey.DEPTH:
                return replace(self, depth=value)
        return replace(self, closed=value)

    def taker(self, number: int) -> Seat | None:
        """Return the seat that takes the blind card of a trick of phase one, by what everybody can see."""
        return deduce(build_visible_record(self, NO_SEATS)).taker(get_trick_index(Phase.ONE, number), Spot.BLIND).seat

    def player(self, slot: Slot) -> Seat | None:
        """Return the seat that plays the card of a lead or an answer, by what everybody can see; None elsewhere."""
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
        """Return whether every played card is logged, so that nothing is left that a secret could decide."""
        return _is_gapless(self.record)

    @property
    def counted(self) -> bool:
        """Return whether all five piles are counted, highest cards included where they decide."""
        piles = dict(self.record.piles)
        return all(faction in piles and get_missing_pile_field(faction, piles[faction]) is None for faction in Faction)


def get_missing_pile_field(faction: Faction, pile: PileCount | None) -> str | None:
    """Return what is missing of a faction's piles: ``counts``, ``highest`` where counts are equal, or None."""
    if pile is None:
        return "counts"
    if pile.counts[0] != pile.counts[1] or not pile.counts[0]:
        return None
    tops = list_possible_tops(faction, pile.counts, pile.highest)
    return "highest" if len({(a > b) - (a < b) for a, b in tops}) > 1 else None


def build_slip_key(slip: Slip) -> str:
    """Return the key of a slip that the players let stand."""
    moments = (f"{int(moment.phase)}.{moment.number or 0}" for moment in (slip.moment, slip.evidence))
    return ":".join([slip.code.value, *moments, str(slip.card or ""), "" if slip.seat is None else str(slip.seat)])


@lru_cache(1024)
def build_visible_record(sheet: Sheet, seats: Seats) -> TableRecord:
    """Return the record with the blind cards of these seats only, without any other secret, inferences included.

    A blind card counts where its seat takes it by what everybody can see; other blind cards are set aside. So are
    counted piles, and Undead logged apart, at a depth that does not ask for them.
    """
    if not seats:
        return replace(sheet.record, undead=_list_undead(sheet), piles=_list_counted_piles(sheet))
    public = build_visible_record(sheet, NO_SEATS)
    winners = deduce(public).chain.winners
    own = [one for one in sheet.blinds if one[1] in seats and winners[one[0] - 1].opponent.seat == one[1]]
    return public.with_blinds({number: card for number, _seat, card in own})


@lru_cache(512)
def get_tally(record: TableRecord) -> Tally:
    """Return ``compute_tally`` of a record, cached: several audiences ask for the same tally."""
    return compute_tally(record)


@lru_cache(512)
def get_play_tally(record: TableRecord) -> PlayTally:
    """Return ``compute_play`` of a record, cached."""
    return compute_play(record)


@lru_cache(512)
def _is_gapless(record: TableRecord) -> bool:
    """Return whether every played card is logged, cached: callers ask repeatedly whether a sheet is open."""
    return sum(spot is not Spot.REVEALED for _, spot, _ in list_logged_cards(record.tricks)) == 4 * HAND_SIZE


def _list_counted_piles(sheet: Sheet) -> tuple[tuple[Faction, PileCount], ...]:
    """Return the counted piles that count at the depth of the sheet.

    Where only scoring cards are logged, these are the piles of the factions that score cards in phase one as well, once
    the last trick is logged.
    """
    if sheet.depth is LogDepth.PILES:
        return sheet.record.piles
    if sheet.depth is LogDepth.EVERY or not sheet.complete:
        return ()
    return tuple(one for one in sheet.record.piles if one[0] in list_scored_factions(Phase.ONE))


def _list_undead(sheet: Sheet) -> Pair | None:
    if sheet.depth is LogDepth.EVERY:
        return None
    first, second = (tuple(sorted(card for seat, card in sheet.undead if seat == one)) for one in (0, 1))
    return first, second


def _with_pile(record: TableRecord, faction: Faction, pile: PileCount | None) -> TableRecord:
    piles = {**dict(record.piles), faction: pile}
    kept = ((one, piles[one]) for one in Faction if piles.get(one) is not None)
    return replace(record, piles=tuple((one, count) for one, count in kept if count is not None))
