"""``manage.py backup FILE``: a copy of the database, made while the site runs, and checked."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from games.management.judging import JudgingCommand
from games.run import copies


class Command(JudgingCommand):
    help = "Copy the database to a file while the site runs, and replay every game of the copy."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a name that is not taken")
        parser.add_argument("--no-check", action="store_true", help="do not replay the games of the copy")

    def judge(self, **options: Any) -> bool:
        copies.make(options["file"])
        self.stdout.write(f"Copied the database to {options['file']}.")
        if options["no_check"]:
            return True
        fine, told = copies.check(options["file"])
        self.stdout.write(told)
        return fine
