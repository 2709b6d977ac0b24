"""What all processes of one test run share: made by the first that asks, waited for by the others."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the whole run. Under xdist each process has its own inside it."""
    mine = tmp_path_factory.getbasetemp()
    return mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine


def once(place: Path, make: Callable[[Path], object]) -> Path:
    """`place`, with what `make` puts at the path that it is given; what a broken `make` left is not taken."""
    with place.with_name(f"{place.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            half = place.with_name(f"{place.name}.half-{os.getpid()}")
            make(half)
            half.rename(place)
    return place
