"""How often and how long a fault is made: a short form whenever the tests run, a long one with `bin/test --faults`."""

from __future__ import annotations

import os

LONG = os.environ.get("FAULTS") == "long"


def times(short: int, long: int) -> int:
    """The count for this run."""
    return long if LONG else short
