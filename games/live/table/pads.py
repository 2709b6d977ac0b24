"""What a device is asked to log next, and the keys for it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from games.rules.cards import COPIES, Faction
from games.rules.logged.held import NONE, Held
from games.rules.logged.pad import Asked, remaining, remaining_undead, spent
from games.rules.logged.slots import UNLOGGED, PileCount, Slot, Spot, TableRecord
from games.rules.logged.tally import Tally
from games.rules.state import HAND, Cards, Pair, Phase, Seat
from games.rules.tricks import scored_in
from games.stories.sheet import BOTH, Depth, Seats, laid, pile_asks
from games.stories.table import Table
from games.wire.table import Ask, Keys, Pads, PileShown
from games.words.table import ask_text, faction_text, fewer_text
from games.words.together import together

ASKED = 1024
"""Things to log, and sets of keys, that are remembered: those of some dozen games."""


def asks(table: Table, device: int | None, tally: Tally, record: TableRecord) -> tuple[Ask, ...]:
    """What to log now, as this device should take it: its own blind card until the next trick has begun, then the
    cards that it logs, then the others'. The blind card of another seat is never among them.
    """
    if table.over or table.depth is Depth.PILES:
        return ()
    own, acting = table.seats_of(device), acts_for(table, device)
    wanted = _from_phase_two(tally) if table.depth is Depth.SCORING else tally.asked
    blinds = [one for one in wanted if one.slot.spot is Spot.BLIND and one.seat in own]
    others = sorted(
        (one for one in wanted if one.slot.spot is not Spot.BLIND),
        key=lambda one: not _is_mine(one, acting, tally.leader),
    )
    begun = any(record.tricks[one.slot.index] != UNLOGGED for one in others)
    ordered = [*others, *blinds] if begun else [*blinds, *others]
    return tuple(ask(table, one, acting, tally) for one in ordered)


def ask(table: Table, one: Asked, acting: Seats, tally: Tally) -> Ask:
    """One thing to log, in words."""
    blind = one.slot.spot is Spot.BLIND
    mine, spare = _is_mine(one, acting, tally.leader), blind and spared(table)
    text = ask_text(one.slot, one.seat, table.names, mine=acting != BOTH)
    return _ask(one, mine, spare, _likely(one, tally), text)


@lru_cache(ASKED)
def _ask(one: Asked, mine: bool, spare: bool, likely: Cards | None, text: str) -> Ask:
    """Remembered: what is missing is asked for with every entry."""
    slot, blind = one.slot, one.slot.spot is Spot.BLIND
    make: Any = Ask
    return cast(
        Ask,
        make(
            phase=int(slot.phase),
            trick=slot.number,
            place=slot.spot.value,
            seat=one.seat,
            mine=mine,
            private=blind,
            optional=blind,
            spare=spare,
            likely=None if likely is None else tuple([str(card) for card in likely]),
            pad=_pad(slot),
            text=text,
        ),
    )


def _likely(one: Asked, tally: Tally) -> Cards | None:
    if one.slot.phase is Phase.ONE or one.seat is None or not tally.may[one.seat]:
        return None
    return tally.may[one.seat]


def acts_for(table: Table, device: int | None) -> Seats:
    """The seats for which a device logs: its own, and those without a device."""
    own = table.seats_of(device)
    return own | table.seating.free_seats if own else own


def spared(table: Table) -> bool:
    """Whether blind cards are asked only of who wants to log them: the game goes on without them, and with a phone for
    each seat they would cost every fifth tap."""
    return not table.seating.free_seats and all(len(place.seats) < 2 for place in table.seating.places.values())


@lru_cache(64)
def pads(record: TableRecord) -> Pads:
    """The keys of every kind of spot, by what the audience of ``record`` may know; remembered for those who know the
    same."""
    tricks = record.tricks
    recruits = next((n for n in range(1, HAND) if tricks[n - 1].revealed is None), HAND)
    return Pads(
        recruit=_keys(remaining(record, Slot(Phase.ONE, recruits, Spot.REVEALED))),
        play=_keys(remaining(record, Slot(Phase.ONE, 1, Spot.LEADER))),
        support=_keys(remaining(record, Slot(Phase.TWO, 1, Spot.LEADER)), spent(record)),
        undead=_keys(remaining_undead(record), only=scored_in(Phase.ONE)),
    )


def piles(table: Table) -> tuple[PileShown, ...] | None:
    """The final piles to be counted; None at the depths at which they follow from the tricks."""
    if table.depth is not Depth.PILES:
        return None
    counted, score = dict(table.sheet.record.piles), laid(replace(table.public(), piles=())).score
    make: Any = PileShown
    return tuple(
        make(
            faction=faction.value,
            name=faction_text(faction),
            size=sum(copies for card, copies in COPIES.items() if card.faction is faction),
            counts=counted[faction].counts if faction in counted else None,
            highest=counted[faction].highest if faction in counted else (None, None),
            asks=pile_asks(faction, counted.get(faction)),
            logged=_logged(faction, score),
            doubt=_doubt(table, faction, counted.get(faction), _logged(faction, score)),
        )
        for faction in Faction
    )


def _logged(faction: Faction, score: Pair) -> tuple[int, int]:
    first, second = (sum(card.faction is faction for card in pile) for pile in score)
    return first, second


def _doubt(table: Table, faction: Faction, counted: PileCount | None, logged: tuple[int, int]) -> str:
    """Where fewer cards are counted than were logged."""
    fewer = [seat for seat in (0, 1) if counted and counted.counts[seat] < logged[seat]]
    return together(fewer_text(faction, table.names[seat], logged[seat]) for seat in fewer)


def _from_phase_two(tally: Tally) -> tuple[Asked, ...]:
    """Where phase one is not logged, its next thing is who leads phase two, and its blind cards are not asked for."""
    if tally.phase is Phase.TWO:
        return tuple(one for one in tally.asked if one.slot.phase is Phase.TWO)
    first = (Spot.LEADER, Spot.LEAD, Spot.FOLLOW)
    return tuple(Asked(Slot(Phase.TWO, 1, spot), None) for spot in first)


def _is_mine(one: Asked, acting: Seats, leader: Seat | None) -> bool:
    """Whose turn it is to lead turns up the revealed card as well; who leads is anybody's to say."""
    seat = leader if one.slot.spot is Spot.REVEALED else one.seat
    return bool(acting) and (seat is None or seat in acting)


def _pad(slot: Slot) -> str | None:
    if slot.spot is Spot.LEADER:
        return None
    if slot.spot in (Spot.REVEALED, Spot.BLIND):
        return "recruit"
    return "play" if slot.phase is Phase.ONE else "support"


@lru_cache(ASKED)
def _keys(left: Held, played: Held = NONE, only: tuple[Faction, ...] = tuple(Faction)) -> Keys:
    held = {card: count for card, count in left.items() if card.faction in only}
    gone = [card for card in COPIES if card.faction in only and card not in held]
    off = {str(card): "phase_one" if card in played else "seen" for card in gone}
    make: Any = Keys
    return cast(Keys, make(left={str(card): count for card, count in held.items()}, off=off))
