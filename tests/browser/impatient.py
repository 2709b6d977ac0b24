"""`manage.py` of a site on which two minutes without a player pass in seconds; the product has no such switch."""

import os
import sys
from datetime import timedelta

import django
from django.core.management import execute_from_command_line

from games.run.binding import announce


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    announce(sys.argv[2:])
    django.setup()
    from games.store import presence

    presence.BEAT = 0.5
    presence.LEASE = timedelta(seconds=2)
    presence.CLAIM_AFTER = timedelta(seconds=4)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
