"""`manage.py` of a site on which absence takes as long as a test says; the product has no such switch.

BEAT, LEASE, CLAIM_AFTER, COMING_BACK (after an outage) and SWEEP (between two looks for games whose time is out) of its
environment are seconds, HASHES says how often a password is hashed; what is not there is as on every site.
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
    from django.contrib.auth.hashers import PBKDF2PasswordHasher

    from games.run import sweep
    from games.store import outages, presence

    presence.BEAT = float(os.environ.get("BEAT", presence.BEAT))
    for name in ("LEASE", "CLAIM_AFTER"):
        if name in os.environ:
            setattr(presence, name, timedelta(seconds=float(os.environ[name])))
    outages.COMING_BACK = timedelta(seconds=float(os.environ.get("COMING_BACK", outages.COMING_BACK.total_seconds())))
    PBKDF2PasswordHasher.iterations = int(os.environ.get("HASHES", PBKDF2PasswordHasher.iterations))
    sweep.EVERY = float(os.environ.get("SWEEP", sweep.EVERY))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
