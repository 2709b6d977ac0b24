"""Warnings about a physical game, each of which the log proves."""

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
"""The position of Undead logged apart from the tricks in the order of the game: between the phases."""


class SlipCode(StrEnum):
    """The kind of mistake that was made at the table or on the pad."""

    WRONG_LEADER = "wrong_leader"
    DUPLICATE = "duplicate"
    REVOKE = "revoke"
    WRONG_OWNER = "wrong_owner"


class Moment(NamedTuple):
    """A trick of a phase; ``number`` is None for Undead of phase one logged apart from the tricks."""

    phase: Phase
    number: int | None


class Slip(NamedTuple):
    """A warning: its trick, the seat that made the mistake, the card, and the trick that proves it.

    ``seat`` is None if neither seat made the mistake (a revealed card) or the seat is unknown.
    """

    code: SlipCode
    moment: Moment
    seat: Seat | None
    card: Card | None
    evidence: Moment


class _LoggedCard(NamedTuple):
    """A logged card: ``at`` is the index of its trick, or ``APART``; ``owner`` played or recruited it.

    ``side`` is the owner too, but None for a revealed card.
    """

    at: float
    spot: Spot
    card: Card
    side: Side | None
    owner: Side
    recruited: bool


def list_slips(
    record: TableRecord, links: TrickChain | None = None, cards: LoggedCards | None = None
) -> tuple[Slip, ...]:
    """Return the warnings about a record in the order of phase and trick.

    ``links`` and ``cards`` are the chain of its tricks and their logged cards, if the caller has them already. A
    correct log has no warnings: each rests on logged cards and statements alone, never on what a gap might hold.
    """
    tricks = record.tricks
    links = links or build_chain(tricks)
    found = [*_find_wrong_leaders(tricks, links), *_find_revokes(tricks, links)]
    if not _is_consistent(cards or collect_logged_cards(tricks, links), list_separate_undead(record)):
        logged = _list_logged_cards(record, links)
        duplicates = _find_duplicates(logged)
        found += duplicates + _find_wrong_owners(logged, duplicates)
    return tuple(slip for _, slip in sorted(found, key=_sort_key))


Found = list[tuple[float, Slip]]
CODES = (SlipCode.WRONG_LEADER, SlipCode.DUPLICATE, SlipCode.REVOKE, SlipCode.WRONG_OWNER)
"""The order of warnings about the same trick."""


def _sort_key(found: tuple[float, Slip]) -> tuple[float, int]:
    at, slip = found
    return at, CODES.index(slip.code)


def _is_consistent(cards: LoggedCards, apart: tuple[tuple[Seat, Card], ...]) -> bool:
    """Return whether so few copies of each card are logged that duplicates and wrong owners are impossible."""
    spent = cards.played + CardMultiset(card for _seat, card in apart)
    # A recruited card contradicts a play in phase two only if the opponent of the recruiting side made it.
    return not any(spent + group - FULL_DECK for group in (cards.recruited, cards.supported, *cards.opposed))


def _build_slip(code: SlipCode, at: float, seat: Seat | None, card: Card | None, proof: float) -> tuple[float, Slip]:
    return at, Slip(code, _build_moment(at), seat, card, _build_moment(proof))


def _build_moment(moment: float) -> Moment:
    if moment == APART:
        return Moment(Phase.ONE, None)
    return Moment(get_phase(int(moment)), get_trick_number(int(moment)))


def _list_logged_cards(record: TableRecord, links: TrickChain) -> list[_LoggedCard]:
    """Return every logged card in the order of the game; an Undead logged in a trick and apart is listed once."""
    found = [_build_logged_card(index, spot, card, links) for index, spot, card in list_logged_cards(record.tricks)]
    sides = ((card, Side(0, seat)) for seat, card in list_separate_undead(record))
    apart = [_LoggedCard(APART, Spot.LEAD, card, side, side, recruited=False) for card, side in sides]
    return sorted(found + apart, key=lambda logged: logged.at)


def _build_logged_card(index: int, spot: Spot, card: Card, links: TrickChain) -> _LoggedCard:
    taker = links.taker(index, spot)
    return _LoggedCard(index, spot, card, None if spot is Spot.REVEALED else taker, taker, spot in RECRUITS)


def _get_seat(side: Side | None) -> Seat | None:
    return None if side is None else side.seat


def _find_wrong_leaders(tricks: tuple[TableTrick, ...], links: TrickChain) -> Found:
    return [_build_slip(SlipCode.WRONG_LEADER, at, tricks[at].leader, None, at - 1) for at in sorted(links.broken)]


def _find_duplicates(logged: list[_LoggedCard]) -> Found:
    """Return the warnings about cards logged more often than there are copies.

    A card recruited in phase one is the same card when it is played in phase two, so it counts once.
    """
    found: Found = []
    before = defaultdict[Card, list[_LoggedCard]](list)
    for entry in logged:
        is_phase_two, copies = entry.at >= HAND_SIZE, before[entry.card]
        if len(copies) >= COPIES[entry.card]:
            copies = [earlier for earlier in copies if not (is_phase_two and earlier.recruited)]
            if len(copies) >= COPIES[entry.card]:
                found.append(_build_slip(SlipCode.DUPLICATE, entry.at, _get_seat(entry.side), entry.card, copies[0].at))
        before[entry.card].append(entry)
    return found


def _find_revokes(tricks: tuple[TableTrick, ...], links: TrickChain) -> Found:
    found: Found = []
    for phase in (range(HAND_SIZE), range(HAND_SIZE, len(tricks))):
        later: dict[tuple[Side, Faction], int] = {}
        for at in reversed(phase):
            trick, leader = tricks[at], links.leaders[at]
            follower, lead, follow = leader.opponent, trick.lead, trick.follow
            if (
                lead is not None
                and follow is not None
                and not _is_legal_follow(lead, follow)
                and (follower, lead.faction) in later
            ):
                found.append(_build_slip(SlipCode.REVOKE, at, follower.seat, follow, later[follower, lead.faction]))
            for side, card in ((leader, lead), (follower, follow)):
                if card is not None:
                    later[side, card.faction] = at
    return found


def _is_legal_follow(lead: Card, follow: Card) -> bool:
    return follow.faction is lead.faction or POWERS[follow.faction].wild


def _find_wrong_owners(logged: list[_LoggedCard], duplicates: Found) -> Found:
    """Return the warnings about plays of phase two that the other seat recruited; duplicates get no second warning."""
    flagged = {(at, slip.card) for at, slip in duplicates}
    played, spent = Counter[tuple[Side, Card]](), Counter[Card]()
    found: Found = []
    recruits = defaultdict[Card, list[_LoggedCard]](list)
    for entry in (entry for entry in logged if entry.recruited):
        recruits[entry.card].append(entry)
    for entry in logged:
        if entry.recruited or entry.side is None:
            continue
        if entry.at < HAND_SIZE:
            spent[entry.card] += 1
            continue
        played[entry.side, entry.card] += 1
        taken = _list_taken_cards(entry.side.opponent, entry.card, recruits[entry.card])
        surplus = played[entry.side, entry.card] + spent[entry.card] + len(taken) > COPIES[entry.card]
        if taken and surplus and (entry.at, entry.card) not in flagged:
            found.append(_build_slip(SlipCode.WRONG_OWNER, entry.at, entry.side.seat, entry.card, taken[0].at))
    return found


def _list_taken_cards(side: Side, card: Card, copies: list[_LoggedCard]) -> list[_LoggedCard]:
    """Return the recruited ``copies`` of a card that a side certainly has; none if more are logged than exist."""
    return [copy for copy in copies if copy.owner == side] if len(copies) <= COPIES[card] else []
