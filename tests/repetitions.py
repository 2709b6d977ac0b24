"""Numbers of repetitions: random samples are smaller with `bin/test quick`, fault tests longer with `--faults`."""

from __future__ import annotations

import os

QUICK = os.environ.get("DRAWS") == "few"
LONG_FAULTS = os.environ.get("FAULTS") == "long"


def sample_size(number: int) -> int:
    """Return `number`, or in a quick run a tenth of it and at least one."""
    return max(1, number // 10) if QUICK else number


def fault_rounds(short: int, long: int) -> int:
    """Return the number of rounds of a fault test in this run."""
    return long if LONG_FAULTS else short
