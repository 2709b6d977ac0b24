"""What has still to be told of the piles at a table."""

from __future__ import annotations

import pytest

from games.rules.cards import Faction
from games.rules.logged.slots import PileCount
from games.stories.sheet import pile_asks

PILES = [
    (None, "counts"),
    (PileCount((2, 1)), None),
    (PileCount((0, 0)), None),
    (PileCount((2, 2)), "highest"),
    (PileCount((2, 2), (9, 8)), None),
]


@pytest.mark.parametrize(("pile", "asked"), PILES)
def test_the_highest_card_is_asked_where_the_piles_are_level(pile: PileCount | None, asked: str | None) -> None:
    assert pile_asks(Faction.KNIGHTS, pile) == asked
