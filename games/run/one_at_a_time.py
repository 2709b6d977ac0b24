"""What only one process does at a time: bringing tables and files up to date, and serving an SQLite file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

from games.run import locks

MIGRATING = 0x436C_6169_6D
"""The number of PostgreSQL's lock; any that nobody else uses in this database."""


def sqlite_file() -> Path | None:
    """The file of the database; None where there is none, as with PostgreSQL or in memory."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def beside(file: Path, what: str) -> Path:
    return file.with_name(f"{file.name}.{what}")


def serve_alone() -> bool:
    """Keep the SQLite file to this process until it ends; False where another process serves it. Nothing for other
    databases. Commands beside a running site need no lock: SQLite orders their writes."""
    file = sqlite_file()
    return file is None or locks.take(beside(file, "served")) is not None


@contextmanager
def migrating(waiting: Callable[[], None]) -> Iterator[None]:
    """Be the one process that brings the tables up to date; ``waiting`` is called once where another is at it."""
    file = sqlite_file()
    if file is not None:
        with locks.held(beside(file, "migrating"), waiting):
            yield
    elif connection.vendor == "postgresql":
        with _advisory(waiting):
            yield
    else:
        yield


@contextmanager
def _advisory(waiting: Callable[[], None]) -> Iterator[None]:
    """PostgreSQL's own lock, on a connection of its own that nothing else can close; it ends with the connection."""
    with closing(connection.copy()) as guard, guard.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [MIGRATING])
        if not _first(cursor):
            waiting()
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        yield


def _first(cursor: Any) -> Any:
    return cursor.fetchone()[0]
