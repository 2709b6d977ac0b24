"""The front page, the bell and those who seek ask by an index, and for nothing that a person finished."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import QuerySet

from games.models import Game, Player, User
from games.pages.online import waiting
from games.services.online import pairing

pytestmark = pytest.mark.django_db


def lists(user: User) -> dict[str, QuerySet[Any]]:
    """What the front page asks for."""
    return {
        "open": Game.objects.open(),
        "of others": Game.objects.open().exclude(players__user=user),
        "to resume": Game.objects.to_resume(user),
        "finished": Game.objects.finished(user),
        "waits for me": waiting._games(user),
        "seats": Player.objects.select_related("user", "process").filter(game__in=[1, 2, 3]),
    }


LISTS = ("open", "of others", "to resume", "finished", "waits for me", "seats")


@pytest.mark.parametrize("name", LISTS)
def test_no_list_looks_at_all_games(name: str, ana: User) -> None:
    plan = lists(ana)[name][:30].explain()
    assert "SCAN games_" not in plan
    assert "game_recent" not in plan


@pytest.mark.parametrize("name", ["open", "of others"])
def test_invitations_are_found_by_when_they_expire(name: str, ana: User) -> None:
    assert "game_waiting (waits_until>?)" in lists(ana)[name][:30].explain()


@pytest.mark.parametrize("name", ["to resume", "waits for me"])
def test_what_somebody_finished_is_not_looked_at(name: str, ana: User) -> None:
    assert "seat_history (user_id=? AND over_at=?)" in lists(ana)[name][:20].explain()


def test_the_last_that_were_finished_are_found_without_sorting_all(ana: User) -> None:
    plan = lists(ana)["finished"][:5].explain()
    assert "seat_history (user_id=? AND over_at" in plan
    assert "TEMP B-TREE" not in plan


def test_who_looks_for_an_opponent_is_found_among_those_alone() -> None:
    plan = pairing._seeking().explain()
    assert "game_seeking (waits_until>?)" in plan
    assert "SCAN" not in plan
