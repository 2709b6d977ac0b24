"""The pad tells who wins while it is offline by a table of all answers: it is the rules' own."""

from __future__ import annotations

import re
from pathlib import Path

from games.rules.cards import COPIES
from games.rules.tricks import judge

SCRIPT = Path(__file__).parents[2] / "static/js/pad/winners.js"
ORDER = "GKUDP"


def test_the_table_holds_what_the_rules_say_of_each_pair() -> None:
    cards = sorted(COPIES, key=lambda card: (ORDER.index(card.faction.value), card.value))
    rows = re.findall(r"\b[0-9a-f]{12}\b", SCRIPT.read_text())
    says = [[bool(int(row, 16) >> (47 - at) & 1) for at in range(48)] for row in rows]
    assert says == [[judge(lead, follow)[0] for follow in cards] for lead in cards]
