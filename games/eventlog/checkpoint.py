"""Checkpoints of SQLite's write-ahead log that no writer can overlap.

SQLite up to 3.51.2, which most systems still ship, may lose committed pages when a checkpoint overlaps the commit that
restarts the log (sqlite.org/wal.html, "The WAL-Reset Bug"). So connections of this site never checkpoint on their own
(``wal_autocheckpoint=0`` in the settings); this module checkpoints while it holds the write lock.
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
"""Minimum seconds between two checkpoints."""
LOCK_TIMEOUT = 1.0
"""Seconds to wait for another writer's transaction to end."""


class CheckpointBlocked(sqlite3.OperationalError):
    """A checkpoint blocked by a transaction of another writer that did not end in time."""


@dataclass(slots=True)
class CheckpointSchedule:
    """Checkpoint schedule of a process: at most one in each ``INTERVAL``, and none while the log is unchanged."""

    done_at: float = 0.0

    def run(self) -> bool:
        """Run a checkpoint if one is due, and return whether it ran. Always False for databases other than SQLite."""
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
    """Copy the log into the database while writers are locked out; return False if another connection blocked it."""
    try:
        with _hold_write_lock(path), closing(_open_connection(path)) as database:
            is_busy, _, _ = database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except CheckpointBlocked:
        return False
    return not is_busy


@contextmanager
def _hold_write_lock(path: Path) -> Iterator[None]:
    """Hold the write lock within the block. Raise ``CheckpointBlocked`` if it is not free in time."""
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
    """Return the database file; None if the database is not SQLite."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None
