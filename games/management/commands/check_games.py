"""``manage.py check_games``: replay every game of the database and compare it with its row."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command

from games.management.consistency_command import ConsistencyCommand
from games.models import Game
from games.operations import backup, consistency


class Command(ConsistencyCommand):
    """Verify the games of the site."""

    help = "Replay every game and compare the result with its database row."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --migrate."""
        parser.add_argument("--migrate", action="store_true", help="apply migrations first")

    def verify_games(self, **options: Any) -> bool:
        """Print the differences between games and rows, and return whether there are none."""
        if options["migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
        if consistency.is_from_newer_release():
            raise backup.BackupError("The database was written by a newer release.")
        differences = list(consistency.iterate_differences())
        for sentence in differences:
            self.stdout.write(sentence)
        if not differences:
            self.stdout.write(f"Replayed {Game.objects.count()} games: all match their rows.")
        return not differences
