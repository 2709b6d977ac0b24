"""The scripts' own tests, under Node's runner."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))


@pytest.mark.node
def test_the_scripts_pass_their_tests() -> None:
    command = ["node", "--test", "--test-reporter=tap", *map(str, FILES)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    counted = re.search(r"^# pass (\d+)$", run.stdout, re.MULTILINE)
    assert counted, run.stdout
    assert int(counted[1]) >= len(FILES)
