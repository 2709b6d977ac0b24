"""What has still to be told of the piles at a table, and what a slip is called when it may stand."""

from __future__ import annotations

import pytest

from games.rules.cards import Card, Faction
from games.rules.logged.slips import Moment, Slip, SlipCode
from games.rules.logged.slots import PileCount
from games.rules.state import Phase
from games.stories.sheet import pile_asks, slip_key

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


ONE, APART, TWO = Moment(Phase.ONE, 4), Moment(Phase.ONE, None), Moment(Phase.TWO, 2)
SLIPS = [
    (Slip(SlipCode.REVOKE, ONE, 1, Card.parse("K3"), TWO), "revoke:1.4:2.2:K3:1"),
    (Slip(SlipCode.WRONG_LEADER, TWO, 0, None, ONE), "wrong_leader:2.2:1.4::0"),
    (Slip(SlipCode.DUPLICATE, APART, None, Card.parse("U5"), ONE), "duplicate:1.0:1.4:U5:"),
]


@pytest.mark.parametrize(("slip", "key"), SLIPS, ids=[key for _, key in SLIPS])
def test_a_slip_is_called_by_all_that_it_says(slip: Slip, key: str) -> None:
    """Logs keep the name of one that stands: under another it would be doubted anew."""
    assert slip_key(slip) == key
