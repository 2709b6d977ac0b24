"""``manage.py restore FILE``: verify a backup of the database, and restore it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError

from games.management.consistency_command import ConsistencyCommand
from games.models import Game
from games.operations import backup


class Command(ConsistencyCommand):
    """Verify and restore a backup. With status 1 nothing was restored."""

    help = "Verify a copy made by `backup` by replaying every game, then restore it (unless --check is given)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, --check and --replace."""
        parser.add_argument("file", metavar="FILE", type=Path, help="file made by `backup`")
        parser.add_argument("--check", action="store_true", help="only verify the copy; change nothing")
        parser.add_argument("--replace", action="store_true", help="restore even if the site has games, which are lost")

    def verify_games(self, **options: Any) -> bool:
        """Return whether the games of the backup agree with their rows, and restore it if they do."""
        if options["check"]:
            return self._check(options["file"])
        if has_games() and not options["replace"]:
            raise backup.BackupError("The site already has games. Use --replace to overwrite them.")
        # A running site is refused before all games are replayed.
        with backup.site_stopped():
            is_consistent = self._check(options["file"])
            if is_consistent:
                self._restore(options["file"])
        return is_consistent

    def _check(self, file: Path) -> bool:
        is_consistent, report = backup.check_backup(file)
        self.stdout.write(report)
        return is_consistent

    def _restore(self, file: Path) -> None:
        backup.restore_backup(file)
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"Restored the database from {file}.")


def has_games() -> bool:
    """Return whether the site has games; a database without tables has none."""
    try:
        return Game.objects.exists()
    except DatabaseError:
        return False
