"""A site that writes letters and tells browsers, and Bram, whom it tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.models import Game, User
from games.run.push import Pusher
from tests.pushes import Phone, PushService, serving
from tests.services.clockwork import Hand, timed
from tests.services.letterbox import confirmed, opened
from tests.services.told import hearing, told


@pytest.fixture
def hand(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Hand:
    """The time of a site that can write."""
    return opened(settings, monkeypatch)


@pytest.fixture
def address(bram: User) -> User:
    """Bram has said that his address is his."""
    return confirmed(bram)


@pytest.fixture
def daily(ana: User, bram: User) -> Game:
    """A game by the day in which it is Bram's turn."""
    return timed(ana, bram, "3d", plies=1)


@pytest.fixture(scope="module")
def running() -> Iterator[PushService]:
    with serving() as service:
        yield service


@pytest.fixture
def service(running: PushService, settings: Settings, tmp_path: object) -> PushService:
    settings.PUSH_SERVICES, settings.VAR_DIR = [running.url], tmp_path
    return running


@pytest.fixture
def pusher() -> Iterator[Pusher]:
    with hearing() as made:
        yield made


@pytest.fixture
def bram_s(bram: User, service: PushService) -> Phone:
    return told(bram, service)
