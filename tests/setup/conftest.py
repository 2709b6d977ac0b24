"""What the tests of the scripts share."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.setup.machine import environment
from tests.shared import once


@pytest.fixture(scope="session")
def venv(run_folder: Path, pytestconfig: pytest.Config) -> Path:
    """An environment as Python makes it, with pip and nothing else; that of an earlier run of the same Python."""
    cache = getattr(pytestconfig, "cache", None)
    if cache is None:
        return once(run_folder / "venv", environment)
    python = f"{sys.executable} {Path(sys.executable).resolve().stat().st_mtime_ns} {sys.version}"
    return once(cache.mkdir("venv") / sha256(python.encode()).hexdigest(), environment)
