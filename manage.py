#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from games.run.binding import announce
from games.run.secret import SecretError


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    if sys.argv[1:2] == ["serve"]:
        announce(sys.argv[2:])
    try:
        execute_from_command_line(sys.argv)
    except (SecretError, ImproperlyConfigured) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
