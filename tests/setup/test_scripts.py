"""The scripts' own tests, under Node's runner.

All in one process here: bin/check gives each file one of its own, which takes six times as long.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))
ONE_AFTER_ANOTHER = "for (const file of process.argv.slice(1)) await import(file);"


@pytest.mark.node
def test_the_scripts_pass_their_tests() -> None:
    command = ["node", "--test-reporter=tap", "--input-type=module", "--eval", ONE_AFTER_ANOTHER]
    command += [file.as_uri() for file in FILES]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    counted = re.search(r"^# pass (\d+)$", run.stdout, re.MULTILINE)
    assert counted, run.stdout
    assert int(counted[1]) >= len(FILES)
