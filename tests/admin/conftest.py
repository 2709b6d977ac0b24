"""Fixtures of the admin's tests: no second factor, and the browsers of the staff."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import User
from games.services.moderation.permissions import Moderator


@pytest.fixture(autouse=True)
def _plain_site(settings: Settings, plain_static_files: None) -> None:
    """Switch the second factor off, which has tests of its own."""
    settings.STAFF_SECOND_FACTOR = False


@pytest.fixture
def desk(mona: Moderator, browser_of: Callable[[User], Client]) -> Client:
    """The browser of Mona, a moderator who plays nowhere."""
    return browser_of(mona.user)


@pytest.fixture
def other_desk(nils: Moderator, browser_of: Callable[[User], Client]) -> Client:
    """The browser of Nils, another moderator."""
    return browser_of(nils.user)


@pytest.fixture
def top_desk(sara: Moderator, browser_of: Callable[[User], Client]) -> Client:
    """The browser of Sara, the superuser."""
    return browser_of(sara.user)
