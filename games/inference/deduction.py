"""Deductions from the log of a physical game."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from games.inference.card_locations import CardLocations, LoggedCards, collect_logged_cards, locate_cards
from games.inference.card_multiset import DUPLICATE_CARDS, CardMultiset
from games.inference.record import (
    CARD_SPOTS,
    EMPTY_TRICK,
    Spot,
    TableRecord,
    TableTrick,
    get_phase,
    list_separate_undead,
    list_trick_cards,
)
from games.inference.slips import Slip, SlipCode, list_slips
from games.inference.trick_chain import Side, TrickChain, build_chain
from games.rules.cards import COPIES, Card
from games.rules.state import HAND_SIZE, Phase, Seat, get_other_seat

PLAYS = CARD_SPOTS[Phase.TWO]
GAPS = tuple((second, played, seat) for second, played in ((0, 0), (0, 1), (1, 1)) for seat in (None, 0, 1))
"""The kinds of gaps: in phase two or not, played or recruited, and by which seat, None if that is unknown."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Everything that follows from a log.

    ``tricks`` are all 26 tricks, with the gaps filled that only one card fits; ``over`` of them are finished. ``chain``
    has their leaders and winners, ``counted`` their cards, ``account`` the possible locations of all cards. ``apart``
    are the Undead that are in no trick. ``trusted`` is False after a slip that upsets the count of the cards; then
    nothing is inferred by elimination. ``anchors`` has the seats of the bases that are known.
    """

    tricks: tuple[TableTrick, ...]
    chain: TrickChain
    counted: LoggedCards
    slips: tuple[Slip, ...]
    over: int
    apart: tuple[tuple[Seat, Card], ...]
    account: CardLocations
    trusted: bool
    anchors: Mapping[int, Seat] = field(default_factory=dict)

    def taker(self, index: int, spot: Spot) -> Side:
        """Return the side that played the lead or the follow of a trick, or recruited its revealed or blind card."""
        return self.chain.taker(index, spot)


@lru_cache(512)
def deduce(record: TableRecord) -> Deduction:
    """Return everything that follows from a record. Cached, since every view of a game asks for it.

    Gaps are filled only in finished tricks. If a log contradicts itself although no slip shows where, the deductions
    may go round in a circle; then nothing is inferred by elimination either.

    The trap: the duty to follow fills no gap and limits no hand, since people may have broken it.
    """
    tricks, over, apart = record.tricks, count_finished_tricks(record), list_separate_undead(record)
    links = build_chain(tricks)
    logged = collect_logged_cards(tricks, links)
    found = list_slips(record, links, logged)
    cards = locate_cards(logged, _list_separate_cards(apart))
    if any(slip.code is not SlipCode.REVOKE for slip in found):
        return Deduction(tricks, links, logged, found, over, apart, cards.blurred(), trusted=False)
    rounds = [Deduction(tricks, links, logged, found, over, apart, cards, trusted=True)]
    while (further := _deduce_further(rounds[-1], record)) != rounds[-1]:
        if further in rounds:
            return Deduction(tricks, links, logged, found, over, apart, cards.blurred(), trusted=False)
        rounds.append(further)
    return rounds[-1]


def count_finished_tricks(record: TableRecord) -> int:
    """Return the number of finished tricks: all before the last logged one, and that one too if it has both cards.

    Phase one is over as soon as anything of phase two is logged, its stated leader included.
    """
    two = bool(record.phase_two) or record.phase_two_leader is not None
    logged = record.phase_two if two else record.phase_one
    complete = bool(logged) and logged[-1].lead is not None and logged[-1].follow is not None
    return HAND_SIZE * two + len(logged) - (bool(logged) and not complete)


def _deduce_further(known: Deduction, record: TableRecord) -> Deduction:
    """Return the deduction after one more round: the next gap filled, and everything that follows from that.

    The result is ``known`` itself if nothing changes.
    """
    tricks = _fill_first_gap(known)
    anchors = {**known.anchors, **dict(_find_anchors(known, record))}
    if tricks is known.tricks and anchors == known.anchors and not any(map(_is_half, tricks)):
        # Nothing has changed that the chain and the locations of the cards follow from.
        return known
    apart = tuple(item for item in list_separate_undead(record) if not _is_played(item[1], tricks))
    links = build_chain(tricks, known.account.options(), anchors)
    if tricks is known.tricks and anchors == known.anchors and links == known.chain:
        return known
    logged = collect_logged_cards(tricks, links)
    cards = locate_cards(logged, _list_separate_cards(apart))
    return replace(known, tricks=tricks, chain=links, counted=logged, apart=apart, account=cards, anchors=anchors)


def _find_anchors(known: Deduction, record: TableRecord) -> Iterator[tuple[int, Seat]]:
    """Yield bases with the seat that follows from a card in two logged spots that must belong to the same seat.

    Such a card is a follower that was recruited and played, or an Undead of phase one logged in a trick and apart.
    """
    if not any(side.base for side in (*known.chain.leaders, *known.chain.winners)):
        return
    sides = {card: Side(0, seat) for seat, pile in enumerate(record.undead or ()) for card in pile}
    for index, trick in enumerate(known.tricks):
        if trick is EMPTY_TRICK:
            continue
        for card, side in _list_owned_cards(known.chain, index, trick, sides):
            if card is None:
                continue
            same = sides.setdefault(card, side)
            if same is not side and COPIES[card] == 1:
                for unknown, seat in ((side, same.seat), (same, side.seat)):
                    if unknown.base and seat is not None:
                        yield unknown.base, seat ^ unknown.flip


def _list_owned_cards(
    links: TrickChain, index: int, trick: TableTrick, met: Container[Card]
) -> list[tuple[Card | None, Side]]:
    """Return the cards of a trick that belong to a seat, each with its side, in the order of the game.

    These are the followers and, of the cards scored in phase one, those that were ``met`` before, such as Undead logged
    apart.
    """
    if index >= HAND_SIZE:
        leader = links.leaders[index]
        return [(trick.lead, leader), (trick.follow, leader.opponent)]
    winner = links.winners[index]
    won = [(card, links.scorer(index, card.faction)) for card in (trick.lead, trick.follow) if card in met and card]
    scored = [(card, side) for card, side in won if side is not None]
    return [(trick.revealed, winner), *scored, (trick.blind, winner.opponent)]


def _list_separate_cards(apart: tuple[tuple[Seat, Card], ...]) -> tuple[Card, ...]:
    return tuple(card for _, card in apart)


def _is_half(trick: TableTrick) -> bool:
    return (trick.lead is None) != (trick.follow is None)


def _is_played(card: Card, tricks: tuple[TableTrick, ...]) -> bool:
    return any(card in (trick.lead, trick.follow) for trick in tricks[:HAND_SIZE])


def _fill_first_gap(known: Deduction) -> tuple[TableTrick, ...]:
    """Return the tricks with the first gap filled that only one card fits.

    A single gap is filled at a time, since it changes what fits the others.
    """
    only = {kind: card for kind in GAPS if (card := _list_fitting_cards(known.account, *kind).only())}
    for index, spot in list_gaps(known) if only else ():
        card = only.get((index >= HAND_SIZE, spot in PLAYS, known.taker(index, spot).seat))
        if card is not None:
            return *known.tricks[:index], known.tricks[index].holding(spot, card), *known.tricks[index + 1 :]
    return known.tricks


def list_gaps(known: Deduction) -> Iterator[tuple[int, Spot]]:
    """Yield the spots without a card in finished tricks, each with the index of its trick."""
    for index, trick in enumerate(known.tricks[: known.over]):
        cards = list_trick_cards(trick, index)
        if None in cards:
            spots = CARD_SPOTS[get_phase(index)]
            yield from [(index, spot) for spot, card in zip(spots, cards, strict=True) if card is None]


def _list_fitting_cards(cards: CardLocations, second: int, played: int, seat: Seat | None) -> CardMultiset:
    """Return the cards that fit a gap; see ``GAPS`` for its kind."""
    if second:
        return cards.supporters(seat)
    if played:
        return cards.placeless + cards.free
    found = cards.unassigned + cards.free
    # The other seat's cards are excluded, except Goblin zeros: both seats may have some.
    return found if seat is None else found.without(cards.own[get_other_seat(seat)].without(DUPLICATE_CARDS))
