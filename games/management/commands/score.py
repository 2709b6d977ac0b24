"""``manage.py score FILE``: what follows from records of games played with the real deck."""

from __future__ import annotations

from typing import Any

from games.management.records import RecordCommand
from games.rules.logged.record import read
from games.rules.logged.report import table_report


class Command(RecordCommand):
    """Prints for each ``claim-table/1`` record what ``replay`` would, as far as known, with warnings.

    See ``table_report`` for how a log with gaps is shown.
    """

    help = "Score claim-table/1 records: tricks, piles, votes and result as far as known, and warnings."
    leaves_circles = False

    def report(self, data: object) -> dict[str, Any]:
        return table_report(read(data))
