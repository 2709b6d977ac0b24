"""Setup of a printed deck by two players, in which neither sees a card of the other.

1. The *sorter* takes the cards to arrange and lays them face down in rows, in the order on the sorter's phone. It is
   random, and follows from the set of cards and the seed alone, so it tells nothing about the piles.
2. The sorter turns away, and so knows faces but not where each card goes.
3. The *dealer* takes cards at the positions on the dealer's phone, without a look at their faces: a set of positions
   for each pile, and the deck one card after another. The order is random, so positions tell nothing about faces.

For a whole deal, all 52 cards are arranged. In a game in progress, the played and revealed cards lie open, the sorter
takes out the cards that only the sorter knows, and arranges the rest.

The seed must be unknown to both players, and of the strength of a key.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.state import Cards

Positions = tuple[int, ...]
"""Positions of arranged cards, counted from 1."""


@dataclass(frozen=True, slots=True)
class DeckSetup:
    """Instructions for both players: ``order`` is for the sorter alone, all else for the dealer alone.

    The positions of each pile ascend, so that they do not tell which card of the pile lies where. The positions of the
    deck are in drawing order.
    """

    order: Cards
    piles: Mapping[str, Positions]
    deck: Positions


def build_setup(arranged: Cards, piles: Mapping[str, Cards], deck: Cards, seed: str) -> DeckSetup:
    """Return the instructions that make ``piles`` and ``deck`` of the cards ``arranged``.

    Cards that are in no pile and not in the deck stay where they lie. Which of several identical cards goes where is
    random. Raise ValueError if a card of a pile or of the deck is not among those arranged.
    """
    cards = sorted(arranged)
    order = tuple(cards[index] for index in permute(len(cards), seed, "order"))
    free: dict[Card, list[int]] = {}
    for index in permute(len(cards), seed, "copies"):
        free.setdefault(order[index], []).append(index + 1)
    taken = {name: tuple(sorted(_take(free, pile))) for name, pile in piles.items()}
    return DeckSetup(order, taken, _take(free, deck))


def permute(count: int, seed: str, purpose: str) -> list[int]:
    """Return the numbers below ``count`` in a random order that follows from the seed and the purpose."""
    keys = [hmac.digest(seed.encode(), f"claim-setup {purpose} {number}".encode(), "sha256") for number in range(count)]
    return sorted(range(count), key=keys.__getitem__)


def _take(free: Mapping[Card, list[int]], cards: Cards) -> Positions:
    """Return a free position of each card, and remove it from ``free``."""
    try:
        return tuple(free[card].pop() for card in cards)
    except (KeyError, IndexError):
        raise ValueError("a pile has a card that is not arranged") from None
