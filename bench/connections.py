"""Benchmark of connecting: one page, and a thousand after a restart, beside the relay.

.venv/bin/python -m bench.connections [--pages 1000] [--rounds 3]

Every page is a socket of a seat of its own, with its session. CPU is the server's, from the first handshake until each
page has its view (at the floor: its first text).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.seed import SeededGame
from bench.servers import CLIENT_CORES, RELAY_KINDS, RunningServer, seed_games, start_server
from bench.websocket_client import WebSocketClient, connect

PARALLEL_PAGES = 8
"""Default number of pages that connect at the same time."""
TIME_LIMIT = 240


class Page(WebSocketClient):
    """An open page without a visitor: it answers heartbeats and pings."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.version, self.beats, self.failure = 0, 0, ""

    def on_text(self, text: bytes) -> None:
        kind = text[9:14]
        if kind == b'beat"':
            self.beats += 1
            self.send(b'{"type":"here","version":%d}' % self.version)
        elif not self.shown.done():
            self.version = 0 if text == b"ready" else json.loads(text)["version"]
            self.shown.set_result(None)

    def on_failure(self, reason: str) -> None:
        self.failure = reason
        for waiting in (self.open, self.shown):
            if not waiting.done():
                waiting.set_exception(ConnectionError(reason))


def list_addresses(server: RunningServer, games: Sequence[SeededGame]) -> list[tuple[str, str]]:
    """Return the path and the cookie of each seat of these games."""
    path = "/ws/m/{0.id}/" if server.kind in RELAY_KINDS else "/ws/m/{0.code}/"
    return [(path.format(game), f"sessionid={session}") for game in games for session in game.sessions]


async def open_pages(
    server: RunningServer, places: Sequence[tuple[str, str]], at_once: int = PARALLEL_PAGES
) -> list[Page]:
    """Open a page at each address, ``at_once`` at a time; return them in the order of their first views."""
    limit, shown = asyncio.Semaphore(at_once), []

    async def open_page(path: str, cookie: str) -> None:
        async with limit:
            page = Page()
            headers = {"Origin": f"http://{server.host}:{server.port}", "Cookie": cookie}
            await connect(page, server.host, server.port, path, headers)
            await asyncio.wait_for(page.shown, 120)
            shown.append(page)

    async with asyncio.timeout(TIME_LIMIT):
        await asyncio.gather(*(open_page(*place) for place in places))
    return shown


def measure_connections(server: RunningServer, games: Sequence[SeededGame], at_once: int = PARALLEL_PAGES) -> float:
    """Return the milliseconds of the server's CPU for each page that connects."""

    async def measure() -> float:
        places, before = list_addresses(server, games), server.cpu()
        pages = await open_pages(server, places, at_once)
        cpu = server.cpu() - before
        for page in pages:
            page.close()
        await asyncio.sleep(0.5)
        return 1000 * cpu / len(places)

    return asyncio.run(measure())


def measure_restart(folder: Path, games: Sequence[SeededGame]) -> float:
    """Return the seconds of CPU of a new server until all pages of these games, which connect at once, have a view."""
    with start_server("site", folder) as site:
        return measure_connections(site, games, 2 * len(games)) * 2 * len(games) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        games = seed_games(folder, options.pages // 2)
        os.sched_setaffinity(0, CLIENT_CORES)
        restarts = [measure_restart(folder, games) for _ in range(options.rounds)]
        site, relay = (stack.enter_context(start_server(kind, folder)) for kind in ("site", "relay"))
        rounds = [(measure_connections(site, games), measure_connections(relay, games)) for _ in range(options.rounds)]
    print(f"a page: {median(ms for ms, _ in rounds):.2f} ms of CPU, the relay {median(ms for _, ms in rounds):.2f}")
    restart_times = ", ".join(f"{ms:.2f}" for ms in restarts)
    print(f"{options.pages} pages after a restart: {median(restarts):.2f} s of CPU ({restart_times})")


if __name__ == "__main__":
    main()
