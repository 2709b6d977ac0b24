"""What a test that commits leaves behind: nothing; and what the migrations made stays."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from games.models import Entry, Game, User
from games.people.moderators import GROUP
from games.services.online import lobby
from games.stories.online import Options
from tests import fixtures_site
from tests.database import First, as_opened, digest_of, filled, on_sqlite, read
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


class TestKeptBetweenRuns:
    def test_another_text_in_any_file_has_another_digest(self, tmp_path: Path) -> None:
        files = [tmp_path / name for name in "ab"]
        for file in files:
            file.write_text("x = 1")
        before = digest_of(files)
        assert digest_of(reversed(files)) == before
        files[1].write_text("x = 2")
        assert digest_of(files) != before

    def test_files_are_collected_once_and_of_others_nothing_is_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made: list[Path] = []

        def prepared(place: Path) -> None:
            made.append(place)
            (place / "var").mkdir(parents=True)

        monkeypatch.setattr(fixtures_site, "prepared", prepared)
        kept = tmp_path / "kept"
        (kept / "another").mkdir(parents=True)
        for name in ("one", "two"):
            fixtures_site.as_before(kept, tmp_path / name)
            assert (tmp_path / name / "var").is_dir()
        assert len(made) == 1
        assert not (kept / "another").exists()
        monkeypatch.setattr(fixtures_site, "fingerprint", lambda: "another")
        fixtures_site.as_before(kept, tmp_path / "three")
        assert len(made) == 2


class TestConnectionThatStaysOpen:
    def test_as_it_was_opened(self, transactional_db: None) -> None:
        connection.ensure_connection()
        assert as_opened() is on_sqlite()

    def test_not_within_a_transaction(self, transactional_db: None) -> None:
        with transaction.atomic():
            User.objects.count()
            assert not as_opened()
