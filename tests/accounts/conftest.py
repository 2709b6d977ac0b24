"""Pages without collected files: what is served under which hashed name is tested with the real site."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings


@pytest.fixture(autouse=True)
def plain_files(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(autouse=True)
def forgotten_tries() -> None:
    """allauth counts tries in the cache."""
    cache.clear()


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody without a session."""
    return Client()
