"""Minimax of phase two through the rules, without any shortcut."""

from __future__ import annotations

import random

from games.rules.cards import DECK, Card
from games.rules.moves import apply, legal_moves
from games.rules.rulings import Draw
from games.rules.scoring import compute_outcome, compute_votes
from games.rules.state import State
from tests.rules.situations import codes, situation

Values = tuple[int, int, int]
"""For seat 0: the outcome by either ruling on draws (1, 0, -1), and the votes by which it leads."""


def values(state: State) -> Values:
    """Return the values of a state under perfect play, each of the three by itself."""
    if state.finished:
        seats = [vote.seat for vote in compute_votes(state.score)]
        return _outcome(state, Draw.VOTES), _outcome(state, Draw.THREE), seats.count(0) - seats.count(1)
    first, second, third = zip(*values_after(state).values(), strict=True)
    pick = max if state.to_play == 0 else min
    return pick(first), pick(second), pick(third)


def values_after(state: State) -> dict[Card, Values]:
    """Return the values after each legal card."""
    return {card: values(apply(state, card)) for card in dict.fromkeys(legal_moves(state))}


def _outcome(state: State, draw: str) -> int:
    end = compute_outcome(state, draw)
    assert end is not None
    return 0 if end.winner is None else 1 - 2 * end.winner


def ending(seed: int, most: int = 5) -> State:
    """A position of at most ``most`` tricks before the end, its piles filled at random; every other one has a lead."""
    chance = random.Random(seed)
    # Few factions make level counts and votes that nobody gets.
    deck = [card for card in DECK if card.faction.value in chance.choice(["GKUDP"] * 4 + ["GK", "GUP", "GD"])]
    if seed % 5 == 0:
        deck = [card for card in deck if card.faction.value != "G" or card.value == 0]
    chance.shuffle(deck)
    tricks = min(chance.randint(1, most), len(deck) // 2)
    cards, rest = deck[: 2 * tricks], deck[2 * tricks :]
    cut = chance.randint(0, len(rest))
    piles = (codes(tuple(rest[: cut // 2])), codes(tuple(rest[cut // 2 : cut])))
    hands = (codes(tuple(cards[:tricks])), codes(tuple(cards[tricks:])))
    state = situation(*hands, leader=chance.randrange(2), score=piles)
    return apply(state, chance.choice(legal_moves(state))) if seed % 2 else state
