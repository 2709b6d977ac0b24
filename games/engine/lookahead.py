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

DECIDED_VALUE = 0.05
"""Value of a card of a faction whose vote is decided."""
OPEN_VALUE = 3.0
"""Value of a card of a faction whose vote is open, before it is divided by the cards that can decide the vote."""
POINT_COST = 0.08
"""Cost of playing a card for each point on it; for Dwarves, which go to the loser, for each point below 9."""
WILD_COST = 0.25
"""Additional cost of playing a Doppelgänger."""


def get_card_values(position: Position) -> dict[int, float]:
    """Return the value of each legal card for the seat to play.

    The value is that of the cards won or lost in the trick, less the cost of the card. A lead has the value that its
    worst answer leaves.
    """
    faction_values = [_get_faction_value(position, faction) for faction in range(len(FACTIONS))]
    return {card: _get_card_value(position, card, faction_values) for card in position.list_legal()}


def find_best_card(position: Position) -> int:
    """Return the card with the highest lookahead value."""
    values = get_card_values(position)
    return max(values, key=lambda card: (values[card], -card))


def order_cards(position: Position) -> list[int]:
    """Return the legal cards, highest lookahead value first."""
    values = get_card_values(position)
    return sorted(values, key=lambda card: (-values[card], card))


def _get_faction_value(position: Position, faction: int) -> float:
    """Return the value of a card of a faction: lowest if the vote is decided, highest if it is close."""
    own, other = (sum(FACTION_LIST[card] == faction for card in pile) for pile in position.score)
    held = sum(FACTION_LIST[card] == faction for hand in position.hands for card in hand)
    if position.lead is not None and FACTION_LIST[position.lead] == faction:
        held += 1
    difference = abs(own - other)
    return DECIDED_VALUE if difference > held else OPEN_VALUE / (2 + max(1, held - difference))


def _get_card_value(position: Position, card: int, faction_values: list[float]) -> float:
    if position.lead is not None:
        return _get_trick_value(position.lead, card, faction_values) - _get_cost(card)
    answers = position.play(card).list_legal()
    worst = min(-_get_trick_value(card, answer, faction_values) + _get_cost(answer) for answer in answers)
    return worst - _get_cost(card)


def _get_trick_value(lead: int, answer: int, faction_values: list[float]) -> float:
    """Return the value of a trick for the seat that answers."""
    won = 1.0 if BEATS_LIST[lead][answer] else -1.0
    return sum(
        ((-won if TO_LOSER_LIST[card] else won) * faction_values[FACTION_LIST[card]] for card in (lead, answer)), 0.0
    )


@cache
def _get_cost(card: int) -> float:
    """Return the cost of playing a card, which could win a later trick."""
    points = float(9 - VALUE_LIST[card] if TO_LOSER_LIST[card] else VALUE_LIST[card])
    return POINT_COST * points + (WILD_COST if WILD_LIST[card] else 0)
