"""``manage.py`` with every query counted: ``python -m bench.counted serve …``.

The count stands as eight bytes in the file that COUNT_FILE names, where the bench reads it while the server runs.
Django hands every statement of every thread through ``execute_wrappers``, ``BEGIN`` too; ``COMMIT`` is none of them.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from pathlib import Path


class Counter:
    """Counts in a mapped file. Threads may count at once: a lost update is possible, and one in thousands at most."""

    def __init__(self, path: Path) -> None:
        path.write_bytes(bytes(8))
        with path.open("r+b") as file:
            self._count = mmap.mmap(file.fileno(), 8)

    def __call__(self, execute, sql, params, many, context):
        struct.pack_into("<q", self._count, 0, struct.unpack_from("<q", self._count)[0] + 1)
        return execute(sql, params, many, context)

    def watch(self, connection, **kwargs) -> None:
        if self not in connection.execute_wrappers:
            connection.execute_wrappers.append(self)


def main() -> None:
    from django.core.management import execute_from_command_line
    from django.db.backends.signals import connection_created

    counter = Counter(Path(os.environ["COUNT_FILE"]))
    connection_created.connect(counter.watch)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    main()
