"""``manage.py minds``: think for the site on this machine; its processes ask over Redis."""

from __future__ import annotations

import asyncio
import os
import signal
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.run.elsewhere import layer
from games.run.taker import Taker
from games.services.minds.jobs import release
from games.services.minds.pool import Pool


class Command(BaseCommand):
    """Needs ``CHANNEL_URL`` and ``SECRET_KEY`` of the site and no database. Ends with 0 when it is told to stop."""

    help = "Think for the site on this machine, for processes that run with MINDS_QUEUE=true."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        cores = os.cpu_count() or 1
        parser.add_argument("--processes", type=int, default=cores, help="that think at once; one a core by default")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CHANNEL_URL:
            raise CommandError("Set CHANNEL_URL to the Redis of the site.")
        if options["processes"] < 1:
            raise CommandError("Choose one process at least.")
        asyncio.run(self.think(options["processes"]))

    async def think(self, processes: int) -> None:
        """Until SIGINT or SIGTERM."""
        pool = Pool(processes)
        taking = asyncio.ensure_future(self.take(pool, processes))
        for how in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(how, taking.cancel)
        try:
            with suppress(asyncio.CancelledError):
                await taking
        finally:
            pool.end()

    async def take(self, pool: Pool, processes: int) -> None:
        """Nothing before all is loaded: whoever asks would wait for that."""
        await asyncio.gather(*map(asyncio.wrap_future, pool.load()))
        self.stdout.write(f"Thinking for the site (release {release()}, processes: {processes}). Stop it with Ctrl+C.")
        self.stdout.flush()
        await Taker(layer(), pool, processes).run()
