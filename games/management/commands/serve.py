"""``manage.py serve``: set the site up and run it."""

import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.engine import numba_compiler
from games.eventlog import connection_pool
from games.jobs import bots, periodic_tasks, push
from games.jobs.periodic_tasks import PeriodicTask
from games.server import startup
from games.server.connection_limits import BACKLOG, create_limiter
from games.server.network import (
    Binding,
    BindingError,
    add_arguments,
    check_binding,
    list_lan_addresses,
    list_origins,
    parse_binding,
)
from games.server.startup import render_qr_code
from games.services.matches import matchmaking


class Command(BaseCommand):
    """Prepare the site and run it.

    A failure prints one sentence and exits with 1; SIGINT or SIGTERM stops the site with status 0.
    """

    help = "Set up the site and run it in this process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the binding and --prepare-only."""
        add_arguments(parser)
        parser.add_argument("--prepare-only", action="store_true", help="set up the site, then exit")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the binding, prepare the site and run it."""
        # A shell without job control starts background jobs with SIGINT ignored; Ctrl+C must stop the site too.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            binding = parse_binding(options["host"], options["port"])
            if not options["prepare_only"]:
                check_binding(binding)
                startup.make_state_folder(Path(settings.VAR_DIR))
                startup.lock_database()
            self.prepare()
            if not options["prepare_only"]:
                self.run(binding)
        except (BindingError, startup.PrepareError) as error:
            self.stderr.write(str(error))
            sys.exit(1)

    def prepare(self) -> None:
        """Create the state folder and the push key, migrate the database and collect static files."""
        startup.make_state_folder(Path(settings.VAR_DIR))
        startup.make_push_key()
        startup.migrate_database()
        startup.collect_static_files()

    def run(self, binding: Binding) -> None:
        """Serve until SIGINT or SIGTERM."""
        server = build_server(binding, lambda: self.start_jobs(binding))
        connection_pool.configure_connections()
        periodic_tasks.register_process()
        startup.freeze_garbage_collector()
        server.run()
        if server.listen_failure:
            raise BindingError(f"{server.listen_failure}: choose another --host or --port.")

    def start_jobs(self, binding: Binding) -> None:
        """Print the addresses, start the jobs, and notify systemd. The server calls it once it listens."""
        self.print_addresses(binding)
        bots.start()
        for task in build_periodic_tasks():
            task.start()
        startup.notify_ready()

    def print_addresses(self, binding: Binding) -> None:
        """Print the addresses of the site, with a QR code for phones at a terminal."""
        local, others = get_site_addresses(binding)
        self.stdout.write(f"{settings.BRAND} is running.")
        self.stdout.write(f"  On this computer:      {local}")
        for address in others:
            self.stdout.write(f"  On the local network:  {address}")
        if others and self.stdout.isatty() and can_draw(self.stdout.encoding):
            self.stdout.write(f"\n{render_qr_code(others[0])}\n")
        if not others and binding.host in ("0.0.0.0", "::"):  # noqa: S104
            self.stdout.write("  No local network found, so other devices cannot reach this computer.")
        if not numba_compiler.is_available():
            self.stdout.write("  The numba compiler is missing, so computer opponents look less far ahead.")
        self.stdout.write("Stop it with Ctrl+C.")
        self.stdout.flush()


def build_periodic_tasks() -> list[PeriodicTask]:
    """Return the periodic tasks of a process. A task that only one process may run claims a row first."""
    retention_interval = periodic_tasks.RETENTION_INTERVAL.total_seconds()
    return [
        PeriodicTask(
            "deleting expired data", retention_interval, periodic_tasks.run_retention, delay=retention_interval
        ),
        PeriodicTask("ending games whose time ran out", periodic_tasks.SWEEP_INTERVAL, periodic_tasks.ClockSweep().run),
        PeriodicTask("matchmaking", matchmaking.INTERVAL, matchmaking.pair_seeks),
        PeriodicTask("push notifications", push.INTERVAL, push.start().step),
        PeriodicTask("e-mail notifications", periodic_tasks.EMAIL_INTERVAL, periodic_tasks.send_emails),
    ]


def get_site_addresses(binding: Binding) -> tuple[str, list[str]]:
    """Return the URL on this machine, and the URLs for other devices, best first."""
    host, port = binding
    if settings.SITE_URL:
        return settings.SITE_URL, [settings.SITE_URL]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        local, *_ = list_origins(port, ["localhost"])
        return f"{local}/", [f"{origin}/" for origin in list_origins(port, list_lan_addresses())]
    local, *_ = list_origins(port, [f"[{host}]" if ":" in host else host])
    loopback = host in ("localhost", "::1") or host.startswith("127.")
    return f"{local}/", [] if loopback else [f"{local}/"]


def build_server(binding: Binding, ready: Callable[[], None]) -> Any:
    """Return the Daphne server of the site."""
    # Imported late: the application reads the manifest of the collected static files on import.
    from daphne.endpoints import build_endpoint_description_strings

    from claimsite.asgi import application
    from games.server.daphne_server import DAPHNE_OPTIONS, DaphneServer

    descriptions = build_endpoint_description_strings(host=binding.host, port=binding.port)
    return DaphneServer(
        application,
        endpoints=[f"{description}:backlog={BACKLOG}" for description in descriptions],
        ready=ready,
        connection_limiter=create_limiter(),
        server_name="",
        **DAPHNE_OPTIONS,
        **get_proxy_headers(),
    )


def get_proxy_headers() -> dict[str, str]:
    """Return the options that let Daphne take the client's address from a header; none by default."""
    if not settings.TRUSTED_IP_HEADER:
        return {}
    return {
        "proxy_forwarded_address_header": settings.TRUSTED_IP_HEADER,
        "proxy_forwarded_proto_header": "X-Forwarded-Proto",
    }


def can_draw(encoding: str | None) -> bool:
    """Return whether the encoding of a terminal can draw a QR code with half blocks."""
    try:
        "▀▄█".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
