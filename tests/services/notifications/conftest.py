"""Fixtures of tests of e-mail and push messages: a site that sends both, and Bram, who gets them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.jobs.push import Pusher
from games.models import Game, User
from tests.push_service import PushBrowser, PushService, serve_pushes
from tests.services.matches.clock import ManualClock, timed
from tests.services.notifications.mail import configure_email, confirm_address
from tests.services.notifications.push import connect_pusher, subscribe_browser


@pytest.fixture
def clock(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """The time of a site that can write."""
    return configure_email(settings, monkeypatch)


@pytest.fixture
def address(bram: User) -> User:
    """Bram has said that his address is his."""
    return confirm_address(bram)


@pytest.fixture
def daily(ana: User, bram: User) -> Game:
    """A game by the day in which it is Bram's turn."""
    return timed(ana, bram, "3d", plies=1)


@pytest.fixture(scope="module")
def push_service() -> Iterator[PushService]:
    with serve_pushes() as service:
        yield service


@pytest.fixture
def service(push_service: PushService, settings: Settings, tmp_path: object) -> PushService:
    settings.PUSH_SERVICES, settings.VAR_DIR = [push_service.url], tmp_path
    return push_service


@pytest.fixture
def pusher() -> Iterator[Pusher]:
    with connect_pusher() as made:
        yield made


@pytest.fixture
def bram_phone(bram: User, service: PushService) -> PushBrowser:
    return subscribe_browser(bram, service)
