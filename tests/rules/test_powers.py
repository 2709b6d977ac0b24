"""What a faction can do is said once, in its row of the powers; everything else follows the row."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import games
from games.rules.cards import Faction
from tests.rules import laws
from tests.rules.other_powers import TABLES

ROOT = Path(games.__file__).parents[1]

NAMES = {
    "games/rules/cards.py": "the deck",
    "games/rules/tricks.py": "the powers",
    "games/words/recap.py": "the story of a game in sentences",
    "games/words/table.py": "their names in sentences",
    "games/pages/rules.py": "the rules in sentences",
}
"""The modules that may name a faction, with what they say of it."""


def test_the_laws_of_phase_one_hold() -> None:
    laws.phase_one_holds()


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_all_laws_of_a_logged_game_hold_when_the_factions_change_their_powers(table: int) -> None:
    command = [sys.executable, "-m", "tests.rules.other_powers", str(table)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_other_module_names_a_faction() -> None:
    names = re.compile("|".join(rf"\bFaction\.{faction.name}\b" for faction in Faction))
    found = {
        str(path.relative_to(ROOT)) for path in (ROOT / "games").rglob("*.py") if names.search(path.read_text("utf-8"))
    }
    assert found == set(NAMES)
