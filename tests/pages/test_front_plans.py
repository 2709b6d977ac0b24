"""The front page costs the same however many games there are: few queries, each of which finds its rows by an index."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player, User
from games.services.online import lobby
from games.stories.online import Options
from games.stories.status import Status
from tests.people import guest

pytestmark = pytest.mark.django_db


def lists(user: User) -> dict[str, QuerySet[Any]]:
    """What the front page asks for."""
    return {
        "open": Game.objects.open(),
        "of others": Game.objects.open().exclude(players__user=user),
        "to resume": Game.objects.to_resume(user),
        "finished": Game.objects.of(user).filter(status=Status.FINISHED),
        "seats": Player.objects.select_related("user", "process").filter(game__in=[1, 2, 3]),
    }


LISTS = ("open", "of others", "to resume", "finished", "seats")


@pytest.mark.parametrize("name", LISTS)
def test_no_list_looks_at_all_games(name: str, ana: User) -> None:
    plan = lists(ana)[name][:30].explain()
    assert "SCAN games_" not in plan
    assert "game_recent" not in plan


@pytest.mark.parametrize("name", ["open", "of others"])
def test_invitations_are_found_by_when_they_expire(name: str, ana: User) -> None:
    assert "game_waiting (waits_until>?)" in lists(ana)[name][:30].explain()


def test_the_number_of_queries_does_not_grow(ana: User, ana_client: Client, visitor: Client) -> None:
    clients = (ana_client, visitor)
    people = [guest(f"Dora {number}") for number in range(8)]
    few: list[int] = []
    many: list[int] = []
    for counts in (few, many):
        for person in people[:4] if counts is few else people:
            lobby.create(person, Options())
            lobby.join(lobby.create(ana, Options()), person)
        for client in clients:
            client.get("/")
            with CaptureQueriesContext(connection) as queries:
                client.get("/")
            counts.append(len(queries))
    assert few == many
    assert max(few) <= 12
