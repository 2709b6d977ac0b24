"""The tests' database: migrated once for all processes, and emptied after a test that committed, not built anew."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker

from tests.shared import once

PROJECT = Path(__file__).resolve().parent.parent
MADE_OF = (
    *PROJECT.glob("games/migrations/*.py"),
    *PROJECT.glob("games/models/*.py"),
    *PROJECT.glob("requirements*.lock"),
    PROJECT / "games/people/moderators.py",
    PROJECT / "claimsite/settings.py",
)
"""What new tables follow from: as long as none of these files changes, they are those of the last run."""

Rows = list[tuple[Any, ...]]


def on_sqlite() -> bool:
    return bool(connection.vendor == "sqlite")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Pytest-django's, and yes for a file: it comes with its tables, and goes with the folder that it is in."""
    return django_db_keepdb or on_sqlite()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory,
    run_folder: Path,
    django_db_blocker: DjangoDbBlocker,
    pytestconfig: pytest.Config,
) -> None:
    """Called by pytest-django before it makes the database: a file, as a site has, so that threads write to it under
    a site's own rules. In memory, they would share one connection's locks."""
    if not on_sqlite():
        return
    settings = connection.settings_dict
    # No test cuts the power while this database is written to.
    settings["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
    with django_db_blocker.unblock():
        cache = getattr(pytestconfig, "cache", None)
        make = migrated if cache is None else partial(as_before, cache.mkdir("tables"))
        template = once(run_folder / "tests.sqlite3", make)
    settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")
    shutil.copy(template, settings["TEST"]["NAME"])


def as_before(folder: Path, file: Path) -> None:
    """Make such a database at `file`: that of an earlier run, which `folder` keeps, or a new one."""
    kept = folder / f"{digest_of(MADE_OF)}.sqlite3"
    if not kept.exists():
        half = folder / f"half-{os.getpid()}"
        migrated(half)
        for old in folder.glob("*.sqlite3"):
            old.unlink()
        half.rename(kept)
    shutil.copy(kept, file)


def digest_of(files: Iterable[Path]) -> str:
    """Another text as soon as what is in one of them is another."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()


def migrated(file: Path) -> None:
    """Make a database with all tables at `file`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", str(file))
        call_command("migrate", interactive=False, verbosity=0)
        connection.close()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Pytest-django's, but after a test that commits, only what it wrote is taken back.

    Django's own way empties every table, makes content types and permissions anew each time, and closes the connection:
    the next one reads all tables' definitions, and prepares every statement anew.
    """
    with django_db_blocker.unblock():
        first = First()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: first.bring_back())
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda case: not as_opened())
        yield


def as_opened() -> bool:
    """Whether the next test would find the connection as if it had just been opened."""
    driver = connection.connection
    if not isinstance(driver, sqlite3.Connection) or driver.in_transaction or connection.in_atomic_block:
        return False
    return connection.get_autocommit() and not connection.run_on_commit and not connection.execute_wrappers


class First:
    """The rows that the migrations made, to be brought back. Numbers of rows go on, as they do on a site."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
        self.rows = {table: rows for table in tables if (rows := read(table))}
        self.empty = [table for table in tables if table not in self.rows]

    def bring_back(self) -> None:
        """Delete and insert until everything is as it was; foreign keys are looked at when that is committed."""
        full = filled(self.empty)
        changed = [table for table, rows in self.rows.items() if read(table) != rows]
        if not full and not changed:
            return
        with transaction.atomic(), connection.cursor() as cursor:
            for table in [*full, *changed]:
                cursor.execute(f"DELETE FROM {quoted(table)}")
            for table in changed:
                marks = ", ".join(["%s"] * len(self.rows[table][0]))
                cursor.executemany(f"INSERT INTO {quoted(table)} VALUES ({marks})", self.rows[table])


def read(table: str) -> Rows:
    """All rows, in an order that does not depend on when they were written."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {quoted(table)} ORDER BY 1")
        return list(cursor.fetchall())


def filled(tables: list[str]) -> list[str]:
    """Those of the tables that have rows, asked for at once."""
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quoted(table)})" for table in tables)
        )
        return [table for (table,) in cursor.fetchall()]


def quoted(table: str) -> str:
    return connection.ops.quote_name(table)
