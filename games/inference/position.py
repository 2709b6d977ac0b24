"""Position of a physical game from which it can go on online: known if the log has no gap."""

from __future__ import annotations

from collections import Counter

from games.inference.record import TableRecord
from games.inference.record_conversion import is_complete, is_legal, list_cards, list_seat_plays
from games.inference.tally import compute_play
from games.rules.cards import DECK, Card
from games.rules.record import Record
from games.rules.state import HAND_SIZE, Cards, Phase, Seat, SeatCards
from games.rules.tricks import can_follow


def is_traceable(record: TableRecord) -> bool:
    """Return whether a game can go on from its log: all cards but hands and, in phase one, blind cards are there.

    In phase one the answer does not depend on blind cards.
    """
    play = compute_play(record)
    finished = [trick for trick in play.tricks if trick.over]
    if len(finished) >= HAND_SIZE:
        return build_position(record) is not None
    current = play.tricks[len(finished) :]
    if play.slips or not current or current[0].follow or None in (current[0].leader, current[0].revealed):
        return False
    return all(None not in (trick.leader, trick.revealed, trick.lead, trick.follow) for trick in finished)


def build_position(record: TableRecord, hands: SeatCards = ((), ()), rest: Cards = ()) -> Record | None:
    """Return the deal and the plays of a physical game, up to the card to play next.

    In phase one, ``hands`` are the cards that both seats still hold, and ``rest`` are the unseen cards of the deck in
    drawing order. Return None if a card is missing, or if the rules do not allow what was logged.
    """
    tricks = compute_play(record).tricks
    leader = tricks[0].leader if tricks else None
    has_gap = any(bool(trick.follow) if not trick.over else not is_complete(trick) for trick in tricks)
    if leader is None or has_gap:
        return None
    one = tuple(trick for trick in tricks if trick.phase is Phase.ONE)
    deck = list_cards(card for trick in one for card in (trick.revealed, trick.blind))
    plays = list_cards(card for trick in tricks for card in (trick.lead, trick.follow))
    dealt = list_seat_plays(one, 0) + hands[0], list_seat_plays(one, 1) + hands[1]
    found = Record(record.seats, leader, dealt, deck + rest, plays, rulings=record.rulings)
    return found if is_legal(found) else None


def list_unseen_cards(record: TableRecord, hands: SeatCards = ((), ())) -> Cards:
    """Return the cards that are neither in a trick nor in one of the ``hands``, sorted."""
    return tuple(sorted((_count_unseen(record) - Counter(hands[0] + hands[1])).elements()))


def count_hand(record: TableRecord, seat: Seat) -> int:
    """Return the number of cards that a seat holds in phase one."""
    return HAND_SIZE - len(list_seat_plays(compute_play(record).tricks, seat))


def is_missing_blind(record: TableRecord, seat: Seat) -> bool:
    """Return whether a blind card that a seat took in phase one is not logged."""
    return any(trick.over and trick.winner != seat and trick.blind is None for trick in compute_play(record).tricks)


def is_possible_hand(record: TableRecord, seat: Seat, hand: Cards) -> bool:
    """Return whether a seat can hold these cards in phase one, by what this seat knows.

    ``record`` has no other blind cards than those of this seat, so the answer tells nothing about the other hand.
    """
    is_unseen = not Counter(hand) - _count_unseen(record)
    return len(hand) == count_hand(record, seat) and is_unseen and _has_followed(record, seat, hand)


def _has_followed(record: TableRecord, seat: Seat, hand: Cards) -> bool:
    """Return whether a seat that holds these cards now broke no rule when it followed."""
    for trick in reversed(compute_play(record).tricks):
        if trick.leader == seat:
            hand = (*hand, *list_cards([trick.lead]))
        elif trick.lead is not None and trick.follow is not None:
            hand = (*hand, trick.follow)
            if not can_follow(hand, trick.lead.faction, trick.follow):
                return False
    return True


def _count_unseen(record: TableRecord) -> Counter[Card]:
    seen = list_cards(
        card
        for trick in compute_play(record).tricks
        for card in (trick.revealed, trick.lead, trick.follow, trick.blind)
    )
    return Counter(DECK) - Counter(seen)
