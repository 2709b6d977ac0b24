"""``manage.py backup FILE``: a copy of the database, made while the site runs, and checked."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.run import copies


class Command(BaseCommand):
    """Ends with 0 for a good copy, with 1 where a game in it is not what its row says, with 2 where there is no copy
    or it could not be checked."""

    help = "Copy the database to a file while the site runs, and replay every game of the copy."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a name that is not taken")
        parser.add_argument("--no-check", action="store_true", help="do not replay the games of the copy")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            copies.make(options["file"])
            self.stdout.write(f"Copied the database to {options['file']}.")
            if options["no_check"]:
                return
            fine, told = copies.check(options["file"])
        except copies.CopyError as refusal:
            self.stderr.write(str(refusal))
            raise SystemExit(2) from None
        self.stdout.write(told)
        if not fine:
            raise SystemExit(1)
