"""Fixtures of the API's tests."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from tests.services.matches.games import play_at_once


@pytest.fixture(autouse=True)
def _static_files(plain_static_files: None) -> None:
    pass


@pytest.fixture
def visitor(db: None) -> Client:
    """A client without a session and without a token."""
    return Client()


@pytest.fixture
def finished_game(game: Game) -> Game:
    """A game of Ana and Bram, played to its last card."""
    play_at_once(game)
    game.refresh_from_db()
    return game
