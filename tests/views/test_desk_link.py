"""The link to the moderation desk in the menu of a moderator."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Game, User
from games.models.moderation import Category
from games.services.moderation.permissions import Moderator
from games.services.reports import reports
from games.services.reports.queue import Sender

pytestmark = pytest.mark.django_db
LINK = 'href="/admin/"'


def test_a_moderator_finds_the_desk_and_the_open_cases_in_the_menu(
    mona: Moderator, game: Game, ana: User, browser_of: Callable[[User], Client]
) -> None:
    client = browser_of(mona.user)
    assert LINK in client.get("/").content.decode()
    reports.file_report(Sender(ana), game, "1", Category.OTHER, "x")
    assert f"{LINK}>Moderation (1)</a>" in client.get("/").content.decode()


def test_players_and_visitors_see_no_link(ana_client: Client, visitor: Client) -> None:
    for client in (ana_client, visitor):
        assert "/admin/" not in client.get("/").content.decode()
