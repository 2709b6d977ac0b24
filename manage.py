#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line, load_command_class
from django.db import Error

from claimsite.environment import env
from games.server.network import export_binding
from games.server.secret_keys import SecretKeyError

JUDGES = ("backup", "check_games", "restore")
"""Commands whose status 1 is a verdict on games."""
RECORDS = ("replay", "score")
"""Commands that read a file by the rules: the rest of the site, which takes a second, is not made ready for them."""


def main() -> None:
    """Run a command, and end with a sentence instead of a traceback where the cause is known."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    try:
        env.read_file()
        if sys.argv[1:2] == ["serve"]:
            export_binding(sys.argv[2:])
        run(sys.argv)
    except (SecretKeyError, ImproperlyConfigured) as error:
        leave(str(error))
    except Error as error:
        sentence = why(error)
        if sentence is None or "--traceback" in sys.argv:
            raise
        leave(sentence)
    except KeyboardInterrupt:
        sys.exit(130)


def run(argv: list[str]) -> None:
    """Run the command of these arguments; commands for records need no database."""
    if argv[1:2] and argv[1] in RECORDS:
        load_command_class("games", argv[1]).run_from_argv(argv)
    else:
        execute_from_command_line(argv)


def why(error: Error) -> str | None:
    """Return what can be done about an error of the database; None for a fault of ours, which keeps its traceback."""
    from games.server import database_checks  # It needs the settings.

    return database_checks.explain_error(error)


def leave(sentence: str) -> NoReturn:
    """Print a sentence and end with the status of an error."""
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2 if sys.argv[1:2] and sys.argv[1] in JUDGES else 1)


if __name__ == "__main__":
    main()
