"""Fixtures of tests of tournaments."""

from __future__ import annotations

import pytest

from games.models import Tournament, User
from games.services.tournaments.tournaments import TournamentOptions, create_tournament
from tests.people import person


@pytest.fixture
def host(db: None) -> User:
    return person("Hanna")


@pytest.fixture
def night(host: User) -> Tournament:
    """A Swiss of Hanna's, online, on as many rounds as she wants."""
    return create_tournament(host, "Friday night", TournamentOptions())
