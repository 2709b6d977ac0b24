"""``manage.py replay FILE``: replay recorded matches."""

from __future__ import annotations

from typing import Any

from games.management.record_command import RecordCommand
from games.rules.record import build_report, read, replay
from games.rules.record_fields import serialize_help


class Command(RecordCommand):
    """Replay matches, and print the state of each."""

    help = "Replay claim-record/1 matches and print the state of each as JSON."

    def report(self, data: object) -> dict[str, Any]:
        """Return the state of a match."""
        record = read(data)
        report = build_report(replay(record), record.rulings.draw)
        return report if record.helped is None else {**report, "helped": serialize_help(record.helped)}
