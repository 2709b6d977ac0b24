"""``manage.py minds``: run an engine worker on this machine, for processes that use the engine queue in Redis."""

from __future__ import annotations

import asyncio
import os
import signal
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.jobs.engine_queue import EngineWorker, create_layer
from games.services.bots.engine_jobs import get_release_id
from games.services.bots.engine_pool import EnginePool


class Command(BaseCommand):
    """Run an engine worker.

    It needs the ``CHANNEL_URL`` and ``SECRET_KEY`` of the site, but no database. It exits with 0 on SIGINT or SIGTERM.
    """

    help = "Run an engine worker on this machine for site processes with MINDS_QUEUE=true."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --processes."""
        cores = os.cpu_count() or 1
        parser.add_argument(
            "--processes", type=int, default=cores, help="number of engine processes (default: one per core)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the options, and run the worker."""
        if not settings.CHANNEL_URL:
            raise CommandError("Set CHANNEL_URL to the site's Redis server.")
        if options["processes"] < 1:
            raise CommandError("--processes: must be at least 1.")
        asyncio.run(self.serve_queue(options["processes"]))

    async def serve_queue(self, processes: int) -> None:
        """Serve the queue until SIGINT or SIGTERM."""
        pool = EnginePool(processes)
        worker = asyncio.ensure_future(self.run_worker(pool, processes))
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(signal_number, worker.cancel)
        try:
            with suppress(asyncio.CancelledError):
                await worker
        finally:
            pool.end()

    async def run_worker(self, pool: EnginePool, processes: int) -> None:
        """Load the engine in all processes before taking jobs, since a job would have to wait for it."""
        await asyncio.gather(*map(asyncio.wrap_future, pool.load()))
        self.stdout.write(
            f"Engine worker is running (release {get_release_id()}, processes: {processes}). Stop it with Ctrl+C."
        )
        self.stdout.flush()
        await EngineWorker(create_layer(), pool, processes).run()
