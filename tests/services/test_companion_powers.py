"""What a table logs apart of phase one is what the powers of the factions score there."""

from __future__ import annotations

import pytest

from games.live.table.pads import pads
from games.rules.cards import COPIES, Faction
from games.rules.errors import Refusal
from games.rules.state import Phase
from games.rules.tricks import POWERS, Power
from games.services.table.entries import undead
from games.services.table.said import Undead
from games.stories.table import Table
from tests.powers import GivePower
from tests.services.companion_acts import ANA, after, item, table_with


@pytest.fixture
def table() -> Table:
    return after(table_with((ANA, [0], "player")), ANA, item("depth", depth="scoring"))


@pytest.fixture
def _knights_score_early(give_power: GivePower) -> None:
    give_power(Faction.KNIGHTS, POWERS[Faction.UNDEAD])
    give_power(Faction.UNDEAD, Power(scored=frozenset({Phase.TWO})))


def logs(table: Table, code: str) -> bool:
    told = item("undead", seat=0, card=code)
    assert isinstance(told, Undead)
    try:
        return undead(table, ANA, told) is not None
    except Refusal as refusal:
        return refusal.key != "not_undead"


@pytest.mark.usefixtures("_knights_score_early")
def test_the_cards_of_a_faction_that_scores_in_phase_one_are_logged_apart(table: Table) -> None:
    assert [code for code in map(str, COPIES) if logs(table, code)] == [f"K{value}" for value in range(2, 10)]


@pytest.mark.usefixtures("_knights_score_early")
def test_the_pad_has_a_key_for_each_of_them(table: Table) -> None:
    keys = pads(table.record).undead
    assert {*keys.left, *keys.off} == {f"K{value}" for value in range(2, 10)}
