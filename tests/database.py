"""Test database: migrated once for all processes, and restored after a test that committed. A pytest plugin."""

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

from tests.shared_resources import make_once

PROJECT = Path(__file__).resolve().parent.parent
SCHEMA_FILES = (
    *PROJECT.glob("games/migrations/*.py"),
    *PROJECT.glob("games/models/*.py"),
    *PROJECT.glob("requirements*.lock"),
    PROJECT / "games/accounts/moderators.py",
    PROJECT / "claimsite/settings.py",
)
"""Files that decide the tables: as long as none of them changes, those of the last run are used."""

Rows = list[tuple[Any, ...]]


def on_sqlite() -> bool:
    return bool(connection.vendor == "sqlite")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Override pytest-django's: a file comes with its tables, and is deleted with its folder."""
    return django_db_keepdb or on_sqlite()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory,
    run_folder: Path,
    django_db_blocker: DjangoDbBlocker,
    pytestconfig: pytest.Config,
) -> None:
    """Configure a file as the database, as a site has, before pytest-django makes it.

    In memory, threads would share the locks of one connection.
    """
    if not on_sqlite():
        return
    settings = connection.settings_dict
    # No test cuts the power while this database is written to.
    settings["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
    with django_db_blocker.unblock():
        cache = getattr(pytestconfig, "cache", None)
        make = migrate if cache is None else partial(copy_migrated, cache.mkdir("tables"))
        template = make_once(run_folder / "tests.sqlite3", make)
    settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")
    shutil.copy(template, settings["TEST"]["NAME"])


def copy_migrated(folder: Path, file: Path) -> None:
    """Copy a migrated database to `file`: the one that `folder` keeps from an earlier run, or a new one."""
    kept = folder / f"{digest_of(SCHEMA_FILES)}.sqlite3"
    if not kept.exists():
        part = folder / f"part-{os.getpid()}"
        migrate(part)
        for old in folder.glob("*.sqlite3"):
            old.unlink()
        part.rename(kept)
    shutil.copy(kept, file)


def digest_of(files: Iterable[Path]) -> str:
    """Return a digest of the contents of files."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()


def migrate(file: Path) -> None:
    """Make a database with all tables at `file`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", str(file))
        call_command("migrate", interactive=False, verbosity=0)
        connection.close()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Extend pytest-django's: after a test that commits, only its own rows are removed.

    Django empties every table, makes content types and permissions anew each time and closes the connection, after
    which all definitions of tables are read and all statements prepared anew.
    """
    with django_db_blocker.unblock():
        first = InitialRows()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: first.restore())
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda case: not is_connection_fresh())
        yield


def is_connection_fresh() -> bool:
    """Whether the next test finds the connection as if it were new."""
    driver = connection.connection
    if not isinstance(driver, sqlite3.Connection) or driver.in_transaction or connection.in_atomic_block:
        return False
    return connection.get_autocommit() and not connection.run_on_commit and not connection.execute_wrappers


class InitialRows:
    """The rows of the migrations, to be restored. Primary keys go on, as they do on a site."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
        self.rows = {table: rows for table in tables if (rows := read_rows(table))}
        self.empty = [table for table in tables if table not in self.rows]

    def restore(self) -> None:
        """Delete and insert rows until all tables are as they were; foreign keys are checked at the commit."""
        filled = find_filled(self.empty)
        changed = [table for table, rows in self.rows.items() if read_rows(table) != rows]
        if not filled and not changed:
            return
        with transaction.atomic(), connection.cursor() as cursor:
            for table in [*filled, *changed]:
                cursor.execute(f"DELETE FROM {quoted(table)}")
            for table in changed:
                marks = ", ".join(["%s"] * len(self.rows[table][0]))
                cursor.executemany(f"INSERT INTO {quoted(table)} VALUES ({marks})", self.rows[table])


def read_rows(table: str) -> Rows:
    """Return all rows in the order of their first column."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {quoted(table)} ORDER BY 1")
        return list(cursor.fetchall())


def find_filled(tables: list[str]) -> list[str]:
    """Return the tables that have rows, in one query."""
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quoted(table)})" for table in tables)
        )
        return [table for (table,) in cursor.fetchall()]


def quoted(table: str) -> str:
    return connection.ops.quote_name(table)
