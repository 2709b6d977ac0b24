"""Backup of the database while the site runs, check of a backup, and restore."""

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

from games.messaging import process_heartbeat
from games.operations import consistency
from games.server import locks

LIBPQ_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "sslmode": "PGSSLMODE",
}
"""Environment variables of PostgreSQL's programs by Django's parameter."""


class BackupError(Exception):
    """Error whose text says what to do."""


def create_backup(file: Path) -> None:
    """Write the database to ``file``, which only its owner may read.

    Raises BackupError if the file exists, or if the database has no tables, because the command then has other settings
    than the site.
    """
    if not consistency.has_tables():
        raise BackupError(
            f"The database {_database_name()} has no games to copy: set VAR_DIR or DATABASE_URL as the site has them, "
            "or start the site first."
        )
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise BackupError(f"{file} cannot be made ({error.strerror}): choose another name.") from None
    try:
        database = locks.get_sqlite_file()
        if database is not None:
            _copy_sqlite(database, file)
        else:
            _run(
                _find_program("pg_dump"),
                "--format=custom",
                "--no-owner",
                "--file",
                str(file),
                PGDATABASE=_database_name(),
            )
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def check_backup(file: Path) -> tuple[bool, str]:
    """Replay every game of a backup. Return whether all agree with their rows, and the report.

    The backup is restored to a scratch database and migrated there; neither it nor the site's database is changed.
    """
    with open_scratch_copy(file) as environment:
        process = _manage(environment, "check_games", "--migrate", allowed=(0, 1))
        return process.returncode == 0, process.stdout.strip()


@contextmanager
def site_stopped() -> Iterator[None]:
    """Keep processes of the site from starting during the block. Raises BackupError if one serves the database."""
    if not locks.acquire_serving_lock():
        raise BackupError(f"A process serves {_database_name()}: stop it first.")
    with locks.migration_lock(lambda: None):
        require_stopped()
        yield


def require_stopped() -> None:
    """Raise BackupError while processes serve a shared database.

    The trap: a process that has just started is known only after its first heartbeat.
    """
    if locks.get_sqlite_file() is not None:
        return
    try:
        serving = process_heartbeat.list_serving_processes()
    except DatabaseError:  # There are no tables yet.
        return
    if serving:
        processes = ", ".join(f"process {row.pid} of {row.host.split()[0]}" for row in serving)
        raise BackupError(f"The site serves {_database_name()} ({processes}): stop all its processes first.")


def restore_backup(file: Path) -> None:
    """Replace the site's database with a backup. Call it within ``site_stopped``."""
    require_stopped()
    database = locks.get_sqlite_file()
    if database is None:
        flags = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        _run(_find_program("pg_restore"), *flags, "--dbname", _database_name(), str(file))
        return
    connection.close()
    locks.restrict_permissions(database)
    _copy_sqlite(file, database)


@contextmanager
def open_scratch_copy(file: Path) -> Iterator[dict[str, str]]:
    """Restore a backup to a scratch database, and yield the environment variables of a site that uses it."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    with TemporaryDirectory() as folder:
        if locks.get_sqlite_file() is not None:
            _copy_sqlite(file, Path(folder) / "db.sqlite3")
            yield {"VAR_DIR": folder, "DATABASE_URL": ""}
        else:
            with _scratch_database(file) as url:
                yield {"VAR_DIR": folder, "DATABASE_URL": url}


@contextmanager
def _scratch_database(file: Path) -> Iterator[str]:
    """Restore a backup to a database on the same server, yield its URL, and drop it at the end."""
    restore, name = _find_program("pg_restore"), f"claim_check_{secrets.token_hex(6)}"
    with closing(connection.copy()) as server, server.cursor() as cursor:
        try:
            cursor.execute(f"CREATE DATABASE {name}")
        except DatabaseError:
            raise BackupError("Checking needs a role that may create databases (CREATEDB) on this server.") from None
        try:
            _run(restore, "--no-owner", "--exit-on-error", "--dbname", name, str(file))
            yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
        finally:
            # FORCE, since the server may not have noticed yet that the last client is gone.
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database with SQLite's backup API, which other writers do not disturb.

    Raises BackupError if the source is not an intact database.
    """
    uri = source.absolute().as_uri()
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=20)) as old, closing(sqlite3.connect(target)) as new:
            # A target in WAL mode could not adopt another page size.
            new.execute("PRAGMA journal_mode=DELETE")
            old.backup(new)
            integrity = new.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied ({error}).") from None
    if integrity != "ok":
        raise BackupError(f"{source} is damaged ({integrity}).")


def _manage(
    environment: Mapping[str, str], *arguments: str, allowed: tuple[int, ...] = (0,)
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    process = subprocess.run(
        command, env={**os.environ, **environment}, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    if process.returncode not in allowed:
        raise BackupError(f"The copy cannot be read by this release ({_last_line(process.stderr)}).")
    return process


def _find_program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise BackupError(f"PostgreSQL's program {name} is not here: install its client programs, then try again.")
    return path


def _run(*command: str, **variables: str) -> None:
    """Run a program of PostgreSQL on the site's server.

    The password goes in an environment variable, since other users can read command lines.
    """
    parameters = {**connection.settings_dict["OPTIONS"], **connection.get_connection_params()}
    connected = {
        LIBPQ_VARIABLES[name]: str(value) for name, value in parameters.items() if name in LIBPQ_VARIABLES and value
    }
    environment = {**os.environ, **connected, **variables}
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if process.returncode:
        raise BackupError(f"{Path(command[0]).name} failed ({_last_line(process.stderr)}).")


def _database_name() -> str:
    return str(connection.settings_dict["NAME"])


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it says nothing"
