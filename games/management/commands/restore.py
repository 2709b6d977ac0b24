"""``manage.py restore FILE``: check a copy of the database, and put it back."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError

from games.management.judging import JudgingCommand
from games.models import Game
from games.run import copies


class Command(JudgingCommand):
    """With status 1 nothing was put back."""

    help = "Replay every game of a copy that `backup` made; without --check also put the copy back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--check", action="store_true", help="replay the games of the copy, and change nothing")
        parser.add_argument("--replace", action="store_true", help="put it back although the site has games already")

    def judge(self, **options: Any) -> bool:
        if not options["check"]:
            self._make_room(options["replace"])
        fine, told = copies.check(options["file"])
        self.stdout.write(told)
        if fine and not options["check"]:
            self._put_back(options["file"])
        return fine

    def _make_room(self, replace: bool) -> None:
        """Whoever is refused hears it before all games are replayed."""
        if has_games() and not replace:
            raise copies.CopyError("The site has games already: give --replace to lose them.")
        copies.stand_alone()

    def _put_back(self, file: Path) -> None:
        copies.put_back(file)
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"The database is what {file} holds.")


def has_games() -> bool:
    """Whether there is something to lose; a database without tables has nothing."""
    try:
        return Game.objects.exists()
    except DatabaseError:
        return False
