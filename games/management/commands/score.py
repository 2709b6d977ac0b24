"""``manage.py score FILE``: score records of games played with the printed deck."""

from __future__ import annotations

from typing import Any

from games.inference.record import read
from games.inference.report import build_table_report
from games.management.record_command import RecordCommand


class Command(RecordCommand):
    """Score tables.

    For each ``claim-table/1`` record it prints the same object as ``replay``, as far as it is known, with warnings. See
    ``build_table_report`` for logs with gaps.
    """

    help = "Score claim-table/1 records: tricks, piles, votes and result as far as known, with warnings."

    def report(self, data: object) -> dict[str, Any]:
        """Return the score of a table."""
        return build_table_report(read(data))
