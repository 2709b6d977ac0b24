"""``manage.py check_games``: replay every game of the database and compare it with its row."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command

from games.management.judging import JudgingCommand
from games.models import Game
from games.run import copies, replayed


class Command(JudgingCommand):
    help = "Replay every game and compare it with its row."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="bring the tables up to date first")

    def judge(self, **options: Any) -> bool:
        if options["migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
        if replayed.from_newer_release():
            raise copies.CopyError("The database comes from a newer release.")
        found = list(replayed.differences())
        for sentence in found:
            self.stdout.write(sentence)
        if not found:
            self.stdout.write(f"Replayed {Game.objects.count()} games: all are what their rows say.")
        return not found
