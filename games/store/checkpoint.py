"""Checkpoints of SQLite's write-ahead log that no writer can overlap.

SQLite up to 3.51.2, which most systems still ship, may lose committed pages when a checkpoint
overlaps the commit that starts the log anew (sqlite.org/wal.html, "The WAL-Reset Bug"). So connections of
this site never checkpoint on their own (``wal_autocheckpoint=0`` in the settings); this module does,
while it holds the write lock.

The log is made as long as it becomes before anybody plays, and SQLite never shortens it: a commit that lengthens a file
waits until the file system has stored where it ends too, which takes two to three times as long.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

logger = logging.getLogger(__name__)

LARGE = 4 * 1024 * 1024
"""Bytes of log in use from which a checkpoint is worth holding writers off for some milliseconds; as long as it is made
at the start."""
PATIENCE = 1.0
"""Seconds to wait for a writer to end."""
HEADER, FRAME = 32, 24
"""Bytes before the first frame of a log, and before the page in each (sqlite.org/fileformat2.html#walformat)."""
MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""What a log begins with that was written to."""


class InTheWay(sqlite3.OperationalError):
    """A writer did not end in time."""


def begin() -> None:
    """Lengthen the log of an SQLite file, in the thread that lives as long as the process: its connection stays open,
    and whoever is the last to close one deletes the log. Without room on the disk it grows card by card."""
    path = _path()
    if path is None:
        return
    try:
        connection.ensure_connection()
        lengthen(path, LARGE)
    except (OSError, sqlite3.Error) as error:
        logger.warning("The log of the database stays short: %s", error)


def if_due() -> bool:
    """Checkpoint when much of the log is in use; whether it was done. Never for other databases."""
    path = _path()
    return path is not None and reaches(path, LARGE) and checkpoint(path)


def lengthen(path: Path, size: int) -> None:
    """Zeros in the log up to ``size`` bytes, while no one can write; what follows its frames is nothing to SQLite."""
    with _held(path), _log(path).open("r+b") as log:
        log.write(bytes(max(0, size - log.seek(0, os.SEEK_END))))
        log.flush()
        os.fsync(log.fileno())


def reaches(path: Path, size: int) -> bool:
    """Whether frames stand at ``size`` bytes that were written since the log began anew: those have the salt of its
    header."""
    try:
        with _log(path).open("rb") as log:
            header = log.read(HEADER)
            length = FRAME + int.from_bytes(header[8:12])
            log.seek(HEADER + (size - HEADER) // length * length)
            return header[:4] in MAGIC and log.read(FRAME)[8:16] == header[16:24]
    except FileNotFoundError:
        return False


def checkpoint(path: Path) -> bool:
    """Copy the log into the database while no one can write; False when a writer was in the way."""
    try:
        with _held(path), closing(_open(path)) as worker:
            busy, _, _ = worker.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except InTheWay:
        return False
    return not busy


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """The lock that writers need; fails with ``InTheWay``."""
    with closing(_open(path)) as guard:
        try:
            guard.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise InTheWay(str(error)) from error
        yield
        guard.execute("ROLLBACK")


def _open(path: Path) -> sqlite3.Connection:
    opened = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    opened.execute("PRAGMA wal_autocheckpoint=0")
    return opened


def _path() -> Path | None:
    """Where the database is, if it is an SQLite file."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


def _log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")
