"""A game with the real deck as if the site had dealt it: possible where its log has no gap."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from games.rules.cards import Card
from games.rules.fields import BadRecord
from games.rules.logged.slots import TableRecord
from games.rules.logged.tally import TrickTally, tally
from games.rules.record import Record, replay
from games.rules.state import HAND, Cards, Pair, Phase, Seat


def whole(record: TableRecord) -> Record | None:
    """The deal and the cards of a logged game, up to the first gap in phase two.

    None where a card of phase one is not known, and where the rules do not allow what was logged.
    """
    tricks = tuple(takewhile(_complete, tally(record).tricks))
    leader = tricks[0].leader if tricks else None
    if len(tricks) < HAND or leader is None:
        return None
    plays = _cards(one for trick in tricks for one in (trick.lead, trick.follow))
    deck = _cards(one for trick in tricks[:HAND] for one in (trick.revealed, trick.blind))
    found = Record(record.seats, leader, _hands(tricks[:HAND]), deck, plays, rulings=record.rulings)
    try:
        replay(found)
    except BadRecord:
        return None
    return found


def _complete(trick: TrickTally) -> bool:
    needed = [trick.leader, trick.lead, trick.follow]
    drawn = [trick.revealed, trick.blind] if trick.phase is Phase.ONE else []
    return None not in [*needed, *drawn]


def _cards(found: Iterable[Card | None]) -> Cards:
    return tuple(card for card in found if card is not None)


def _hands(tricks: tuple[TrickTally, ...]) -> Pair:
    """What each seat was dealt is what it played in phase one."""
    return _played(tricks, 0), _played(tricks, 1)


def _played(tricks: tuple[TrickTally, ...], seat: Seat) -> Cards:
    return _cards(trick.lead if trick.leader == seat else trick.follow for trick in tricks)
