"""Which cards are obvious: those that somebody plays who does not look to the end."""

from __future__ import annotations

from collections.abc import Iterator

from games.minds import late
from games.minds.levels import LEVELS
from games.minds.position import BEATS, CARDS, VALUE, Position
from games.minds.puzzles.levels import card_of
from games.rules.cards import Card

WEAKER = LEVELS[:2]
"""The levels that do not see to the end of what may be a puzzle."""
SEEDS = 10
"""How often each of them is asked."""
OFTEN = SEEDS // 2
"""From how often on what it plays is obvious to it."""


def obvious(at: Position, card: Card) -> bool:
    """Whether a card of the seat to play is what looks best one trick ahead, what a greedy player plays, or what one
    of the weaker levels plays at least every other time."""
    return card in (CARDS[late.best(at)], greedy(at)) or any(_often(at, card))


def greedy(at: Position) -> Card:
    """Leads the highest card, answers with the lowest that wins the trick, or else with the lowest."""
    legal = at.legal()
    if at.lead is None:
        return CARDS[max(legal, key=_height)]
    winning = [one for one in legal if BEATS[at.lead, one]]
    return CARDS[min(winning or legal, key=_height)]


def _often(at: Position, card: Card) -> Iterator[bool]:
    for level in WEAKER:
        yield sum(card_of(level, at, seed) == card for seed in range(SEEDS)) >= OFTEN


def _height(one: int) -> tuple[int, int]:
    return int(VALUE[one]), one
