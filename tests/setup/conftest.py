"""What the tests of the scripts share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.setup.machine import environment
from tests.shared import once


@pytest.fixture(scope="session")
def venv(run_folder: Path) -> Path:
    """An environment as Python makes it, with pip and nothing else."""
    return once(run_folder / "venv", environment)
