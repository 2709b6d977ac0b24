"""The cards of a game that not everybody may know. Never part of a view: a moderator's look alone shows them."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.state import Cards, Pair, Seat


@dataclass(frozen=True, slots=True)
class Hidden:
    """Hands, follower piles and deck of a match; the blind cards logged at a table, by trick and seat."""

    hands: Pair = ((), ())
    followers: Pair = ((), ())
    deck: Cards = ()
    blinds: tuple[tuple[int, Seat, Card], ...] = ()
