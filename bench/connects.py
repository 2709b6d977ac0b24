"""What it costs to let a page in, and to let a thousand in again after a restart, beside the least possible server.

.venv/bin/python -m bench.connects [--pages 1000] [--rounds 3]

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

from bench.seed import Seeded
from bench.servers import CLIENT_CORES, FLOORS, Running, seeded, started
from bench.wire import Wire, connect

AT_ONCE = 8
"""Pages that come at the same time where nothing is said of it."""
LIMIT = 240


class Page(Wire):
    """A page that is open and looked at by nobody: it answers beats, and pings."""

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

    def lost(self, reason: str) -> None:
        self.failure = reason
        for waiting in (self.open, self.shown):
            if not waiting.done():
                waiting.set_exception(ConnectionError(reason))


def addresses(server: Running, games: Sequence[Seeded]) -> list[tuple[str, str]]:
    """The path and the cookie of each seat of these games."""
    path = "/ws/m/{0.id}/" if server.kind in FLOORS else "/ws/m/{0.code}/"
    return [(path.format(game), f"sessionid={session}") for game in games for session in game.sessions]


async def gather(server: Running, places: Sequence[tuple[str, str]], at_once: int = AT_ONCE) -> list[Page]:
    """Open a page at each of these places, so many at a time; in the order in which they were shown their games."""
    gate, came = asyncio.Semaphore(at_once), []

    async def come(path: str, cookie: str) -> None:
        async with gate:
            page = Page()
            headers = {"Origin": f"http://{server.host}:{server.port}", "Cookie": cookie}
            await connect(page, server.host, server.port, path, headers)
            await asyncio.wait_for(page.shown, 120)
            came.append(page)

    async with asyncio.timeout(LIMIT):
        await asyncio.gather(*(come(*place) for place in places))
    return came


def connects(server: Running, games: Sequence[Seeded], at_once: int = AT_ONCE) -> float:
    """Milliseconds of the server's CPU for each page that comes."""

    async def measured() -> float:
        places, before = addresses(server, games), server.cpu()
        pages = await gather(server, places, at_once)
        taken = server.cpu() - before
        for page in pages:
            page.close()
        await asyncio.sleep(0.5)
        return 1000 * taken / len(places)

    return asyncio.run(measured())


def comeback(folder: Path, games: Sequence[Seeded]) -> float:
    """Seconds of CPU of a site that was just started until all pages of these games, which come at once, are shown."""
    with started("site", folder) as site:
        return connects(site, games, 2 * len(games)) * 2 * len(games) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        games = seeded(folder, chosen.pages // 2)
        os.sched_setaffinity(0, CLIENT_CORES)
        back = [comeback(folder, games) for _ in range(chosen.rounds)]
        site, relay = (stack.enter_context(started(kind, folder)) for kind in ("site", "relay"))
        rounds = [(connects(site, games), connects(relay, games)) for _ in range(chosen.rounds)]
    print(f"a page: {median(one for one, _ in rounds):.2f} ms of CPU, the relay {median(one for _, one in rounds):.2f}")
    told = ", ".join(f"{one:.2f}" for one in back)
    print(f"{chosen.pages} pages after a restart: {median(back):.2f} s of CPU ({told})")


if __name__ == "__main__":
    main()
