"""Approved texts in ``tests/approved``: views of each audience, permissions and addresses that people looked at.

A change of any of them fails until somebody has looked at it: ``APPROVE=1 bin/test FILE`` writes the texts anew, and
``git diff`` shows what became of them.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "approved"


def assert_approved(name: str, said: str) -> None:
    """Assert that ``said`` is the text approved under this name."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("APPROVE"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{said.rstrip()}\n", "utf-8")
    assert said.rstrip() == file.read_text("utf-8").rstrip(), f"{name} changed: look at it, then APPROVE=1"
