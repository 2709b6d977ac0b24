"""``manage.py replay FILE``: replay recorded matches by the rules."""

from __future__ import annotations

from typing import Any

from games.management.records import RecordCommand
from games.rules.helped import helped_value
from games.rules.record import read, replay, report


class Command(RecordCommand):
    help = "Replay claim-record/1 matches and print where each of them stands, as JSON."
    leaves_circles = False

    def report(self, data: object) -> dict[str, Any]:
        record = read(data)
        told = report(replay(record), record.rulings.draw)
        return told if record.helped is None else {**told, "helped": helped_value(record.helped)}
