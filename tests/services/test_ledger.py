"""The entries of a table as values: what taking one back says of both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.cards import Card
from games.rules.logged.slots import Slot, Spot
from games.rules.state import Phase
from games.stories.ledger import Change, Ledger
from games.stories.sheet import What
from games.stories.table_kinds import TableKind

KEY = (What.CARD, Slot(Phase.ONE, 1, Spot.LEAD))
LOGGED = Change(4, 7, TableKind.LOGGED, KEY, Card.parse("K2"), Card.parse("K3"))


def test_who_takes_an_entry_back_makes_a_change_of_their_own() -> None:
    after, back = Ledger().changed(LOGGED).undone(4, 9, 8)
    assert back == Change(9, 8, TableKind.UNDONE, KEY, Card.parse("K3"), Card.parse("K2"), undone=True)
    assert after.history == (replace(LOGGED, undone=True),)


def test_an_entry_that_is_not_in_the_history_cannot_be_taken_back() -> None:
    with pytest.raises(ValueError, match="not in the history"):
        Ledger().changed(LOGGED).undone(5, 9, 8)
