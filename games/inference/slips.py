"""The warnings about a physical game, each certain from what was logged."""

from __future__ import annotations

from collections import Counter, defaultdict
from enum import StrEnum
from typing import NamedTuple

from games.inference.card_locations import RECRUITS, LoggedCards, collect_logged_cards
from games.inference.card_multiset import FULL_DECK, CardMultiset
from games.inference.record import (
    Spot,
    TableRecord,
    TableTrick,
    get_phase,
    get_trick_number,
    list_logged_cards,
    list_separate_undead,
)
from games.inference.trick_chain import Side, TrickChain, build_chain
from games.rules.cards import COPIES, Card, Faction
from games.rules.state import HAND_SIZE, Phase, Seat
from games.rules.tricks import POWERS

APART = HAND_SIZE - 0.5
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


class _LoggedCard(NamedTuple):
    """A logged card: ``at`` is the index of its trick; ``side`` played it or took it unseen."""

    at: float
    spot: Spot
    card: Card
    side: Side | None
    owner: Side
    recruited: bool


def list_slips(
    record: TableRecord, links: TrickChain | None = None, cards: LoggedCards | None = None
) -> tuple[Slip, ...]:
    """Return the warnings of a record in the order of phase and trick.

    ``links`` is the chain of its tricks and ``cards`` what was logged in them, if they are at hand. An honest log has
    none: each rests on logged cards and statements alone, never on what a gap might hold.
    """
    tricks = record.tricks
    links = links or build_chain(tricks)
    found = [*_find_wrong_leaders(tricks, links), *_find_revokes(tricks, links)]
    if not _is_consistent(cards or collect_logged_cards(tricks, links), list_separate_undead(record)):
        logged = _list_logged_cards(record, links)
        again = _find_duplicates(logged)
        found += again + _find_wrong_owners(logged, again)
    return tuple(slip for _, slip in sorted(found, key=_sort_key))


Found = list[tuple[float, Slip]]
CODES = (SlipCode.WRONG_LEADER, SlipCode.DUPLICATE, SlipCode.REVOKE, SlipCode.WRONG_OWNER)
"""The warnings about one card in the order in which they are told."""


def _sort_key(found: tuple[float, Slip]) -> tuple[float, int]:
    at, slip = found
    return at, CODES.index(slip.code)


def _is_consistent(cards: LoggedCards, apart: tuple[tuple[Seat, Card], ...]) -> bool:
    """Whether so few of each card are logged that surely none is there too often or with the wrong seat."""
    spent = cards.played + CardMultiset(card for _seat, card in apart)
    # Whose follower a card is tells nothing against a play of another side than its opponent's.
    return not any(spent + one - FULL_DECK for one in (cards.recruited, cards.supported, *cards.opposed))


def _build_slip(code: SlipCode, at: float, seat: Seat | None, card: Card | None, proof: float) -> tuple[float, Slip]:
    return at, Slip(code, _build_moment(at), seat, card, _build_moment(proof))


def _build_moment(moment: float) -> Moment:
    if moment == APART:
        return Moment(Phase.ONE, None)
    return Moment(get_phase(int(moment)), get_trick_number(int(moment)))


def _list_logged_cards(record: TableRecord, links: TrickChain) -> list[_LoggedCard]:
    """Every logged card in the order of the game; a played Undead listed apart as well counts once."""
    found = [_build_logged_card(index, spot, card, links) for index, spot, card in list_logged_cards(record.tricks)]
    sides = ((card, Side(0, seat)) for seat, card in list_separate_undead(record))
    apart = [_LoggedCard(APART, Spot.LEAD, card, side, side, recruited=False) for card, side in sides]
    return sorted(found + apart, key=lambda one: one.at)


def _build_logged_card(index: int, spot: Spot, card: Card, links: TrickChain) -> _LoggedCard:
    taker = links.taker(index, spot)
    return _LoggedCard(index, spot, card, None if spot is Spot.REVEALED else taker, taker, spot in RECRUITS)


def _get_seat(side: Side | None) -> Seat | None:
    return None if side is None else side.seat


def _find_wrong_leaders(tricks: tuple[TableTrick, ...], links: TrickChain) -> Found:
    return [_build_slip(SlipCode.WRONG_LEADER, at, tricks[at].leader, None, at - 1) for at in sorted(links.broken)]


def _find_duplicates(logged: list[_LoggedCard]) -> Found:
    """Return a card recruited in phase one is the same card when phase two plays it, so that counts once."""
    found: Found = []
    before = defaultdict[Card, list[_LoggedCard]](list)
    for one in logged:
        two, same = one.at >= HAND_SIZE, before[one.card]
        if len(same) >= COPIES[one.card]:
            same = [earlier for earlier in same if not (two and earlier.recruited)]
            if len(same) >= COPIES[one.card]:
                found.append(_build_slip(SlipCode.DUPLICATE, one.at, _get_seat(one.side), one.card, same[0].at))
        before[one.card].append(one)
    return found


def _find_revokes(tricks: tuple[TableTrick, ...], links: TrickChain) -> Found:
    found: Found = []
    for phase in (range(HAND_SIZE), range(HAND_SIZE, len(tricks))):
        later: dict[tuple[Side, Faction], int] = {}
        for at in reversed(phase):
            trick, leader = tricks[at], links.leaders[at]
            who, lead, follow = leader.opponent, trick.lead, trick.follow
            if (
                lead is not None
                and follow is not None
                and not _is_legal_follow(lead, follow)
                and (who, lead.faction) in later
            ):
                found.append(_build_slip(SlipCode.REVOKE, at, who.seat, follow, later[who, lead.faction]))
            for side, card in ((leader, lead), (who, follow)):
                if card is not None:
                    later[side, card.faction] = at
    return found


def _is_legal_follow(lead: Card, follow: Card) -> bool:
    return follow.faction is lead.faction or POWERS[follow.faction].wild


def _find_wrong_owners(logged: list[_LoggedCard], again: Found) -> Found:
    """Plays of phase two that the other seat recruited; a duplicate is not accused twice."""
    flagged = {(at, slip.card) for at, slip in again}
    played, spent = Counter[tuple[Side, Card]](), Counter[Card]()
    found: Found = []
    recruits = defaultdict[Card, list[_LoggedCard]](list)
    for one in (one for one in logged if one.recruited):
        recruits[one.card].append(one)
    for one in logged:
        if one.recruited or one.side is None:
            continue
        if one.at < HAND_SIZE:
            spent[one.card] += 1
            continue
        played[one.side, one.card] += 1
        taken = _list_taken_cards(one.side.opponent, one.card, recruits[one.card])
        surplus = played[one.side, one.card] + spent[one.card] + len(taken) > COPIES[one.card]
        if taken and surplus and (one.at, one.card) not in flagged:
            found.append(_build_slip(SlipCode.WRONG_OWNER, one.at, one.side.seat, one.card, taken[0].at))
    return found


def _list_taken_cards(side: Side, card: Card, copies: list[_LoggedCard]) -> list[_LoggedCard]:
    """Those ``copies`` of a card, logged as recruited, that a side certainly has; none if there cannot be so many."""
    return [one for one in copies if one.owner == side] if len(copies) <= COPIES[card] else []
