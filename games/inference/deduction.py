"""Inference about a physical game from its log."""

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
"""The gaps that differ in which cards fit: whether in phase two, whether played, and by which seat played or taken."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Everything that follows from a log.

    Gaps are filled where only one card fits, and leaders and winners are known. ``counted`` has the cards of the tricks
    by what they are there as, and where the rest may be. ``over`` tricks of the 26 are over. ``trusted`` is False after
    a slip that upsets the count of the cards; then nothing is inferred by elimination. ``apart`` are the Undead that
    are in no trick.
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
        """Who played the lead or the answer of a trick, or recruits its revealed or blind card."""
        return self.chain.taker(index, spot)


@lru_cache(512)
def deduce(record: TableRecord) -> Deduction:
    """All that follows from a record, remembered: what is told of one asks for it again and again.

    Gaps are filled only in tricks that are over. A log that contradicts itself, although no slip shows where, may lead
    from one thing to its opposite and back; then nothing is inferred by elimination either.

    The trap: no gap is filled, and nobody's hand limited, because a seat must follow; people may have failed to.
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
    """How many of the 26 tricks are over: all before the last one logged, and that too with both cards played.

    Phase one is over as soon as anything of phase two is logged, its stated leader included.
    """
    two = bool(record.phase_two) or record.phase_two_leader is not None
    logged = record.phase_two if two else record.phase_one
    complete = bool(logged) and logged[-1].lead is not None and logged[-1].follow is not None
    return HAND_SIZE * two + len(logged) - (bool(logged) and not complete)


def _deduce_further(known: Deduction, record: TableRecord) -> Deduction:
    """One round more: the one gap with a single possible card filled, and what follows for the chain."""
    tricks = _fill_first_gap(known)
    anchors = {**known.anchors, **dict(_find_anchors(known, record))}
    if tricks is known.tricks and anchors == known.anchors and not any(map(_is_half, tricks)):
        # Nothing that the chain and the account follow from is another than it was.
        return known
    apart = tuple(item for item in list_separate_undead(record) if not _is_played(item[1], tricks))
    links = build_chain(tricks, known.account.options(), anchors)
    if tricks is known.tricks and anchors == known.anchors and links == known.chain:
        return known
    logged = collect_logged_cards(tricks, links)
    cards = locate_cards(logged, _list_separate_cards(apart))
    return replace(known, tricks=tricks, chain=links, counted=logged, apart=apart, account=cards, anchors=anchors)


def _find_anchors(known: Deduction, record: TableRecord) -> Iterator[tuple[int, Seat]]:
    """Return the seats of relative sides that follow from a card whose two logged spots must be one seat's.

    Such are a follower recruited and played, and an Undead of phase one both in a trick and apart.
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
    """Return the cards of a trick that are one seat's, and whose, in the order of the game.

    Followers, and of the cards scored in phase one those that were ``met`` before, as Undead apart are.
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
    """Return the tricks with the first gap filled that only one card fits; one at a time, for it changes the rest."""
    only = {sort: card for sort in GAPS if (card := _list_fitting_cards(known.account, *sort).only())}
    for index, spot in list_gaps(known) if only else ():
        card = only.get((index >= HAND_SIZE, spot in PLAYS, known.taker(index, spot).seat))
        if card is not None:
            return *known.tricks[:index], known.tricks[index].holding(spot, card), *known.tricks[index + 1 :]
    return known.tricks


def list_gaps(known: Deduction) -> Iterator[tuple[int, Spot]]:
    """Return the spots without a card in the tricks that are over."""
    for index, trick in enumerate(known.tricks[: known.over]):
        cards = list_trick_cards(trick, index)
        if None in cards:
            spots = CARD_SPOTS[get_phase(index)]
            yield from [(index, spot) for spot, card in zip(spots, cards, strict=True) if card is None]


def _list_fitting_cards(cards: CardLocations, second: int, played: int, seat: Seat | None) -> CardMultiset:
    """Return the cards that fit a gap, by its phase, its kind of play and the seat that plays or takes the card."""
    if second:
        return cards.supporters(seat)
    if played:
        return cards.placeless + cards.free
    found = cards.unassigned + cards.free
    # Of the Goblin zeros the other seat may have some and this one too.
    return found if seat is None else found.without(cards.own[get_other_seat(seat)].without(DUPLICATE_CARDS))
