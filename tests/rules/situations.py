"""Situations in one line: cards are written as in records, separated by blanks."""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.moves import apply
from games.rules.state import HAND_SIZE, Cards, Phase, State, Trick

PADDING = Trick(Phase.ONE, 1, 0, Card.parse("P1"), Card.parse("P0"), 0, Card.parse("P2"), Card.parse("P3"))
"""A trick before a situation begins."""


def cards(codes: str) -> Cards:
    return tuple(Card.parse(code) for code in codes.split())


def codes(items: Cards) -> str:
    return " ".join(str(card) for card in items)


def situation(
    hand0: str,
    hand1: str,
    deck: str = "",
    leader: int = 0,
    followers: tuple[str, str] = ("", ""),
    score: tuple[str, str] = ("", ""),
) -> State:
    """Return a game with these hands, as many tricks before its end as they and the deck allow.

    With a deck (two cards for each card of a hand) it is phase one, without it is phase two.
    """
    left = len(hand0.split()) * (2 if deck else 1)
    done = (PADDING,) * (2 * HAND_SIZE - left)
    recruited, scored = ((cards(pair[0]), cards(pair[1])) for pair in (followers, score))
    return State(leader, (cards(hand0), cards(hand1)), cards(deck), None, recruited, scored, done)


def played(state: State, plays: str) -> State:
    for card in cards(plays):
        state = apply(state, card)
    return state
