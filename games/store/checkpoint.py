"""Checkpoints of SQLite's write-ahead log that no writer can overlap.

SQLite up to 3.51.2, which most systems still ship, may lose committed pages when a checkpoint
overlaps the commit that starts the log anew (sqlite.org/wal.html, "The WAL-Reset Bug"). So connections of
this site never checkpoint on their own (``wal_autocheckpoint=0`` in the settings); this module does,
while it holds the write lock.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

LARGE = 4 * 1024 * 1024
"""Bytes of log from which a checkpoint is worth holding writers off for some milliseconds."""
PATIENCE = 1.0
"""Seconds to wait for a writer to end."""


def if_due() -> bool:
    """Checkpoint when the log has grown large; whether it was done. Never for other databases."""
    if connection.vendor != "sqlite":
        return False
    path = Path(str(connection.settings_dict["NAME"]))
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size >= LARGE and checkpoint(path)


def checkpoint(path: Path) -> bool:
    """Copy the log into the database while no one can write; False when a writer was in the way."""
    with closing(_open(path)) as guard, closing(_open(path)) as worker:
        try:
            guard.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        busy, _, _ = worker.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        guard.execute("ROLLBACK")
    return not busy


def _open(path: Path) -> sqlite3.Connection:
    opened = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    opened.execute("PRAGMA wal_autocheckpoint=0")
    return opened
