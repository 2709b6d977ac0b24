"""Locks between processes: file locks on this machine, and advisory locks in PostgreSQL."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import connection


def acquire_file_lock(path: Path) -> int | None:
    """Lock ``path`` until this process ends or the returned handle is closed. Return None if another process has it.

    Raises OSError if the file cannot be created. A forked process shares the lock.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


@contextmanager
def file_lock(path: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the lock at ``path``; ``on_wait`` is called once if another process has it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


MIGRATION_LOCK_ID = 0x436C_6169_6D
"""Key of the advisory lock in PostgreSQL: a number that nothing else uses in this database."""


def get_sqlite_file() -> Path | None:
    """Return the file of the database; None for PostgreSQL and for a database in memory."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def restrict_permissions(file: Path) -> None:
    """Create an SQLite file if it is missing, and let only the owner read it and the files beside it.

    SQLite gives new files beside it the same permissions.
    """
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for path in (Path(f"{file}{suffix}") for suffix in ("", "-wal", "-shm", "-journal")):
        if path.exists() and path.stat().st_mode & 0o077:
            path.chmod(0o600)


def get_lock_path(file: Path, name: str) -> Path:
    """Return the path of a lock file beside the database file."""
    return file.with_name(f"{file.name}.{name}")


def acquire_serving_lock() -> bool:
    """Lock an SQLite file for serving until this process ends. Return False if another process serves it.

    Other databases need no lock, and neither do commands beside a running site, since SQLite orders their writes.
    """
    file = get_sqlite_file()
    return file is None or acquire_file_lock(get_lock_path(file, "served")) is not None


@contextmanager
def migration_lock(on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the migration lock; ``on_wait`` is called once if another process has it."""
    file = get_sqlite_file()
    if file is not None:
        with file_lock(get_lock_path(file, "migrating"), on_wait):
            yield
    elif connection.vendor == "postgresql":
        with _advisory_lock(on_wait):
            yield
    else:
        yield


@contextmanager
def _advisory_lock(on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold PostgreSQL's advisory lock on a connection of its own, until that is closed."""
    with closing(connection.copy()) as own_connection, own_connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [MIGRATION_LOCK_ID])
        if not _fetch_value(cursor):
            on_wait()
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK_ID])
        yield


def _fetch_value(cursor: Any) -> Any:
    return cursor.fetchone()[0]
