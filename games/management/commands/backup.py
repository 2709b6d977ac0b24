"""``manage.py backup FILE``: back up the database while the site runs, and verify the copy."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from games.management.consistency_command import ConsistencyCommand
from games.operations import backup


class Command(ConsistencyCommand):
    """Back up the database, and verify the copy."""

    help = "Back up the database to a file while the site runs, then verify the copy by replaying every game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file and --no-check."""
        parser.add_argument("file", metavar="FILE", type=Path, help="file to create; it must not exist yet")
        parser.add_argument("--no-check", action="store_true", help="skip the verification of the copy")

    def verify_games(self, **options: Any) -> bool:
        """Create the backup, and return whether its games agree with their rows."""
        backup.create_backup(options["file"])
        self.stdout.write(f"Backed up the database to {options['file']}.")
        if options["no_check"]:
            return True
        is_consistent, report = backup.check_backup(options["file"])
        self.stdout.write(report)
        return is_consistent
