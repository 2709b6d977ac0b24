"""Fixtures of tests of online games."""

from __future__ import annotations

import pytest

from tests.services.matches.clock import ManualClock, install_clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """The time of a site that was never down."""
    return install_clock(monkeypatch)
