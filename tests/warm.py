"""`manage.py` that has imported everything and forks: `python -m tests.warm SOCKET serve ...`.

For every line that it reads from its socket it runs the command in a process of its own, as if `manage.py` had just
been started, and tells first that process's number and, when it has ended, its status.
"""

import importlib
import os
import socket
import sys
import threading

import django
from django import template
from django.core.management import call_command, execute_from_command_line

from games.run.binding import announce

# All but Daphne's server: it makes the event loop, which no two processes may share.
HEAVY = (
    "claimsite.urls",
    "games.live.routing",
    "channels.auth",
    "channels.security.websocket",
    "django.core.asgi",
    "twisted.web.http",
    "twisted.internet.asyncioreactor",
    "autobahn.twisted.websocket",
    "daphne.endpoints",
    "django.core.management.commands.migrate",
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
    number = int(sys.argv.pop(1))
    announce(sys.argv[2:])
    django.setup()
    import_all()
    with socket.socket(fileno=number) as asked:
        must_serve = wait_and_fork(asked)
    if must_serve:
        begin()


def import_all() -> None:
    """What the first page and Django's own checks would import."""
    for name in HEAVY:
        importlib.import_module(name)
    template.engines.all()
    call_command("check", verbosity=0)


def wait_and_fork(asked: socket.socket) -> bool:
    """Fork for every line; true in each child, and false where nobody asks any more."""
    while asked.recv(16):
        refuse_to_share()
        child = os.fork()
        if child == 0:
            return True
        asked.sendall(f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        asked.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    return False


def refuse_to_share() -> None:
    """A child has nothing of its parent's that two may not use: no thread, no reactor, no open database."""
    from django.db import connections

    assert threading.active_count() == 1
    assert "twisted.internet.reactor" not in sys.modules
    assert all(one.connection is None for one in connections.all(initialized_only=True))


def begin() -> None:
    """Run the command; the site has been up since now."""
    from games.store import presence
    from games.store.uptime import Uptime

    presence.uptime = Uptime(presence.pause)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
