"""The entries of a table as values: what taking one back says of both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.rules.cards import Card, Faction
from games.rules.logged.slots import PileCount, Slot, Spot
from games.rules.state import Phase
from games.stories.ledger import Change, Ledger
from games.stories.sheet import Depth, Key, What
from games.stories.story import Fact
from games.stories.table_kinds import TableKind
from tests.services.companion_acts import ANA, BRAM, table_with

KEY = (What.CARD, Slot(Phase.ONE, 1, Spot.LEAD))
LOGGED = Change(4, 7, TableKind.LOGGED, KEY, Card.parse("K2"), Card.parse("K3"))


def test_who_takes_an_entry_back_makes_a_change_of_their_own() -> None:
    after, back = Ledger().changed(LOGGED).undone(4, 9, 8)
    assert back == Change(9, 8, TableKind.UNDONE, KEY, Card.parse("K3"), Card.parse("K2"), undone=True)
    assert after.history == (replace(LOGGED, undone=True),)


def test_an_entry_that_is_not_in_the_history_cannot_be_taken_back() -> None:
    with pytest.raises(ValueError, match="not in the history"):
        Ledger().changed(LOGGED).undone(5, 9, 8)


def test_the_history_says_what_kind_of_entry_each_was() -> None:
    said = Fact(TableKind.STATED, data={"device": ANA, "phase": 2, "trick": 5, "seat": 0})
    after = table_with((ANA, [0], "player"), (BRAM, [1], "player")).advance(said)
    assert [one.kind for one in after.ledger.history] == [TableKind.STATED]


MARKS: list[tuple[Key, Any, str]] = [
    (KEY, Card.parse("K3"), "1.1.lead=K3"),
    (KEY, None, "1.1.lead="),
    ((What.BLIND, (4, 1)), Card.parse("D3"), "1.4.blind=D3"),
    ((What.LEADER, Slot(Phase.TWO, 5, Spot.LEADER)), 0, "2.5.leader=0"),
    ((What.UNDEAD, Card.parse("U7")), 1, "undead.U7=1"),
    ((What.PILE, Faction.DWARVES), PileCount((4, 6), (9, 8)), "pile.D=4-6"),
    ((What.STOOD, "revoke:1.2:1.4:K3:1"), True, "stood.revoke:1.2:1.4:K3:1=True"),
    ((What.DEPTH, None), Depth.PILES, "depth.=piles"),
]


@pytest.mark.parametrize(("key", "now", "mark"), MARKS, ids=lambda it: it if isinstance(it, str) else "")
def test_an_entry_is_called_by_what_it_set(key: Key, now: Any, mark: str) -> None:
    """A page that is open while the site is replaced still says what it means to take back."""
    assert replace(LOGGED, key=key, now=now).mark == mark
