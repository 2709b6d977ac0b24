"""The follower piles of a physical game, which are the hands of phase two, as far as known."""

from __future__ import annotations

from typing import NamedTuple

from games.inference.card_locations import collect_logged_cards
from games.inference.card_multiset import DUPLICATE_CARDS, RANKS, CardMultiset
from games.inference.deduction import Deduction, list_gaps
from games.inference.record import TRICK_COUNT, Slot, Spot, TableRecord, get_phase, get_trick_number
from games.inference.vote_bounds import list_scored_cards
from games.rules.cards import Card
from games.rules.state import HAND_SIZE, Cards, Pair, Seat, get_other_seat
from games.rules.tricks import list_follow_options


def list_followers(known: Deduction, seat: Seat) -> Cards:
    """Return the cards a seat has certainly recruited and not yet played in phase two, sorted; none when all is over.

    The trap: after an unlogged play of the seat in phase two none is certain, for it may have been any of them.
    """
    if known.over == TRICK_COUNT:
        return ()
    if known.over < HAND_SIZE:
        return tuple(_list_recruits(known, seat).in_order())
    if _has_unlogged_play(known, seat):
        return ()
    return tuple((known.account.own[seat] - _list_phase_two_plays(known, seat)).in_order())


def count_followers(known: Deduction, seat: Seat) -> int:
    """How many followers a seat has: one from each trick of phase one, less those played in phase two."""
    if known.over < HAND_SIZE:
        return known.over
    if known.over == TRICK_COUNT:
        return 0
    now = known.tricks[known.over]
    played = [spot for spot, card in ((Spot.LEAD, now.lead), (Spot.FOLLOW, now.follow)) if card is not None]
    return TRICK_COUNT - known.over - sum(known.taker(known.over, spot).seat == seat for spot in played)


def _list_recruits(known: Deduction, seat: Seat) -> CardMultiset:
    return collect_logged_cards(known.tricks[: known.over], known.chain).recruits[seat]


def _list_phase_two_plays(known: Deduction, seat: Seat) -> CardMultiset:
    """Return the cards of phase two that a seat may have played; of single cards also those the other seat did play."""
    logged = known.counted
    return logged.supported.without(DUPLICATE_CARDS) | (logged.supported - logged.supporters[1 - seat])


def _has_unlogged_play(known: Deduction, seat: Seat) -> bool:
    """Whether a card the seat has played is missing; an answer in the open trick shows that its lead is."""
    missing = [(index, spot) for index, spot in list_gaps(known) if index >= HAND_SIZE]
    now = known.tricks[known.over]
    if now.lead is None and now.follow is not None:
        missing.append((known.over, Spot.LEAD))
    return any(known.taker(index, spot).seat in (seat, None) for index, spot in missing)


# Forced cards of phase two: the hand of a seat as far as known, and the card that the rules leave it.


class ForcedCard(NamedTuple):
    """The only card that can lie in a slot by the rules."""

    slot: Slot
    card: Card


def list_possible_hands(known: Deduction) -> Pair:
    """Return the cards that each seat may still play in phase two, sorted; its hand where that is known."""
    first, second = (tuple(sorted(known.account.supporters(seat), key=RANKS.__getitem__)) for seat in (0, 1))
    return first, second


def find_forced_card(known: Deduction) -> ForcedCard | None:
    """Return the card that the seat in turn must play in phase two; None unless there is only one that it can be.

    The trap: people may fail to follow, so this is what ought to be played, and no card is known by it.
    """
    at = known.over
    if not HAND_SIZE <= at < TRICK_COUNT or not known.trusted or known.tricks[at].follow is not None:
        return None
    lead = known.tricks[at].lead
    spot = Spot.LEAD if lead is None else Spot.FOLLOW
    seat = known.taker(at, spot).seat
    found = set() if seat is None else set(_list_legal_cards(known, seat, lead))
    return ForcedCard(Slot(get_phase(at), get_trick_number(at), spot), found.pop()) if len(found) == 1 else None


def _list_legal_cards(known: Deduction, seat: Seat, lead: Card | None) -> Cards:
    """Return the cards that a seat may play by the rules, whichever of the possible hands it has.

    None if that differs.
    """
    held: CardMultiset = known.account.supporters(seat)
    may = tuple(held)
    if lead is None:
        return may
    follows = any(card.faction is lead.faction for card in list_followers(known, seat))
    if not follows and any(card.faction is lead.faction for card in may):
        return ()
    return list_follow_options(may, lead.faction)


# Standing of a physical game without its tally: the start of a tally, and the printed summary.


def is_ended(record: TableRecord, known: Deduction) -> bool:
    """Whether a game is over: played to its end, or its piles are counted."""
    return known.over == TRICK_COUNT or bool(record.piles)


def get_current_trick(record: TableRecord, known: Deduction) -> int:
    """Return the index of the trick that a game is at: the last one where it is over."""
    return TRICK_COUNT - 1 if is_ended(record, known) else known.over


def get_leader(record: TableRecord, known: Deduction) -> Seat | None:
    """Who leads the trick that is being played; None where that is not known, and where the game is over."""
    return None if is_ended(record, known) else known.chain.leaders[known.over].seat


def get_turn(record: TableRecord, known: Deduction) -> Seat | None:
    """Whose card is awaited; None where that is not known, and where the game is over."""
    leader = get_leader(record, known)
    return leader if leader is None or known.tricks[known.over].lead is None else get_other_seat(leader)


def list_hands(record: TableRecord, known: Deduction) -> Pair:
    """Return the cards certainly recruited and not yet played in phase two, where they are the hands."""
    return ((), ()) if is_ended(record, known) else (list_followers(known, 0), list_followers(known, 1))


def list_score_piles(known: Deduction) -> Pair:
    """Return the cards that are known to lie in the score piles, sorted; those whose seat is not known are left out."""
    won = [(card, side.seat) for card, side in list_scored_cards(known, known.over)]
    first, second = [sorted([card for card, seat in won if seat == one], key=RANKS.__getitem__) for one in (0, 1)]
    return tuple(first), tuple(second)
