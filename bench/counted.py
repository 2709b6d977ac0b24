"""``manage.py`` with its statements and tasks counted: ``python -m bench.counted serve …``.

The counts stand as twice eight bytes in the file that COUNT_FILE names, where the bench reads them while the server
runs. SQLite itself says what it is asked, ``BEGIN`` and ``COMMIT`` too. Counting takes time, so nobody times this one.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import sys
from pathlib import Path
from typing import Any

STATEMENTS, TASKS = 0, 8
"""Where each stands."""


class Counts:
    """Counts in a mapped file. Threads may count at once: a lost one is possible, and one in thousands at most."""

    def __init__(self, path: Path) -> None:
        path.write_bytes(bytes(16))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 16)

    def add(self, place: int) -> None:
        struct.pack_into("<q", self._map, place, struct.unpack_from("<q", self._map, place)[0] + 1)

    def watch(self, connection: Any, **kwargs: object) -> None:
        if connection.vendor == "sqlite":
            connection.connection.set_trace_callback(lambda statement: self.add(STATEMENTS))

    def counting(self, kind: Any) -> Any:
        """A kind of task that is counted."""

        def begins(task: Any, *args: Any, **kwargs: Any) -> None:
            self.add(TASKS)
            kind.__init__(task, *args, **kwargs)

        return type("Counted", (kind,), {"__init__": begins})


def main() -> None:
    from django.core.management import execute_from_command_line
    from django.db.backends.signals import connection_created

    counts = Counts(Path(os.environ["COUNT_FILE"]))
    connection_created.connect(counts.watch)
    counted: Any = counts.counting(asyncio.Task)
    # What loops make, and what the site makes where a task begins at once.
    asyncio.Task = asyncio.tasks.Task = counted  # type: ignore[misc]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    main()
