"""``manage.py replay FILE``: replay recorded matches by the rules."""

from __future__ import annotations

from typing import Any

from games.management.records import RecordCommand
from games.rules.record import read, replay, report


class Command(RecordCommand):
    help = "Replay claim-record/1 matches and print where each of them stands, as JSON."

    def report(self, data: object) -> dict[str, Any]:
        record = read(data)
        return report(replay(record), record.rulings.draw)
