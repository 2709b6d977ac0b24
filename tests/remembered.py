"""What functions remember of their answers, for tests that change what these follow from."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from games.rules.cards import Faction
from games.rules.tricks import POWERS, Power

GivePower = Callable[[Faction, Power], None]

OURS = re.compile(r"(games|claimsite|tests)\b")


def forget_answers() -> None:
    """Those of the site's functions and of the tests' own, in every module that is loaded."""
    # A module may be a lazy object, which comes to life when it is asked.
    for module in [one for one in sys.modules.values() if type(one) is ModuleType and OURS.match(one.__name__)]:
        for one in [one for one in vars(module).values() if type(one).__name__ == "_lru_cache_wrapper"]:
            one.cache_clear()


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
