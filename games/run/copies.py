"""Copies of the database in files: made while the site runs, checked beside it, put back."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connection

from games.run import one_at_a_time, replayed

PARAMETERS = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "sslmode": "PGSSLMODE"}


class CopyError(Exception):
    """It cannot be done; its text says what to do."""


def make(file: Path) -> None:
    """Write the database to ``file``, which its owner alone may read. Refuses a name that is taken, and a database in
    which no site has begun: whoever copies that has other settings than the site."""
    if not replayed.has_tables():
        raise CopyError(
            f"The database {_name()} has no games to copy: set VAR_DIR or DATABASE_URL as the site has them, "
            "or start the site first."
        )
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise CopyError(f"{file} cannot be made ({error.strerror}): choose another name.") from None
    try:
        database = one_at_a_time.sqlite_file()
        if database is not None:
            _copy_sqlite(database, file)
        else:
            _run(_program("pg_dump"), "--format=custom", "--no-owner", "--file", str(file), PGDATABASE=_name())
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def check(file: Path) -> tuple[bool, str]:
    """Replay every game of the copy in ``file``: whether all are what their rows say, and what is told of it.

    The copy is opened beside the site and brought up to date there; neither it nor the site's database is changed.
    """
    with opened(file) as environment:
        done = _manage(environment, "check_games", "--migrate", fine=(0, 1))
        return done.returncode == 0, done.stdout.strip()


def stand_alone() -> None:
    """Keep processes that would serve the SQLite file away until this one ends; refuses while one serves it. With
    PostgreSQL they must have been stopped."""
    if not one_at_a_time.serve_alone():
        raise CopyError(f"A process serves {_name()}: stop it first.")


def put_back(file: Path) -> None:
    """Make the copy in ``file`` the site's database. What was there is gone, so whoever calls this has asked, and
    stands alone."""
    database = one_at_a_time.sqlite_file()
    if database is None:
        flags = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        _run(_program("pg_restore"), *flags, "--dbname", _name(), str(file))
        return
    connection.close()
    _copy_sqlite(file, database)


@contextmanager
def opened(file: Path) -> Iterator[dict[str, str]]:
    """The settings of a site whose database is a scratch copy of ``file``."""
    if not file.is_file():
        raise CopyError(f"There is no file {file}.")
    with TemporaryDirectory() as folder:
        if one_at_a_time.sqlite_file() is not None:
            _copy_sqlite(file, Path(folder) / "db.sqlite3")
            yield {"VAR_DIR": folder, "DATABASE_URL": ""}
        else:
            with _scratch(file) as url:
                yield {"VAR_DIR": folder, "DATABASE_URL": url}


@contextmanager
def _scratch(file: Path) -> Iterator[str]:
    """The address of a database on the same server that lives as long as it is looked at."""
    restore, name = _program("pg_restore"), f"claim_check_{secrets.token_hex(6)}"
    with closing(connection.copy()) as server, server.cursor() as cursor:
        try:
            cursor.execute(f"CREATE DATABASE {name}")
        except DatabaseError:
            raise CopyError("Checking needs a role that may create databases (CREATEDB) on this server.") from None
        try:
            _run(restore, "--no-owner", "--exit-on-error", "--dbname", name, str(file))
            yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
        finally:
            # The server may not have seen yet that the last reader is gone.
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _copy_sqlite(source: Path, target: Path) -> None:
    """By SQLite's own way of copying, which no writer disturbs. Refuses what is no whole database."""
    uri = source.absolute().as_uri()
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=20)) as old, closing(sqlite3.connect(target)) as new:
            # A file with a write-ahead log takes no pages of another size.
            new.execute("PRAGMA journal_mode=DELETE")
            old.backup(new)
            sound = new.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise CopyError(f"{source} cannot be copied ({error}).") from None
    if sound != "ok":
        raise CopyError(f"{source} is damaged ({sound}).")


def _manage(
    environment: Mapping[str, str], *arguments: str, fine: tuple[int, ...] = (0,)
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    done = subprocess.run(
        command, env={**os.environ, **environment}, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    if done.returncode not in fine:
        raise CopyError(f"The copy cannot be read by this release ({_last(done.stderr)}).")
    return done


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise CopyError(f"PostgreSQL's program {name} is not here: install its client programs, then try again.")
    return found


def _run(*command: str, **more: str) -> None:
    """Run a program of PostgreSQL on the site's server. The password goes by the environment: commands can be read."""
    given = {**connection.settings_dict["OPTIONS"], **connection.get_connection_params()}
    settled = {PARAMETERS[name]: str(value) for name, value in given.items() if name in PARAMETERS and value}
    done = subprocess.run(command, env={**os.environ, **settled, **more}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CopyError(f"{Path(command[0]).name} failed ({_last(done.stderr)}).")


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _last(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it says nothing"
