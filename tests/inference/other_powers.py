"""Check of the laws of logged games under other powers: `python -m tests.inference.other_powers 0`.

It needs a process of its own: modules compute tables from the powers when they are imported.
"""

from __future__ import annotations

import sys
from importlib import import_module

from games.rules.cards import Faction
from games.rules.state import Phase
from games.rules.tricks import POWERS, Power

ONE, TWO = frozenset({Phase.ONE}), frozenset({Phase.TWO})

TABLES = (
    {
        Faction.GOBLINS: Power(wild=True),
        Faction.KNIGHTS: Power(scored=ONE | TWO, to_loser=ONE),
        Faction.UNDEAD: Power(to_loser=TWO),
        Faction.DWARVES: Power(scored=ONE | TWO),
        Faction.DOPPELGANGERS: Power(beats=frozenset({Faction.UNDEAD, Faction.DWARVES})),
    },
    {
        Faction.GOBLINS: Power(scored=ONE),
        Faction.KNIGHTS: Power(scored=ONE | TWO),
        Faction.UNDEAD: Power(beats=frozenset({Faction.KNIGHTS})),
        Faction.DWARVES: Power(scored=ONE | TWO, to_loser=ONE | TWO, wild=True),
        Faction.DOPPELGANGERS: Power(),
    },
)
"""Each power with other factions than on the real cards; in the second, cards that are alike score in phase one."""


def main(table: int) -> None:
    POWERS.update(TABLES[table])
    assert "games.inference" not in sys.modules, "the tables there are made already"
    import_module("tests.inference.laws").check_laws()


if __name__ == "__main__":
    main(int(sys.argv[1]))
