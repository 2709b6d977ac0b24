"""Pages that come, one after the other and all at once after a restart."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.connects import comeback, connects
from bench.parts import Figure
from bench.servers import CLIENT_CORES, seeded, started

BACK, ONE_BY_ONE = 1000, 200


def times(folder: Path, rounds: int) -> Iterator[Figure]:
    games = seeded(folder, BACK // 2)
    os.sched_setaffinity(0, CLIENT_CORES)
    seconds = median(comeback(folder, games) for _ in range(min(rounds, 2)))
    yield Figure(f"seconds of CPU for {BACK} pages that come back after a restart", seconds, 5)
    some = games[: ONE_BY_ONE // 2]
    with ExitStack() as stack:
        site, relay = (stack.enter_context(started(kind, folder)) for kind in ("site", "relay"))
        found = [(connects(site, some), connects(relay, some)) for _ in range(rounds)]
    yield Figure("ms of CPU for a page that comes", median(one for one, _ in found), 4)
    yield Figure("CPU of a page that comes, site / relay", median(one / other for one, other in found))
