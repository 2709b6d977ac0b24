"""Metrics of this process for ``/metrics``: counters and histograms.

Gauges are read on request (``games.operations.monitoring``). Labels come from the code, never from a visitor.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, PlatformCollector, ProcessCollector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram buckets in seconds."""

REGISTRY = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

_entry_counter = Counter("claim_moves", "Entries committed to games' logs.", ("mode", "kind"), registry=REGISTRY)
_refusal_counter = Counter("claim_refusals", "Refusals told to sockets and pages.", ("code",), registry=REGISTRY)
_closed_counter = Counter("claim_sockets_closed", "Sockets that the site closed.", ("code",), registry=REGISTRY)
_dropped_counter = Counter(
    "claim_hints_dropped", "News of other processes, or for them, that was lost.", registry=REGISTRY
)
_answer_counter = Counter(
    "claim_thoughts", "Cards, hints and steps of reviews, by where they were found.", ("where",), registry=REGISTRY
)
_commit_histogram = Histogram(
    "claim_commit_seconds", "From a move's arrival at the writer to its commit.", buckets=BUCKETS, registry=REGISTRY
)
_delivery_histogram = Histogram(
    "claim_delivery_seconds",
    "From the commit of a move in this process to the last view of it that was sent here.",
    buckets=BUCKETS,
    registry=REGISTRY,
)

_get_entry_counter = cache(_entry_counter.labels)

MAX_COMMITS = 4096
"""Maximum number of commits whose delivery is being timed."""

_commit_times: OrderedDict[tuple[int, int], float] = OrderedDict()
"""Commit times of this process by game id and version, kept until the views are sent."""


def count_commit(game_id: int, version: int, mode: str, kinds: Iterable[str]) -> None:
    """Count the entries of one commit, and start to time its delivery."""
    for kind in kinds:
        _get_entry_counter(mode, kind).inc()
    _commit_times[game_id, version] = time.perf_counter()
    if len(_commit_times) > MAX_COMMITS:
        _drop_oldest_commit()


def time_commits(submitted_at: Iterable[float]) -> None:
    """Time the commits of moves that were submitted to the writer at these moments of ``time.perf_counter``."""
    now = time.perf_counter()
    for moment in submitted_at:
        _commit_histogram.observe(now - moment)


def time_delivery(game_id: int, version: int) -> None:
    """Time the delivery of a version whose views were all sent, if this process committed it."""
    committed_at = _commit_times.pop((game_id, version), None)
    if committed_at is not None:
        _delivery_histogram.observe(time.perf_counter() - committed_at)


def count_refusal(code: str) -> None:
    """Count a refusal that was sent to a socket or a page."""
    _refusal_counter.labels(code).inc()


def count_closed_socket(code: str) -> None:
    """Count a socket that the site closed with this code."""
    _closed_counter.labels(code).inc()


def count_dropped_messages(items: int = 1) -> None:
    """Count bus messages that were lost: no transport took them, or they never arrived at this process."""
    _dropped_counter.inc(items)


def count_engine_answer(where: str) -> None:
    """Count an answer of the engine: by a worker (``elsewhere``), or by this process instead of one (``here``)."""
    _answer_counter.labels(where).inc()


def _drop_oldest_commit() -> None:
    # Another thread may have removed the last commit.
    if _commit_times:
        _commit_times.popitem(last=False)
