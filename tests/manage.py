"""`manage.py` of a site for tests, with switches that the product does not have.

Environment variables: BEAT, LEASE, CLAIM_AFTER, COMING_BACK (after an outage), SWEEP (between two looks for games
whose time is out) and CODES (for which a code of an app is right) in seconds; HASHES, rounds of password hashing; DEAL,
the seed of all games, with which bots play at once; SQL_LOGGER=on, a log line for each statement.
"""

import logging
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import django
from django.core.management import execute_from_command_line

from games.server.network import export_binding

logger = logging.getLogger("sql")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    export_binding(sys.argv[2:])
    django.setup()
    set_timings()
    if "DEAL" in os.environ:
        fix_deal(os.environ["DEAL"])
    if os.environ.get("SQL_LOGGER") == "on":
        log_sql()
    execute_from_command_line(sys.argv)


def set_timings() -> None:
    from django.conf import settings
    from django.contrib.auth.hashers import PBKDF2PasswordHasher

    from games.jobs import periodic_tasks
    from games.messaging import outages, presence

    presence.HEARTBEAT_INTERVAL = float(os.environ.get("BEAT", presence.HEARTBEAT_INTERVAL))
    for variable, name in {"LEASE": "PRESENCE_LEASE", "CLAIM_AFTER": "CLAIM_AFTER"}.items():
        if variable in os.environ:
            setattr(presence, name, timedelta(seconds=float(os.environ[variable])))
    outages.RETURN_TIME = timedelta(seconds=float(os.environ.get("COMING_BACK", outages.RETURN_TIME.total_seconds())))
    PBKDF2PasswordHasher.iterations = int(os.environ.get("HASHES", PBKDF2PasswordHasher.iterations))
    settings.MFA_TOTP_PERIOD = int(os.environ.get("CODES", 30))
    periodic_tasks.SWEEP_INTERVAL = float(os.environ.get("SWEEP", periodic_tasks.SWEEP_INTERVAL))


def fix_deal(seed: str) -> None:
    from games.services.bots import bot_turns
    from games.services.matches import seed_tickets

    seed_tickets.generate_seed = lambda: seed
    bot_turns.get_delay = lambda turn, pace: 0.0


def log_sql() -> None:
    from django.db.backends.signals import connection_created

    connection_created.connect(add_sql_logger)


def add_sql_logger(connection: Any, **_: object) -> None:
    connection.execute_wrappers.append(log_statement)


def log_statement(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    logger.info("%s", sql)
    return execute(sql, params, many, context)


if __name__ == "__main__":
    main()
