"""Fixtures of the pages' tests."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from tests.services.matches.games import play_at_once
from tests.views.tables import open_table


@pytest.fixture(autouse=True)
def _static_files(plain_static_files: None) -> None:
    pass


@pytest.fixture
def visitor(db: None) -> Client:
    """A client without a session."""
    return Client()


@pytest.fixture
def finished_game(game: Game) -> Game:
    """A game of Ana and Bram, played to its last card."""
    play_at_once(game)
    game.refresh_from_db()
    return game


@pytest.fixture
def host(db: None) -> Client:
    """The browser that opened a table and logs both of its seats."""
    return Client()


@pytest.fixture
def table(host: Client) -> Game:
    """A table without watchers."""
    return open_table(host, "both", watch="")
