"""`manage.py serve`: everything between a fresh checkout and a page that opens."""

import signal
import sys
import warnings
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.live.online import trick
from games.minds import compiled
from games.run import daily, garbage, letters, minds, prepare, push, seekers, sweep, swift
from games.run.binding import Binding, BindingError, add_arguments, parse, probe
from games.run.crowd import KNOCKING, gathering
from games.run.network import lan_addresses, origins
from games.run.terminal import qr_code
from games.store import checkpoint, pool


class Command(BaseCommand):
    """Refuses with one sentence and exit status 1; ends with 0 when it is told to stop."""

    help = "Set the site up and run it in this process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)
        parser.add_argument("--prepare-only", action="store_true", help="get everything ready, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        # A shell without job control starts its background jobs with SIGINT ignored; Ctrl+C stops the site even so.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            binding = parse(options["host"], options["port"])
            if not options["prepare_only"]:
                probe(binding)
                prepare.state_folder(Path(settings.VAR_DIR))
                prepare.alone()
            self.prepare()
            if not options["prepare_only"]:
                self.run(binding)
        except (BindingError, prepare.PrepareError) as refusal:
            self.stderr.write(str(refusal))
            sys.exit(1)

    def prepare(self) -> None:
        """Everything that must be in place before the first page; quick when it is."""
        prepare.state_folder(Path(settings.VAR_DIR))
        prepare.push_key()
        prepare.database()
        prepare.static_files()

    def run(self, binding: Binding) -> None:
        """Blocks until the process is told to stop."""
        server = SERVERS[settings.SERVER](binding, lambda: self.ready(binding))
        pool.begin()
        sweep.prepare()
        checkpoint.begin()
        trick.learn()
        garbage.settle()
        server.run()
        if server.complaint:
            raise BindingError(f"{server.complaint}: choose another --host or --port.")

    def ready(self, binding: Binding) -> None:
        self.welcome(binding)
        daily.begin()
        sweep.begin()
        minds.begin()
        seekers.begin()
        push.begin()
        letters.begin()
        swift.begin()

    def welcome(self, binding: Binding) -> None:
        """Say where the site is, with a code for phones where there is a terminal to show it."""
        here, elsewhere = addresses(binding)
        self.stdout.write(f"{settings.BRAND} is running.")
        self.stdout.write(f"  On this computer:      {here}")
        for address in elsewhere:
            self.stdout.write(f"  On the local network:  {address}")
        if elsewhere and self.stdout.isatty() and can_draw(self.stdout.encoding):
            self.stdout.write(f"\n{qr_code(elsewhere[0])}\n")
        if not elsewhere and binding.host in ("0.0.0.0", "::"):  # noqa: S104
            self.stdout.write("  No local network was found, so other devices cannot reach this computer.")
        if not compiled.available():
            self.stdout.write("  Endings are played without the compiler numba: opponents see less far ahead.")
        self.stdout.write("Stop it with Ctrl+C.")
        self.stdout.flush()


def addresses(binding: Binding) -> tuple[str, list[str]]:
    """The address on this machine, and those for other devices, best first."""
    host, port = binding
    if settings.SITE_URL:
        return settings.SITE_URL, [settings.SITE_URL]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        here, *_ = origins(port, ["localhost"])
        return f"{here}/", [f"{origin}/" for origin in origins(port, lan_addresses())]
    here, *_ = origins(port, [f"[{host}]" if ":" in host else host])
    loopback = host in ("localhost", "::1") or host.startswith("127.")
    return f"{here}/", [] if loopback else [f"{here}/"]


def daphne(binding: Binding, ready: Callable[[], None]) -> Any:
    """The server that bounds everything by itself."""
    # Whatever imports the reactor first chooses its loop; and the site reads the list of collected files when imported.
    from games.run import loop

    loop.install()

    from daphne.endpoints import build_endpoint_description_strings

    from claimsite.asgi import application
    from games.run.server import LIMITS, Server

    doors = build_endpoint_description_strings(host=binding.host, port=binding.port)
    return Server(
        application,
        endpoints=[f"{door}:backlog={KNOCKING}" for door in doors],
        ready=ready,
        crowd=gathering(),
        server_name="",
        **LIMITS,
        **proxy_headers(),
    )


def uvicorn(binding: Binding, ready: Callable[[], None]) -> Any:
    """The lean one, for behind a proxy. Refused where its packages are not installed."""
    from claimsite.asgi import application

    try:
        from games.run.uvicorns import Server
    except ModuleNotFoundError as missing:
        raise prepare.PrepareError(
            f"CLAIM_SERVER is uvicorn, and {missing.name} is not installed: "
            "run .venv/bin/pip install -r requirements-uvicorn.lock, or leave CLAIM_SERVER out."
        ) from None
    # WhiteNoise opens a file and Django reads it at once in a thread, which none is too large for. Daphne says nothing.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume", Warning)
    return Server(application, binding.host, binding.port, KNOCKING, ready)


SERVERS: Mapping[str, Callable[[Binding, Callable[[], None]], Any]] = {"daphne": daphne, "uvicorn": uvicorn}


def proxy_headers() -> dict[str, str]:
    """Whose word Daphne takes for the client's address: the configured header's, and by default nobody's."""
    if not settings.TRUSTED_IP_HEADER:
        return {}
    return {
        "proxy_forwarded_address_header": settings.TRUSTED_IP_HEADER,
        "proxy_forwarded_proto_header": "X-Forwarded-Proto",
    }


def can_draw(encoding: str | None) -> bool:
    """Whether the terminal's encoding has the half blocks."""
    try:
        "▀▄█".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
