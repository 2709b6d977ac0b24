"""`manage.py` of a site on which absence takes as long as a test says; the product has no such switch.

BEAT, LEASE and CLAIM_AFTER of its environment are seconds; what is not there is as on every site.
"""

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

    presence.BEAT = float(os.environ.get("BEAT", presence.BEAT))
    for name in ("LEASE", "CLAIM_AFTER"):
        if name in os.environ:
            setattr(presence, name, timedelta(seconds=float(os.environ[name])))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
