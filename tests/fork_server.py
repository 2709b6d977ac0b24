"""Fork server that starts commands of this project: `python -m tests.fork_server SOCKET [project]`.

It imports the libraries once, with `project` also the project under settings that no site has, and forks for each
message on its socket. A message names the program, its arguments and its environment; the standard streams of the
command come with it, and a socket on which the server writes the process number and later the exit status.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import threading
import uuid
from contextlib import suppress
from typing import TypedDict

LIBRARIES = """
    asgiref.sync autobahn.websocket.protocol channels.generic.websocket cryptography.x509 environ fido2.server
    limits.aio.storage limits.strategies numpy OpenSSL.SSL prometheus_client psycopg psycopg_pool pydantic.main qrcode
    redis.asyncio twisted.internet.endpoints twisted.internet.tcp twisted.logger twisted.protocols.tls
    twisted.web.http txaio.tx whitenoise.middleware django.contrib.admin.options django.core.cache
    django.core.checks.templates django.core.checks.translation django.core.checks.urls
    django.core.handlers.asgi django.core.mail django.core.management django.core.management.commands.migrate
    django.core.serializers.json django.db.backends.sqlite3.base django.db.migrations.executor django.db.models
    django.forms django.template django.test.signals django.urls django.views.generic
"""
"""Modules that need no settings, open nothing and start no thread."""
PROJECT_MODULES = """
    claimsite.urls games.realtime.routing channels.auth channels.security.websocket daphne.endpoints django.core.asgi
    django.core.management.commands.migrate twisted.internet.asyncioreactor
"""
"""Modules that need settings. Daphne's server is not among them: it makes the event loop, which forks cannot share."""
_VARIABLES = """
    BEAT BIND CHANNEL_URL CLAIM_AFTER DATABASE_CONNECTIONS DATABASE_URL DEAL EXTRA_ORIGINS HASHES LEASE LOG_FORMAT
    METRICS_TOKEN PATH PORT RATE_LIMITS SECRET_KEY SQL_LOGGER STAFF_SECOND_FACTOR TRUSTED_IP_HEADER
    VAR_DIR
"""
FORK_VARIABLES = frozenset(_VARIABLES.split())
"""Variables that may differ between the forks of one server; any other takes effect when a module is imported."""
MESSAGE_BYTES = 2**18
FILES = 4
"""Files that come with a message: standard input, output and errors, and the socket for number and status."""


class Message(TypedDict):
    """A command to start."""

    command: list[str]
    environment: dict[str, str]


def main() -> None:
    number, has_project = int(sys.argv[1]), sys.argv[2:] == ["project"]
    # numpy's threads would not survive a fork.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for name in LIBRARIES.split():
        importlib.import_module(name)
    if has_project:
        import_project()
    with socket.socket(fileno=number) as requests:
        command = serve_forks(requests)
    if command is not None:
        sys.argv = command
        if has_project:
            reset_project(command[1:])
        runpy.run_path(command[0], run_name="__main__")


def serve_forks(requests: socket.socket) -> list[str] | None:
    """Fork for each message; return the command in each child, and None in the server once the socket is closed."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        text, files, _, _ = socket.recv_fds(requests, MESSAGE_BYTES, FILES)
        if not text:
            return None
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            *streams, reports = files
            fork_reporter(reports)
            return adopt(json.loads(text), streams)
        for file in files:
            os.close(file)


def fork_reporter(reports: int) -> None:
    """Fork once more and return in the child; the parent reports its number and status and ends with it."""
    assert threading.active_count() == 1
    assert "twisted.internet.reactor" not in sys.modules
    child = os.fork()
    if child == 0:
        os.close(reports)
        return
    with socket.socket(fileno=reports) as reporter, suppress(OSError):
        reporter.sendall(f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        reporter.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def adopt(message: Message, streams: list[int]) -> list[str]:
    """Take over the streams and the environment of a message; return its command."""
    for stream, file in enumerate(streams):
        os.dup2(file, stream)
        os.close(file)
    os.environ.clear()
    os.environ.update(message["environment"])
    return message["command"]


def import_project() -> None:
    for name in FORK_VARIABLES:
        os.environ.pop(name, None)
    os.environ.update(DJANGO_SETTINGS_MODULE="claimsite.settings", SECRET_KEY="none", VAR_DIR="/nowhere")
    import django
    from django import template
    from django.core.checks import run_checks

    django.setup()
    for name in PROJECT_MODULES.split():
        importlib.import_module(name)
    template.engines.all()
    run_checks()
    importlib.import_module("django.test.signals")
    gc.collect()
    gc.freeze()


def reset_project(arguments: list[str]) -> None:
    """Give a fork the identity of a new process and the settings of its environment.

    Where the settings are refused, Python starts anew, so that the message comes from a project that was never set up.
    """
    from games import rate_limits, socket_counts
    from games.messaging import presence, publisher
    from games.messaging.process_heartbeat import ProcessHeartbeat

    socket_counts._process_id, publisher.PROCESS_ID, presence.uptime = (
        uuid.uuid4().hex,
        uuid.uuid4().hex,
        ProcessHeartbeat(presence.get_pause_threshold),
    )
    forget_connections()
    if not reload_settings(arguments):
        os.execv(sys.executable, [sys.executable, *sys.argv])
    # The storage of the limits is chosen when the module is imported.
    importlib.reload(rate_limits)


def forget_connections() -> None:
    """Forget database connections, which Django keeps by settings; none is open."""
    from django.db import connections

    for alias in list(connections):
        with suppress(AttributeError):
            assert connections[alias].connection is None
            del connections[alias]
    vars(connections).pop("settings", None)
    vars(connections)["_settings"] = None


def reload_settings(arguments: list[str]) -> bool:
    """Read the settings as `manage.py` does, and signal those that changed; False where they are refused."""
    from django.conf import settings
    from django.core.signals import setting_changed
    from django.utils.functional import empty

    from games.server.network import export_binding

    before = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
    del sys.modules["claimsite.settings"]
    settings._wrapped = empty
    if arguments[:1] == ["serve"]:
        export_binding(arguments[1:])
    try:
        now = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
    except Exception:
        settings._wrapped = empty
        return False
    for name, value in now.items():
        if value != before.get(name) and name != "DATABASES":
            setting_changed.send(sender=None, setting=name, value=value, enter=True)
    return True


if __name__ == "__main__":
    main()
