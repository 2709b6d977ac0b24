"""A nursery that has imported the project too: its forks read the settings of their own site, and start for a third.

What of the project is settled while it is imported, and by a variable that is not in `CHANGING`, would stay as the
nursery has it: whoever sets such a variable gets a fork that knows the libraries alone.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
import uuid
from contextlib import suppress

_CHANGING = """
    BEAT BIND CHANNEL_URL CLAIM_AFTER DATABASE_CONNECTIONS DATABASE_URL EXTRA_ORIGINS HASHES LEASE LOG_FORMAT
    METRICS_TOKEN PATH PORT RATE_LIMITS SECRET_KEY STAFF_SECOND_FACTOR TABLES_COMPILED TRUSTED_IP_HEADER
    VAR_DIR
"""
CHANGING = frozenset(_CHANGING.split())
"""What forks of such a nursery may have another value of than it."""
HEAVY = """
    claimsite.urls games.live.routing channels.auth channels.security.websocket daphne.endpoints django.core.asgi
    django.core.management.commands.migrate twisted.internet.asyncioreactor
"""
"""All but Daphne's server: it makes the event loop, which no two processes may share."""


def learn() -> None:
    """Import the project, under settings that no site has."""
    for name in CHANGING:
        os.environ.pop(name, None)
    os.environ.update(DJANGO_SETTINGS_MODULE="claimsite.settings", SECRET_KEY="none", VAR_DIR="/nowhere")
    import django
    from django import template
    from django.core.checks import run_checks

    django.setup()
    for name in HEAVY.split():
        importlib.import_module(name)
    template.engines.all()
    run_checks()
    importlib.import_module("django.test.signals")
    gc.collect()
    gc.freeze()


def take_on(arguments: list[str]) -> None:
    """Be a process of one's own, with the settings that this environment asks for.

    Where they are refused, Python starts anew: what it says then follows from a project that was never set up.
    """
    from games import limits, sockets
    from games.store import post, presence
    from games.store.uptime import Uptime

    sockets._me, post.ME, presence.uptime = uuid.uuid4().hex, uuid.uuid4().hex, Uptime(presence.pause)
    forget_connections()
    if not read_settings(arguments):
        os.execv(sys.executable, [sys.executable, *sys.argv])
    # Where acts are counted was settled when it was imported.
    importlib.reload(limits)


def forget_connections() -> None:
    """Databases are known by settings; none has been opened."""
    from django.db import connections

    for alias in list(connections):
        with suppress(AttributeError):
            assert connections[alias].connection is None
            del connections[alias]
    vars(connections).pop("settings", None)
    vars(connections)["_settings"] = None


def read_settings(arguments: list[str]) -> bool:
    """As `manage.py` reads them, and tell whoever keeps what followed from the nursery's; false where they are
    refused."""
    from django.conf import settings
    from django.core.signals import setting_changed
    from django.utils.functional import empty

    from games.run.binding import announce

    before = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
    del sys.modules["claimsite.settings"]
    settings._wrapped = empty
    if arguments[:1] == ["serve"]:
        announce(arguments[1:])
    try:
        now = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
    except Exception:
        settings._wrapped = empty
        return False
    for name, value in now.items():
        if value != before.get(name) and name != "DATABASES":
            setting_changed.send(sender=None, setting=name, value=value, enter=True)
    return True
