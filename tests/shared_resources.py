"""Resources that all processes of one test run share: the first process makes them, the others wait for it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the whole run; under xdist, each process has its own inside it."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def make_once(place: Path, make: Callable[[Path], object]) -> Path:
    """Return `place` with what `make` writes to the path that it is given.

    An interrupted `make` leaves nothing there.
    """
    with place.with_name(f"{place.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            part = place.with_name(f"{place.name}.part-{os.getpid()}")
            make(part)
            part.rename(place)
    return place
