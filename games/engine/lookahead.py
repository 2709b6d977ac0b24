"""Lookahead of one trick in phase two, for levels that do not solve the position."""

from __future__ import annotations

from functools import cache

from games.engine.position import (
    BEATS_LIST,
    FACTION_LIST,
    FACTIONS,
    TO_LOSER_LIST,
    VALUE_LIST,
    WILD_LIST,
    Position,
)

CARD_COST = 0.08
"""Value of a point on a card in hand, in cards of an open vote."""
WILD_COST = 0.25


def value_cards(position: Position) -> dict[int, float]:
    """Return the value of each legal card for the seat to play, in cards of open votes.

    The value is that of the trick, less the cost of the card. A lead has the value that its worst answer leaves.
    """
    prices = price_factions(position)
    return {card: _value_card(position, card, prices) for card in position.list_legal()}


def find_best_card(position: Position) -> int:
    """Return the card with the highest lookahead value."""
    values = value_cards(position)
    return max(values, key=lambda card: (values[card], -card))


def order_cards(position: Position) -> list[int]:
    """Return the legal cards, highest lookahead value first."""
    values = value_cards(position)
    return sorted(values, key=lambda card: (-values[card], card))


def price_factions(position: Position) -> list[float]:
    """Return the value of a card of each faction: lowest if the vote is decided, highest if it is close."""
    return [_price_faction(position, faction) for faction in range(len(FACTIONS))]


def _price_faction(position: Position, faction: int) -> float:
    own, other = (sum(FACTION_LIST[card] == faction for card in pile) for pile in position.score)
    held = sum(FACTION_LIST[card] == faction for hand in position.hands for card in hand)
    if position.lead is not None and FACTION_LIST[position.lead] == faction:
        held += 1
    difference = abs(own - other)
    return 0.05 if difference > held else 3.0 / (2 + max(1, held - difference))


def _value_card(position: Position, card: int, prices: list[float]) -> float:
    if position.lead is not None:
        return _value_trick(position.lead, card, prices) - _price_card(card)
    answers = position.play(card).list_legal()
    worst = min(-_value_trick(card, answer, prices) + _price_card(answer) for answer in answers)
    return worst - _price_card(card)


def _value_trick(lead: int, answer: int, prices: list[float]) -> float:
    """Return the value of a trick for the seat that answers."""
    won = 1.0 if BEATS_LIST[lead][answer] else -1.0
    return sum(((-won if TO_LOSER_LIST[card] else won) * prices[FACTION_LIST[card]] for card in (lead, answer)), 0.0)


@cache
def _price_card(card: int) -> float:
    points = float(9 - VALUE_LIST[card] if TO_LOSER_LIST[card] else VALUE_LIST[card])
    return CARD_COST * points + (WILD_COST if WILD_LIST[card] else 0)
