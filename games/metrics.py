"""What this process counts about itself for ``/metrics``. Counting costs a microsecond; what can be looked up is looked
up when somebody asks (``games.run.gauges``). Labels come from the code, never from a visitor."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter as Counts
from collections import OrderedDict
from collections.abc import Coroutine, Iterable, Iterator
from functools import cache
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, Counter, PlatformCollector, ProcessCollector
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.utils import floatToGoString

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


class Times:
    """A histogram in which one thread counts, so that it needs no lock: the library's costs each move as much as its
    rules."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text, self.sum = name, text, 0.0
        self.counts = [0] * (len(QUICK) + 1)
        REGISTRY.register(self)

    def observe(self, seconds: float, count: int = 1) -> None:
        self.counts[bisect_left(QUICK, seconds)] += count
        self.sum += seconds * count

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = map(floatToGoString, (*QUICK, float("inf")))
        buckets = list(zip(bounds, accumulate(self.counts), strict=True))
        yield HistogramMetricFamily(self.name, self.text, buckets, self.sum)


REGISTRY = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

_entries = Counter("claim_moves", "Entries committed to games' logs.", ("mode", "kind"), registry=REGISTRY)
_refusals = Counter("claim_refusals", "Refusals told to sockets and pages.", ("code",), registry=REGISTRY)
_closed = Counter("claim_sockets_closed", "Sockets that the site closed.", ("code",), registry=REGISTRY)
_dropped = Counter("claim_hints_dropped", "News of other processes, or for them, that was lost.", registry=REGISTRY)
_thoughts = Counter(
    "claim_thoughts", "Cards, hints and steps of reviews, by where they were found.", ("where",), registry=REGISTRY
)
_commit = Times("claim_commit_seconds", "From a move's arrival at the writer to its commit.")
_delivery = Times(
    "claim_delivery_seconds", "From the commit of a move in this process to the last view of it that was sent here."
)

_entries_of = cache(_entries.labels)

REMEMBERED = 4096

_commits: OrderedDict[tuple[int, int], float] = OrderedDict()
"""When a version of a game was committed here, until its views are sent."""


def committed(game_id: int, version: int, mode: str, kinds: Iterable[str]) -> None:
    """Count the entries of one commit; their delivery is timed from now on."""
    for kind in kinds:
        _entries_of(mode, kind).inc()
    later(game_id, version, time.perf_counter())


def entered(mode: str, kind: str, entries: int) -> None:
    """Count entries of one kind."""
    _entries_of(mode, kind).inc(entries)


def shown(since: float, versions: int) -> None:
    """Time the views of so many versions, all sent by now, that were committed then by ``time.perf_counter``."""
    _delivery.observe(time.perf_counter() - since, versions)


def later(game_id: int, version: int, since: float) -> None:
    """The views of a version that was committed then are sent later."""
    _commits[game_id, version] = since
    if len(_commits) > REMEMBERED:
        _forget_oldest()


def stored(waited: Iterable[float]) -> None:
    """Time the commits of moves that came to the writer at these moments of ``time.perf_counter``."""
    now = time.perf_counter()
    for came, moves in Counts(waited).items():
        _commit.observe(now - came, moves)


async def delivery(game_id: int, version: int, sending: Coroutine[Any, Any, None]) -> None:
    """Await ``sending``, which sends the views of a version; timed where this process committed it."""
    await sending
    delivered(game_id, version)


def delivered(game_id: int, version: int) -> bool:
    """Time the views of a version, which were all sent, where this process committed it; True."""
    since = _commits.pop((game_id, version), None)
    if since is not None:
        _delivery.observe(time.perf_counter() - since)
    return True


def refused(code: str) -> None:
    _refusals.labels(code).inc()


def closed(code: str) -> None:
    _closed.labels(code).inc()


def dropped(items: int = 1) -> None:
    """So many items of news were lost: here, where no way took them, or on the way to this process."""
    _dropped.inc(items)


def thought(where: str) -> None:
    """Something was thought of, ``elsewhere`` or ``here`` although it could have been asked elsewhere."""
    _thoughts.labels(where).inc()


def _forget_oldest() -> None:
    # Another thread may have sent it a moment ago.
    if _commits:
        _commits.popitem(last=False)
