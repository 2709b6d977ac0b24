#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line, load_command_class
from django.db import Error

from games.run.binding import announce
from games.run.secret import SecretError

JUDGES = ("backup", "check_games", "restore")
"""Commands whose status 1 is a verdict on games."""
RECORDS = ("replay", "score")
"""Commands that read a file by the rules: the rest of the site, which takes a second, is not made ready for them."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    if sys.argv[1:2] == ["serve"]:
        announce(sys.argv[2:])
    try:
        run(sys.argv)
    except (SecretError, ImproperlyConfigured) as error:
        leave(str(error))
    except Error as error:
        sentence = why(error)
        if sentence is None or "--traceback" in sys.argv:
            raise
        leave(sentence)
    except KeyboardInterrupt:
        sys.exit(130)


def run(argv: list[str]) -> None:
    if argv[1:2] and argv[1] in RECORDS:
        load_command_class("games", argv[1]).run_from_argv(argv)
    else:
        execute_from_command_line(argv)


def why(error: Error) -> str | None:
    """What can be done about an error of the database; None for a fault of ours, which keeps its traceback."""
    from games.run import unready  # It needs the settings.

    return unready.why(error)


def leave(sentence: str) -> NoReturn:
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2 if sys.argv[1:2] and sys.argv[1] in JUDGES else 1)


if __name__ == "__main__":
    main()
