"""The desk without a second factor, and browsers of the staff."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import User
from games.services.moderation import Judge


@pytest.fixture(autouse=True)
def plain_site(settings: Settings, tmp_path: Path) -> None:
    """Without a second factor, which has tests of its own, and without collected files."""
    settings.STAFF_SECOND_FACTOR = False
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def desk(mona: Judge, browser_of: Callable[[User], Client]) -> Client:
    """Mona's browser: a moderator who plays nowhere."""
    return browser_of(mona.user)


@pytest.fixture
def other_desk(nils: Judge, browser_of: Callable[[User], Client]) -> Client:
    """Nils' browser: the other moderator."""
    return browser_of(nils.user)


@pytest.fixture
def top_desk(sara: Judge, browser_of: Callable[[User], Client]) -> Client:
    """Sara's browser: the superuser."""
    return browser_of(sara.user)
