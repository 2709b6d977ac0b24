"""The stands of a game from its deal on."""

from __future__ import annotations

from games.rules.moves import apply
from games.rules.state import Cards, State


def folded(deal: State, plays: Cards) -> tuple[State, ...]:
    """The stands after 0, 1, 2 … of these cards; refused as ``apply`` refuses."""
    found = [deal]
    for card in plays:
        found.append(apply(found[-1], card))
    return tuple(found)
