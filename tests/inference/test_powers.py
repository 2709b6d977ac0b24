"""Powers of the factions: each is defined in one row, and everything else follows the row."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.inference import laws
from tests.inference.other_powers import TABLES
from tests.site_process import PROJECT


def test_the_laws_of_phase_one_hold() -> None:
    laws.check_phase_one()


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_all_laws_of_a_logged_game_hold_when_the_factions_change_their_powers(table: int) -> None:
    command = [sys.executable, "-m", "tests.inference.other_powers", str(table)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
