"""Forks processes that have the libraries already: `python -m tests.nursery SOCKET`; with `grown` after it, those that
have the project too, as `tests.grown` says.

For every message on its socket, which says the program with its arguments and the environment, it runs that as if
Python had just been started. With the message come the command's streams, and a socket on which its number is told and,
at its end, its status.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import socket
import sys
import threading
from contextlib import suppress
from typing import TypedDict

from tests import grown

HEAVY = """
    asgiref.sync autobahn.websocket.protocol channels.generic.websocket cryptography.x509 environ fido2.server
    limits.aio.storage limits.strategies numpy OpenSSL.SSL prometheus_client psycopg psycopg_pool pydantic.main qrcode
    redis.asyncio twisted.internet.endpoints twisted.internet.tcp twisted.logger twisted.protocols.tls
    twisted.web.http txaio.tx whitenoise.middleware django.contrib.admin.options django.core.cache
    django.core.checks.templates django.core.checks.translation django.core.checks.urls
    django.core.handlers.asgi django.core.mail django.core.management django.core.management.commands.migrate
    django.core.serializers.json django.db.backends.sqlite3.base django.db.migrations.executor django.db.models
    django.forms django.template django.test.signals django.urls django.views.generic
"""
"""What needs no settings, and half of what a site imports. None of it opens anything or starts a thread."""
LONGEST = 2**18
"""Bytes of a message."""
FILES = 4
"""What comes with it: standard input, output and errors, and the socket on which is told."""


class Wanted(TypedDict):
    """What a message says."""

    command: list[str]
    environment: dict[str, str]


def main() -> None:
    number, is_grown = int(sys.argv[1]), sys.argv[2:] == ["grown"]
    # numpy's threads would not survive a fork.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for name in HEAVY.split():
        importlib.import_module(name)
    if is_grown:
        grown.learn()
    with socket.socket(fileno=number) as asked:
        command = wait_and_fork(asked)
    if command is not None:
        sys.argv = command
        if is_grown:
            grown.take_on(command[1:])
        runpy.run_path(command[0], run_name="__main__")


def wait_and_fork(asked: socket.socket) -> list[str] | None:
    """The command in each child, and None where nobody asks any more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        text, files, _, _ = socket.recv_fds(asked, LONGEST, FILES)
        if not text:
            return None
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            *streams, told = files
            keep(told)
            return become(json.loads(text), streams)
        for file in files:
            os.close(file)


def keep(told: int) -> None:
    """Fork, and return in the child. The parent tells of it for as long as it runs."""
    assert threading.active_count() == 1
    assert "twisted.internet.reactor" not in sys.modules
    child = os.fork()
    if child == 0:
        os.close(told)
        return
    with socket.socket(fileno=told) as teller, suppress(OSError):
        teller.sendall(f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        teller.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def become(wanted: Wanted, streams: list[int]) -> list[str]:
    """Take over streams and environment; the command."""
    for stream, file in enumerate(streams):
        os.dup2(file, stream)
        os.close(file)
    os.environ.clear()
    os.environ.update(wanted["environment"])
    return wanted["command"]


if __name__ == "__main__":
    main()
