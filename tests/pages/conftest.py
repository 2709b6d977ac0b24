"""Pages without collected files: what is served under which hashed name is tested with the real site."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Game
from tests.pages.tables import opened
from tests.services.plays import play_at_once


@pytest.fixture(autouse=True)
def plain_files(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody without a session."""
    return Client()


@pytest.fixture
def over(game: Game) -> Game:
    """A game of Ana and Bram that was played to its last card."""
    play_at_once(game)
    game.refresh_from_db()
    return game


@pytest.fixture
def host(db: None) -> Client:
    """Who opened a table and logs both seats of it."""
    return Client()


@pytest.fixture
def table(host: Client) -> Game:
    """A game with the printed deck that nobody else may watch."""
    return opened(host, "both", watch="")
