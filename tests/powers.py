"""Powers of factions that a test changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from games.rules.cards import Faction
from games.rules.tricks import POWERS, Power
from tests.mutants.answers import forget_answers

GivePower = Callable[[Faction, Power], None]


@pytest.fixture
def give_power(monkeypatch: pytest.MonkeyPatch) -> Iterator[GivePower]:
    """Gives a faction another power until the test ends; what was remembered of powers is forgotten each time, since it
    holds for the process that the next test may share.
    """

    def give(faction: Faction, power: Power) -> None:
        monkeypatch.setitem(POWERS, faction, power)
        forget_answers()

    yield give
    monkeypatch.undo()
    forget_answers()
