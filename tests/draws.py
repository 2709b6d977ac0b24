"""How often a test draws at random: seldom with `bin/test quick`, so that it stays quick."""

from __future__ import annotations

import os

QUICK = os.environ.get("DRAWS") == "few"
PART = 10


def some(number: int) -> int:
    """The count for this run of what a test draws: all of ``number``, or a tenth of it and one at least."""
    return max(1, number // PART) if QUICK else number
