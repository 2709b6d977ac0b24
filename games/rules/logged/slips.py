"""The warnings about a physical game, each certain from what was logged."""

from __future__ import annotations

from collections import Counter, defaultdict
from enum import StrEnum
from typing import NamedTuple

from games.rules.cards import COPIES, Card, Faction
from games.rules.logged.chain import Chain, Side, chain
from games.rules.logged.held import WHOLE, Held
from games.rules.logged.slots import Spot, TableRecord, TableTrick, loggings, number_of, phase_of, undead_apart
from games.rules.logged.sorting import RECRUITS, Sorted, sorted_out
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


class Moment(NamedTuple):
    """A trick of a phase; ``number`` is None for Undead of phase one logged apart from the tricks."""

    phase: Phase
    number: int | None


class Slip(NamedTuple):
    """One warning: where, whose and which card, and the trick that proves it.

    ``seat`` is None where nobody in particular slipped (a revealed card) or the seat is not known.
    """

    code: SlipCode
    moment: Moment
    seat: Seat | None
    card: Card | None
    evidence: Moment


class _Logged(NamedTuple):
    """A logged card: ``at`` is the index of its trick; ``side`` played it or took it unseen."""

    at: float
    spot: Spot
    card: Card
    side: Side | None
    owner: Side
    recruited: bool


def slips(record: TableRecord, links: Chain | None = None, cards: Sorted | None = None) -> tuple[Slip, ...]:
    """The warnings of a record in the order of phase and trick; ``links`` is the chain of its tricks and ``cards`` what
    was logged in them, if they are at hand.

    An honest log has none: each rests on logged cards and statements alone, never on what a gap might hold.
    """
    tricks = record.tricks
    links = links or chain(tricks)
    found = [*_wrong_leaders(tricks, links), *_revokes(tricks, links)]
    if not _adds_up(cards or sorted_out(tricks, links), undead_apart(record)):
        logged = _logged(record, links)
        again = _duplicates(logged)
        found += again + _wrong_owners(logged, again)
    return tuple(slip for _, slip in sorted(found, key=_place))


Found = list[tuple[float, Slip]]
CODES = (SlipCode.WRONG_LEADER, SlipCode.DUPLICATE, SlipCode.REVOKE, SlipCode.WRONG_OWNER)
"""The warnings about one card in the order in which they are told."""


def _place(found: tuple[float, Slip]) -> tuple[float, int]:
    at, slip = found
    return at, CODES.index(slip.code)


def _adds_up(cards: Sorted, apart: tuple[tuple[Seat, Card], ...]) -> bool:
    """Whether so few of each card are logged that surely none is there too often or with the wrong seat."""
    spent = cards.played + Held(card for _seat, card in apart)
    # Whose follower a card is tells nothing against a play of another side than its opponent's.
    return not any(spent + one - WHOLE for one in (cards.recruited, cards.supported, *cards.opposed))


def _slip(code: SlipCode, at: float, seat: Seat | None, card: Card | None, proof: float) -> tuple[float, Slip]:
    return at, Slip(code, _moment(at), seat, card, _moment(proof))


def _moment(moment: float) -> Moment:
    if moment == APART:
        return Moment(Phase.ONE, None)
    return Moment(phase_of(int(moment)), number_of(int(moment)))


def _logged(record: TableRecord, links: Chain) -> list[_Logged]:
    """Every logged card in the order of the game; a played Undead listed apart as well counts once."""
    found = [_with_sides(index, spot, card, links) for index, spot, card in loggings(record.tricks)]
    sides = ((card, Side(0, seat)) for seat, card in undead_apart(record))
    apart = [_Logged(APART, Spot.LEAD, card, side, side, recruited=False) for card, side in sides]
    return sorted(found + apart, key=lambda one: one.at)


def _with_sides(index: int, spot: Spot, card: Card, links: Chain) -> _Logged:
    taker = links.taker(index, spot)
    return _Logged(index, spot, card, None if spot is Spot.REVEALED else taker, taker, spot in RECRUITS)


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
    for phase in (range(HAND), range(HAND, len(tricks))):
        later: dict[tuple[Side, Faction], int] = {}
        for at in reversed(phase):
            trick, leader = tricks[at], links.leaders[at]
            who, lead, follow = leader.opponent, trick.lead, trick.follow
            if lead is not None and follow is not None and not _follows(lead, follow) and (who, lead.faction) in later:
                found.append(_slip(SlipCode.REVOKE, at, who.seat, follow, later[who, lead.faction]))
            for side, card in ((leader, lead), (who, follow)):
                if card is not None:
                    later[side, card.faction] = at
    return found


def _follows(lead: Card, follow: Card) -> bool:
    return follow.faction is lead.faction or POWERS[follow.faction].wild


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
