"""Fixture that changes the powers of factions: a pytest plugin."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from games.rules.cards import Faction
from games.rules.tricks import POWERS, Power
from tests.function_caches import clear_function_caches

GivePower = Callable[[Faction, Power], None]


@pytest.fixture
def give_power(monkeypatch: pytest.MonkeyPatch) -> Iterator[GivePower]:
    """Give a faction another power until the test ends; results of cached functions are cleared each time."""

    def give(faction: Faction, power: Power) -> None:
        monkeypatch.setitem(POWERS, faction, power)
        clear_function_caches()

    yield give
    monkeypatch.undo()
    clear_function_caches()
