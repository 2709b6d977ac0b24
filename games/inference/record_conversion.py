"""Conversion between the records of dealt games and of physical games."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from games.inference.record import TableRecord, TableTrick
from games.inference.tally import TrickTally, compute_play, compute_tally
from games.rules.cards import Card
from games.rules.record import Record, replay
from games.rules.record_fields import BadRecord
from games.rules.rulings import Rulings
from games.rules.state import HAND_SIZE, Cards, Phase, Seat, SeatCards, State, Trick


def build_table_record(
    names: tuple[str, str], leader: Seat, state: State, rulings: Rulings, *, opened: bool
) -> TableRecord:
    """Return the tricks played so far in a dealt game as the record of a physical game.

    Blind cards are included only if ``opened``.
    """
    tricks = [_build_table_trick(trick, opened) for trick in state.tricks]
    if state.lead is not None:
        tricks.append(TableTrick(revealed=state.revealed, lead=state.lead))
    return TableRecord(names, leader, tuple(tricks[:HAND_SIZE]), tuple(tricks[HAND_SIZE:]), rulings=rulings)


def _build_table_trick(trick: Trick, opened: bool) -> TableTrick:
    return TableTrick(trick.revealed, trick.lead, trick.follow, trick.blind if opened else None)


# A physical game as if the site had dealt it: possible if its log has no gap.


def build_record(record: TableRecord) -> Record | None:
    """Return the deal and the plays of a physical game, up to the first gap in phase two.

    None if a card of phase one is unknown, or if the rules do not allow what was logged.
    """
    tricks = tuple(takewhile(is_complete, compute_tally(record).tricks))
    leader = tricks[0].leader if tricks else None
    if len(tricks) < HAND_SIZE or leader is None:
        return None
    plays = list_cards(card for trick in tricks for card in (trick.lead, trick.follow))
    deck = list_cards(card for trick in tricks[:HAND_SIZE] for card in (trick.revealed, trick.blind))
    found = Record(record.seats, leader, _list_hands(tricks[:HAND_SIZE]), deck, plays, rulings=record.rulings)
    return found if is_legal(found) else None


def build_dealt_record(record: TableRecord, deal: State) -> Record | None:
    """Return a physical game whose deal is known, so that its log needs no blind cards.

    None if the log lacks a played card, or does not fit the deal.
    """
    tricks = compute_play(record).tricks
    plays = list_cards(card for trick in tricks for card in (trick.lead, trick.follow))
    drawn = zip(tricks, deal.deck[::2], strict=False)
    if len(plays) < 4 * HAND_SIZE or any(trick.revealed not in (None, card) for trick, card in drawn):
        return None
    found = Record(record.seats, deal.leader, deal.hands, deal.deck, plays, rulings=record.rulings)
    return found if is_legal(found) else None


def is_legal(record: Record) -> bool:
    """Return whether the rules allow the plays of a record."""
    try:
        replay(record)
    except BadRecord:
        return False
    return True


def is_complete(trick: TrickTally) -> bool:
    """Return whether all cards of a finished trick and its leader are known."""
    needed = [trick.leader, trick.lead, trick.follow]
    drawn = [trick.revealed, trick.blind] if trick.phase is Phase.ONE else []
    return None not in [*needed, *drawn]


def list_cards(cards: Iterable[Card | None]) -> Cards:
    """Return the cards that are known."""
    return tuple(card for card in cards if card is not None)


def _list_hands(tricks: tuple[TrickTally, ...]) -> SeatCards:
    """Return the dealt hands: the cards that each seat played in phase one."""
    return list_seat_plays(tricks, 0), list_seat_plays(tricks, 1)


def list_seat_plays(tricks: tuple[TrickTally, ...], seat: Seat) -> Cards:
    """Return the known cards that a seat played in these tricks."""
    return list_cards(trick.lead if trick.leader == seat else trick.follow for trick in tricks)
