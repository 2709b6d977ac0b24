"""A game with the real deck, logged without a gap, as the stands that the rules make of it."""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.logged.slots import TableRecord, TableTrick
from games.rules.moves import apply, start
from games.rules.state import HAND, Cards, Pair, Seat, State, other
from games.rules.tricks import trick_winner


def stands(record: TableRecord) -> tuple[State, ...] | None:
    """The game after 0, 1, 2 … 52 cards; None where a card is not logged, or where one breaks the rules."""
    one = [cards for trick in record.tricks[:HAND] if (cards := _whole(trick)) is not None]
    two = [card for trick in record.tricks[HAND:] for card in (trick.lead, trick.follow) if card is not None]
    if record.leader is None or len(one) < HAND or len(two) < 2 * HAND:
        return None
    played = [card for _, lead, follow, _ in one for card in (lead, follow)]
    try:
        deck = tuple(card for revealed, _, _, blind in one for card in (revealed, blind))
        return folded(start(_hands(played, record.leader), deck, record.leader), (*played, *two))
    except Refusal:
        return None


def folded(deal: State, plays: Cards) -> tuple[State, ...]:
    """The stands from a deal on, one more than cards; refused as ``apply`` refuses."""
    found = [deal]
    for card in plays:
        found.append(apply(found[-1], card))
    return tuple(found)


def _whole(trick: TableTrick) -> tuple[Card, Card, Card, Card] | None:
    """The four cards of a trick of phase one, in the order of the game."""
    if trick.revealed is None or trick.lead is None or trick.follow is None or trick.blind is None:
        return None
    return trick.revealed, trick.lead, trick.follow, trick.blind


def _hands(played: list[Card], leader: Seat) -> Pair:
    """What each seat was dealt: what it played in phase one."""
    hands: tuple[list[Card], list[Card]] = ([], [])
    for lead, follow in zip(played[::2], played[1::2], strict=True):
        hands[leader].append(lead)
        hands[other(leader)].append(follow)
        leader = trick_winner(leader, lead, follow)
    return tuple(hands[0]), tuple(hands[1])
