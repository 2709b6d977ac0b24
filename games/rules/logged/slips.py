"""The warnings about a physical game, each certain from what was logged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain as joined

from games.rules.cards import COPIES, Card
from games.rules.logged.chain import Chain, Side, chain
from games.rules.logged.slots import Spot, TableRecord, TableTrick, loggings, number_of, phase_of, undead_apart
from games.rules.state import HAND, Phase, Seat
from games.rules.tricks import POWERS

APART = HAND - 0.5
"""Where Undead logged apart from the tricks stand in the order of the game: between the phases."""


class SlipCode(StrEnum):
    """What went wrong at the table or on the pad."""

    WRONG_LEADER = "wrong_leader"
    DUPLICATE = "duplicate"
    REVOKE = "revoke"
    WRONG_OWNER = "wrong_owner"


@dataclass(frozen=True, slots=True)
class Moment:
    """A trick of a phase; ``number`` is None for Undead of phase one logged apart from the tricks."""

    phase: Phase
    number: int | None


@dataclass(frozen=True, slots=True)
class Slip:
    """One warning: where, whose and which card, and the trick that proves it.

    ``seat`` is None where nobody in particular slipped (a revealed card) or the seat is not known.
    """

    code: SlipCode
    moment: Moment
    seat: Seat | None
    card: Card | None
    evidence: Moment


@dataclass(frozen=True, slots=True)
class _Logged:
    """A logged card: ``at`` is the index of its trick; ``side`` played it or took it unseen."""

    at: float
    spot: Spot
    card: Card
    side: Side | None
    owner: Side | None = None

    @property
    def recruited(self) -> bool:
        return self.spot in (Spot.REVEALED, Spot.BLIND)


def slips(record: TableRecord, links: Chain | None = None) -> tuple[Slip, ...]:
    """The warnings of a record in the order of phase and trick; ``links`` is the chain of its tricks, if it is at hand.

    An honest log has none: each rests on logged cards and statements alone, never on what a gap might hold.
    """
    tricks = record.tricks
    links = links or chain(tricks)
    logged = _logged(record, links)
    again = _duplicates(logged)
    found = list(joined(_wrong_leaders(tricks, links), again, _revokes(tricks, links)))
    found += _wrong_owners(logged, again)
    return tuple(slip for _, slip in sorted(found, key=lambda pair: pair[0]))


Found = list[tuple[float, Slip]]


def _slip(code: SlipCode, at: float, seat: Seat | None, card: Card | None, proof: float) -> tuple[float, Slip]:
    return at, Slip(code, _moment(at), seat, card, _moment(proof))


def _moment(moment: float) -> Moment:
    if moment == APART:
        return Moment(Phase.ONE, None)
    return Moment(phase_of(int(moment)), number_of(int(moment)))


def _logged(record: TableRecord, links: Chain) -> list[_Logged]:
    """Every logged card in the order of the game; a played Undead listed apart as well counts once."""
    found = [_with_sides(index, spot, card, links) for index, spot, card in loggings(record.tricks)]
    apart = [_Logged(APART, Spot.LEAD, card, Side(0, seat)) for seat, card in undead_apart(record)]
    return sorted(found + apart, key=lambda one: one.at)


def _with_sides(index: int, spot: Spot, card: Card, links: Chain) -> _Logged:
    taker = links.taker(index, spot)
    if spot is Spot.REVEALED:
        return _Logged(index, spot, card, None, taker)
    return _Logged(index, spot, card, taker, taker)


def _seat(side: Side | None) -> Seat | None:
    return None if side is None else side.seat


def _wrong_leaders(tricks: tuple[TableTrick, ...], links: Chain) -> Found:
    return [_slip(SlipCode.WRONG_LEADER, at, tricks[at].leader, None, at - 1) for at in sorted(links.broken)]


def _duplicates(logged: list[_Logged]) -> Found:
    """A card recruited in phase one is the same card when phase two plays it, so that counts once."""
    found: Found = []
    before = defaultdict[Card, list[_Logged]](list)
    for one in logged:
        two, same = one.at >= HAND, before[one.card]
        if len(same) >= COPIES[one.card]:
            same = [earlier for earlier in same if not (two and earlier.recruited)]
            if len(same) >= COPIES[one.card]:
                found.append(_slip(SlipCode.DUPLICATE, one.at, _seat(one.side), one.card, same[0].at))
        before[one.card].append(one)
    return found


def _revokes(tricks: tuple[TableTrick, ...], links: Chain) -> Found:
    found: Found = []
    for at, trick in enumerate(tricks):
        if trick.lead is None or trick.follow is None:
            continue
        if trick.follow.faction is trick.lead.faction or POWERS[trick.follow.faction].wild:
            continue
        who = links.taker(at, Spot.FOLLOW)
        later = range(at + 1, HAND if at < HAND else len(tricks))
        proof = next((n for n in later for card in _plays_by(who, n, tricks, links)
                      if card.faction is trick.lead.faction), None)  # fmt: skip
        if proof is not None:
            found.append(_slip(SlipCode.REVOKE, at, who.seat, trick.follow, proof))
    return found


def _plays_by(who: Side, index: int, tricks: tuple[TableTrick, ...], links: Chain) -> Iterator[Card]:
    for spot in (Spot.LEAD, Spot.FOLLOW):
        card = tricks[index].at(spot)
        if card is not None and links.taker(index, spot) == who:
            yield card


def _wrong_owners(logged: list[_Logged], again: Found) -> Found:
    """Plays of phase two that the other seat recruited; a duplicate is not accused twice."""
    flagged = {(at, slip.card) for at, slip in again}
    played, spent = Counter[tuple[Side, Card]](), Counter[Card]()
    found: Found = []
    recruits = defaultdict[Card, list[_Logged]](list)
    for one in (one for one in logged if one.recruited):
        recruits[one.card].append(one)
    for one in logged:
        if one.recruited or one.side is None:
            continue
        if one.at < HAND:
            spent[one.card] += 1
            continue
        played[one.side, one.card] += 1
        taken = _taken_by(one.side.opponent, one.card, recruits[one.card])
        surplus = played[one.side, one.card] + spent[one.card] + len(taken) > COPIES[one.card]
        if taken and surplus and (one.at, one.card) not in flagged:
            found.append(_slip(SlipCode.WRONG_OWNER, one.at, one.side.seat, one.card, taken[0].at))
    return found


def _taken_by(side: Side, card: Card, copies: list[_Logged]) -> list[_Logged]:
    """Those ``copies`` of a card, logged as recruited, that a side certainly has; none if there cannot be so many."""
    return [one for one in copies if one.owner == side] if len(copies) <= COPIES[card] else []
