"""`tests/again.py`: what is put back is what was made, and only where nothing else was written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.forms.models import model_to_dict

from games.models import User
from tests.again import MAKINGS, World

pytestmark = pytest.mark.django_db
Row = dict[str, Any]


class Maker:
    """Renames whoever is there, makes a person, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> User:
        self.asked += 1
        User.objects.update(display_name="There before")
        return User.objects.create(username="ana", display_name=f"Ana {self.asked}")


def passed(world: World, make: Maker, before: Callable[[], object] = lambda: None) -> tuple[Row, list[Row]]:
    """What one test would be given, and the people who would be there; all of it is rolled back."""
    with transaction.atomic():
        world.begin()
        before()
        given = world.made(("ana",), make)
        there = [model_to_dict(user) for user in User.objects.order_by("pk")]
        transaction.set_rollback(True)
    return model_to_dict(given), there


def test_what_is_put_back_is_what_was_made(cleo: User) -> None:
    world, make = World(), Maker()
    made = [passed(world, make) for _ in range(MAKINGS + 1)][-1]
    assert [passed(world, make) for _ in range(2)] == [made, made]
    assert make.asked == MAKINGS + 1
    assert [user["display_name"] for user in made[1]] == ["There before", f"Ana {make.asked}"]


def test_where_something_else_was_written_it_is_made(cleo: User) -> None:
    world, make = World(), Maker()
    for _ in range(MAKINGS + 1):
        passed(world, make)
    _, there = passed(world, make, lambda: User.objects.create(username="bram"))
    assert make.asked == MAKINGS + 2
    assert len(there) == 3


def test_a_test_that_changes_what_it_was_given_changes_nothing_for_the_next(cleo: User) -> None:
    world, make = World(), Maker()
    for _ in range(MAKINGS + 1):
        passed(world, make)
    with transaction.atomic():
        world.begin()
        world.made(("ana",), make).display_name = "Lily"
        transaction.set_rollback(True)
    given, _ = passed(world, make)
    assert given["display_name"] == f"Ana {MAKINGS + 1}"


def test_what_is_forgotten_is_made(cleo: User) -> None:
    world, make = World(), Maker()
    for _ in range(MAKINGS + 1):
        passed(world, make)
    world.forget()
    passed(world, make)
    assert make.asked == MAKINGS + 2
