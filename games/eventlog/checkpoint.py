"""Checkpoints of SQLite's write-ahead log that no writer can overlap.

SQLite up to 3.51.2, which most systems still ship, may lose committed pages when a checkpoint overlaps the commit that
starts the log anew (sqlite.org/wal.html, "The WAL-Reset Bug"). So connections of this site never checkpoint on their
own (``wal_autocheckpoint=0`` in the settings); this module does, while it holds the write lock.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

INTERVAL = 10.0
"""Least seconds between two checkpoints."""
LOCK_TIMEOUT = 1.0
"""Seconds to wait for another writer's transaction to end."""


class CheckpointBlocked(sqlite3.OperationalError):
    """Another writer's transaction did not end in time."""


@dataclass(slots=True)
class CheckpointSchedule:
    """Schedule of this process: at most one checkpoint in ``INTERVAL``, and none while the log is unchanged."""

    done_at: float = 0.0

    def run(self) -> bool:
        """Checkpoint if it is due, and return whether it was done. Always False for other databases than SQLite."""
        path, now = _get_path(), time.time()
        if path is None or now - self.done_at < INTERVAL or not self._is_written(path):
            return False
        if is_done := checkpoint(path):
            self.done_at = now
        return is_done

    def _is_written(self, path: Path) -> bool:
        try:
            return path.with_name(path.name + "-wal").stat().st_mtime >= self.done_at
        except FileNotFoundError:
            return False


def checkpoint(path: Path) -> bool:
    """Copy the log into the database while writers are locked out; return False where a writer was in the way."""
    try:
        with _hold_write_lock(path), closing(_open_connection(path)) as database:
            is_busy, _, _ = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except CheckpointBlocked:
        return False
    return not is_busy


@contextmanager
def _hold_write_lock(path: Path) -> Iterator[None]:
    """Hold the lock that writers need. Raises ``CheckpointBlocked`` where it is not free in time."""
    with closing(_open_connection(path)) as guard:
        try:
            guard.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise CheckpointBlocked(str(error)) from error
        yield
        guard.execute("ROLLBACK")


def _open_connection(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None)
    database.execute("PRAGMA wal_autocheckpoint=0")
    return database


def _get_path() -> Path | None:
    """Return the file of the database, None if that is not SQLite."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None
