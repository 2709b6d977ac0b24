"""Static files for tests that collect none. A pytest plugin."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture
def plain_static_files(settings: Settings, tmp_path: Path) -> None:
    """Serve static files under their own names; the hashed names are tested with a real site."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
