"""What was logged at a table, as one value in which every entry sets one key, so that each can be undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any

from games.rules.cards import Card, Faction
from games.rules.logged.inference import know
from games.rules.logged.record import possible_tops
from games.rules.logged.slips import Slip
from games.rules.logged.slots import PileCount, Slot, Spot, TableRecord, index_of, loggings
from games.rules.logged.tally import Played, Tally, played, tally
from games.rules.state import HAND, Pair, Phase, Seat
from games.rules.tricks import scored_in

Seats = frozenset[Seat]
"""The seats whose secrets somebody may know: none, one or both."""

NOBODY: Seats = frozenset()
BOTH: Seats = frozenset({0, 1})


class Depth(StrEnum):
    """How much is logged."""

    EVERY = "every"
    SCORING = "scoring"
    PILES = "piles"


class What(IntEnum):
    """The kinds of keys; the values beside them are what they are about and what they hold."""

    CARD = 1  # Slot: Card or None
    BLIND = 2  # (number, seat): Card or None
    LEADER = 3  # Slot: Seat or None
    UNDEAD = 4  # Card: Seat or None
    PILE = 5  # Faction: PileCount or None
    STOOD = 6  # key of a slip: bool
    DEPTH = 7  # None: Depth
    CLOSED = 8  # None: bool


Key = tuple[What, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The log's content. ``record`` holds neither blind cards nor Undead logged apart.

    A blind card is kept by trick and by the seat that logged it, which alone may see it: whose it is can change when a
    trick is corrected, and then it must not come to light or stand in the other's way.
    """

    record: TableRecord
    blinds: frozenset[tuple[int, Seat, Card]] = frozenset()
    undead: frozenset[tuple[Seat, Card]] = frozenset()
    stood: frozenset[str] = frozenset()
    depth: Depth = Depth.EVERY
    closed: bool = False

    def at(self, key: Key) -> Any:
        """What a key holds."""
        what, about = key
        match what:
            case What.CARD:
                return self.record.card(about)
            case What.BLIND:
                return next((card for number, seat, card in self.blinds if (number, seat) == about), None)
            case What.LEADER:
                return self.record.tricks[about.index].leader
            case What.UNDEAD:
                return next((seat for seat, card in self.undead if card == about), None)
            case What.PILE:
                return dict(self.record.piles).get(about)
            case What.STOOD:
                return about in self.stood
            case What.DEPTH:
                return self.depth
        return self.closed

    def put(self, key: Key, value: Any) -> Sheet:
        """This sheet with a key set. Nothing is refused: what cannot be is flagged by the tally."""
        what, about = key
        match what:
            case What.CARD:
                return replace(self, record=self.record.logged(about, value))
            case What.BLIND:
                kept = frozenset(one for one in self.blinds if one[:2] != about)
                return replace(self, blinds=kept if value is None else kept | {(*about, value)})
            case What.LEADER:
                return replace(self, record=self.record.led(about, value))
            case What.UNDEAD:
                others = frozenset(one for one in self.undead if one[1] != about)
                return replace(self, undead=others if value is None else others | {(value, about)})
            case What.PILE:
                return replace(self, record=_piled(self.record, about, value))
            case What.STOOD:
                return replace(self, stood=self.stood | {about} if value else self.stood - {about})
            case What.DEPTH:
                return replace(self, depth=value)
        return replace(self, closed=value)

    def taker(self, number: int) -> Seat | None:
        """The seat that takes the blind card of a trick of phase one, by what everybody can see."""
        return know(seen(self, NOBODY)).taker(index_of(Phase.ONE, number), Spot.BLIND).seat

    def player(self, slot: Slot) -> Seat | None:
        """The seat that plays the card of a lead or an answer, by what everybody can see; None for other spots."""
        if slot.spot not in (Spot.LEAD, Spot.FOLLOW):
            return None
        return know(seen(self, NOBODY)).taker(slot.index, slot.spot).seat

    @property
    def finished(self) -> bool:
        """Whether the game is logged to its end, all piles are counted, or the players closed it."""
        return self.closed or self.complete or (self.depth is Depth.PILES and self.counted)

    @property
    def complete(self) -> bool:
        """Whether the last trick is logged."""
        two = self.record.phase_two
        return len(two) == HAND and None not in (two[-1].lead, two[-1].follow)

    @property
    def gapless(self) -> bool:
        """Whether every card that was played is logged, so that nothing is left that a secret could decide."""
        return _gapless(self.record)

    @property
    def counted(self) -> bool:
        """Whether all five piles are counted, highest cards included where they decide."""
        piles = dict(self.record.piles)
        return all(faction in piles and pile_asks(faction, piles[faction]) is None for faction in Faction)


def pile_asks(faction: Faction, pile: PileCount | None) -> str | None:
    """What has still to be told of a faction's piles: ``counts``, ``highest`` where they are level, or nothing."""
    if pile is None:
        return "counts"
    if pile.counts[0] != pile.counts[1] or not pile.counts[0]:
        return None
    tops = possible_tops(faction, pile.counts, pile.highest)
    return "highest" if len({(a > b) - (a < b) for a, b in tops}) > 1 else None


def slip_key(slip: Slip) -> str:
    """What a slip is called when the players let it stand."""
    moments = (f"{int(moment.phase)}.{moment.number or 0}" for moment in (slip.moment, slip.evidence))
    return ":".join([slip.code.value, *moments, str(slip.card or ""), "" if slip.seat is None else str(slip.seat)])


@lru_cache(1024)
def seen(sheet: Sheet, seats: Seats) -> TableRecord:
    """The record with the blind cards of these seats only; every other secret is absent, inferences included.

    A blind card counts where its seat takes it by what everybody can see; the others are set aside. So are counted
    piles, and Undead logged apart, at a depth that does not ask for them.
    """
    if not seats:
        return replace(sheet.record, undead=_undead(sheet), piles=_counts(sheet))
    public = seen(sheet, NOBODY)
    winners = know(public).chain.winners
    own = [one for one in sheet.blinds if one[1] in seats and winners[one[0] - 1].opponent.seat == one[1]]
    return public.with_blinds({number: card for number, _seat, card in own})


@lru_cache(512)
def tallied(record: TableRecord) -> Tally:
    """``tally``, remembered: several audiences ask for the same."""
    return tally(record)


@lru_cache(512)
def laid(record: TableRecord) -> Played:
    """``played``, remembered."""
    return played(record)


@lru_cache(512)
def _gapless(record: TableRecord) -> bool:
    """Remembered: whether a sheet is open is asked again and again."""
    return sum(spot is not Spot.REVEALED for _, spot, _ in loggings(record.tricks)) == 4 * HAND


def _counts(sheet: Sheet) -> tuple[tuple[Faction, PileCount], ...]:
    """The counted piles that count: where what scores is logged, those of which phase one has scored cards as well."""
    if sheet.depth is Depth.PILES:
        return sheet.record.piles
    if sheet.depth is Depth.EVERY or not sheet.complete:
        return ()
    return tuple(one for one in sheet.record.piles if one[0] in scored_in(Phase.ONE))


def _undead(sheet: Sheet) -> Pair | None:
    if sheet.depth is Depth.EVERY:
        return None
    first, second = (tuple(sorted(card for seat, card in sheet.undead if seat == one)) for one in (0, 1))
    return first, second


def _piled(record: TableRecord, faction: Faction, pile: PileCount | None) -> TableRecord:
    piles = {**dict(record.piles), faction: pile}
    kept = ((one, piles[one]) for one in Faction if piles.get(one) is not None)
    return replace(record, piles=tuple((one, count) for one, count in kept if count is not None))
