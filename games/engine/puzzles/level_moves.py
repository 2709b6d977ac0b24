"""Cards that the levels play in a puzzle, with both hands open, and the test for obvious cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.engine import lookahead
from games.engine.card_choice import choose_card
from games.engine.levels import LEVELS, Level
from games.engine.position import BEATS, CARDS, VALUE, Ids, Position
from games.rules.cards import DECK, Card
from games.rules.state import HAND_SIZE, Cards, State, get_other_seat
from games.rules.visible_state import Memory, VisibleState, build_visible_state

WEAK_LEVELS = tuple(replace(level, saves_high_cards=False) for level in LEVELS[:2])
"""Levels that cannot solve positions as long as those of puzzles. They waste high cards, so they find fewer answers."""
SEEDS = 10
"""Number of seeds tried with each weak level."""
OFTEN_COUNT = SEEDS // 2
"""Number of seeds with which a level must play a card for the card to be obvious to it."""


def choose_level_card(level: Level, position: Position, seed: int) -> Card:
    """Return the card that a level plays for the seat to play; the same for the same seed."""
    return choose_card([_build_view(position)], level, seed)


def _build_view(position: Position) -> VisibleState:
    """Return the view of the seat to play, with a memory that makes the other hand certain."""
    hands, score = (
        (_list_cards(position.hands[0]), _list_cards(position.hands[1])),
        (_list_cards(position.score[0]), _list_cards(position.score[1])),
    )
    lead = None if position.lead is None else CARDS[position.lead]
    view = build_visible_state(State(position.leader, hands, (), lead, score=score), position.to_play)
    played = tuple((Counter(DECK) - Counter(hands[0] + hands[1])).elements())
    theirs = hands[get_other_seat(position.to_play)]
    memory = Memory(played, (theirs, ()) if position.to_play else ((), theirs))
    return replace(
        view, ply=len(DECK) - len(hands[0] + hands[1]), number=HAND_SIZE + 1 - position.tricks_left, memory=memory
    )


def _list_cards(ids: Ids) -> Cards:
    return tuple(CARDS[number] for number in ids)


def is_obvious(position: Position, card: Card) -> bool:
    """Return whether lookahead, a greedy player or a weak level would play the card.

    A weak level counts if it plays the card with at least half of the seeds.
    """
    return card in (CARDS[lookahead.find_best_card(position)], choose_greedy_card(position)) or any(
        _is_often_played(level, position, card) for level in WEAK_LEVELS
    )


def choose_greedy_card(position: Position) -> Card:
    """Return the highest card as a lead; as an answer, the lowest winning card or else the lowest card."""
    legal = position.list_legal()
    if position.lead is None:
        return CARDS[max(legal, key=_sort_key)]
    winning = [number for number in legal if BEATS[position.lead, number]]
    return CARDS[min(winning or legal, key=_sort_key)]


def _is_often_played(level: Level, position: Position, card: Card) -> bool:
    return sum(choose_level_card(level, position, seed) == card for seed in range(SEEDS)) >= OFTEN_COUNT


def _sort_key(number: int) -> tuple[int, int]:
    return int(VALUE[number]), number
