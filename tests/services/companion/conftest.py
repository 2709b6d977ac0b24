"""Fixtures of tests of physical games."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.messaging import presence
from tests.services.companion.devices import Browser, browser
from tests.services.companion.entries import Seated


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site has been up for an hour."""
    monkeypatch.setattr(presence.uptime, "since", timezone.now() - timedelta(hours=1))


@pytest.fixture
def at(transactional_db: None) -> Seated:
    return Seated()


@pytest.fixture
def ana_phone() -> Browser:
    return browser()


@pytest.fixture
def bram_phone() -> Browser:
    return browser()
