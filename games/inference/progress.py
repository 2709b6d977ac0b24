"""Progress of a physical game as far as known: followers, hands, turn and score piles."""

from __future__ import annotations

from typing import NamedTuple

from games.inference.card_locations import collect_logged_cards
from games.inference.card_multiset import DUPLICATE_CARDS, RANKS, CardMultiset
from games.inference.deduction import Deduction, list_gaps
from games.inference.record import TRICK_COUNT, Slot, Spot, TableRecord, get_phase, get_trick_number
from games.inference.vote_bounds import list_scored_cards
from games.rules.cards import Card
from games.rules.state import HAND_SIZE, Cards, Seat, SeatCards, get_other_seat
from games.rules.tricks import list_follow_options


def list_followers(known: Deduction, seat: Seat) -> Cards:
    """Return the cards that a seat has certainly recruited and not yet played in phase two, sorted.

    There are none after the last trick. The trap: after an unlogged play of the seat in phase two there are none
    either, since it may have been any of them.
    """
    if known.over == TRICK_COUNT:
        return ()
    if known.over < HAND_SIZE:
        return tuple(_list_recruits(known, seat).in_order())
    if _has_unlogged_play(known, seat):
        return ()
    return tuple((known.account.own[seat] - _list_phase_two_plays(known, seat)).in_order())


def count_followers(known: Deduction, seat: Seat) -> int:
    """Return the number of followers of a seat: one from each trick of phase one, less those played in phase two."""
    if known.over < HAND_SIZE:
        return known.over
    if known.over == TRICK_COUNT:
        return 0
    trick = known.tricks[known.over]
    played = [spot for spot, card in ((Spot.LEAD, trick.lead), (Spot.FOLLOW, trick.follow)) if card is not None]
    return TRICK_COUNT - known.over - sum(known.taker(known.over, spot).seat == seat for spot in played)


def _list_recruits(known: Deduction, seat: Seat) -> CardMultiset:
    return collect_logged_cards(known.tricks[: known.over], known.chain).recruits[seat]


def _list_phase_two_plays(known: Deduction, seat: Seat) -> CardMultiset:
    """Return the logged plays of phase two that a seat may have made.

    Cards of which there is a single copy are included even if the other seat played them.
    """
    logged = known.counted
    return logged.supported.without(DUPLICATE_CARDS) | (logged.supported - logged.supporters[1 - seat])


def _has_unlogged_play(known: Deduction, seat: Seat) -> bool:
    """Return whether a play is not logged that the seat has made, or may have made, in phase two.

    A follow in the current trick shows that its lead has been played.
    """
    missing = [(index, spot) for index, spot in list_gaps(known) if index >= HAND_SIZE]
    trick = known.tricks[known.over]
    if trick.lead is None and trick.follow is not None:
        missing.append((known.over, Spot.LEAD))
    return any(known.taker(index, spot).seat in (seat, None) for index, spot in missing)


# Forced cards of phase two: the hand of a seat as far as known, and the only card that the rules let it play.


class ForcedCard(NamedTuple):
    """The only card that the rules allow in a slot."""

    slot: Slot
    card: Card


def list_possible_hands(known: Deduction) -> SeatCards:
    """Return the cards that each seat may still play in phase two, sorted: its hand, if that is known."""
    first, second = (tuple(sorted(known.account.supporters(seat), key=RANKS.__getitem__)) for seat in (0, 1))
    return first, second


def find_forced_card(known: Deduction) -> ForcedCard | None:
    """Return the card that the seat to play must play in phase two; None unless there is exactly one.

    The trap: people may fail to follow, so this is what should be played, and nothing may be inferred from it.
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
    """Return the cards that a seat may legally play; empty if that depends on which of the possible hands it has."""
    supporters: CardMultiset = known.account.supporters(seat)
    possible = tuple(supporters)
    if lead is None:
        return possible
    must_follow = any(card.faction is lead.faction for card in list_followers(known, seat))
    if not must_follow and any(card.faction is lead.faction for card in possible):
        return ()
    return list_follow_options(possible, lead.faction)


# Standing of a physical game without its tally, for tallies and the printed report.


def is_ended(record: TableRecord, known: Deduction) -> bool:
    """Return whether a game is over: played to its end, or with counted piles."""
    return known.over == TRICK_COUNT or bool(record.piles)


def get_current_trick(record: TableRecord, known: Deduction) -> int:
    """Return the index of the current trick; of the last trick if the game is over."""
    return TRICK_COUNT - 1 if is_ended(record, known) else known.over


def get_leader(record: TableRecord, known: Deduction) -> Seat | None:
    """Return the leader of the current trick; None if that is unknown or the game is over."""
    return None if is_ended(record, known) else known.chain.leaders[known.over].seat


def get_turn(record: TableRecord, known: Deduction) -> Seat | None:
    """Return the seat to play; None if that is unknown or the game is over."""
    leader = get_leader(record, known)
    return leader if leader is None or known.tricks[known.over].lead is None else get_other_seat(leader)


def list_hands(record: TableRecord, known: Deduction) -> SeatCards:
    """Return the certain followers of each seat, see ``list_followers``; none if the game is over."""
    return ((), ()) if is_ended(record, known) else (list_followers(known, 0), list_followers(known, 1))


def list_score_piles(known: Deduction) -> SeatCards:
    """Return the cards known to be in each score pile, sorted; cards whose seat is unknown are left out."""
    won = [(card, side.seat) for card, side in list_scored_cards(known, known.over)]
    first, second = [sorted([card for card, owner in won if owner == seat], key=RANKS.__getitem__) for seat in (0, 1)]
    return tuple(first), tuple(second)
