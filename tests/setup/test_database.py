"""What a test that commits leaves behind: nothing; and what the migrations made stays."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType

from games.models import Entry, Game, User
from games.people.moderators import GROUP
from games.services.online import lobby
from games.stories.online import Options
from tests.database import First, filled, read
from tests.people import person
from tests.shared import once


@pytest.fixture
def first(transactional_db: None) -> First:
    return First()


def state(first: First) -> dict[str, object]:
    return {table: read(table) for table in [*first.rows, *first.empty]}


def test_a_game_and_all_that_points_at_it_go(first: First) -> None:
    before = state(first)
    game = lobby.create(person("Ana"), Options())
    lobby.join(game, person("Bram"))
    assert filled([Game._meta.db_table, Entry._meta.db_table]) == [Game._meta.db_table, Entry._meta.db_table]
    first.bring_back()
    assert state(first) == before
    assert not Game.objects.exists()


def test_what_a_test_did_to_the_rows_of_the_migrations_is_undone(first: First) -> None:
    before = state(first)
    Group.objects.get(name=GROUP).delete()
    Permission.objects.filter(codename="delete_game").update(name="x")
    ContentType.objects.create(app_label="nowhere", model="nothing")
    User.objects.create(username="ana")
    first.bring_back()
    assert state(first) == before
    assert not User.objects.exists()


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.django_db(transaction=True)
def test_a_test_that_commits_finds_nothing_of_the_last(turn: int) -> None:
    assert not User.objects.exists()
    assert Group.objects.get().permissions.exists()
    User.objects.create(username="ana")
    Group.objects.all().delete()


class TestOnce:
    def test_is_made_once(self, tmp_path: Path) -> None:
        place = tmp_path / "made"
        for text in ("first", "second"):
            once(place, partial(Path.write_text, data=text))
        assert place.read_text() == "first"

    def test_what_broke_half_way_is_not_taken(self, tmp_path: Path) -> None:
        def broken(place: Path) -> None:
            place.write_text("half")
            raise OSError("The disk is full.")

        with pytest.raises(OSError, match="full"):
            once(tmp_path / "made", broken)
        assert once(tmp_path / "made", lambda place: place.write_text("all")).read_text() == "all"
