"""What ``/metrics`` looks up when it is asked: nothing of it is kept up to date in between."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games import sockets
from games.live.hub import hub
from games.metrics import REGISTRY
from games.store import writer


class Gauges(Collector):
    """To be collected in the thread of the event loop, which owns the rooms."""

    def collect(self) -> Iterator[Metric]:
        looking = sum(len(room.listeners) for room in hub.rooms.values())
        yield GaugeMetricFamily("claim_sockets", "Sockets of this process that look at a game.", looking)
        yield GaugeMetricFamily("claim_sockets_open", "Sockets of this process, let in or not yet.", sockets.count())
        yield GaugeMetricFamily("claim_rooms", "Games that sockets of this process look at.", len(hub.rooms))
        yield GaugeMetricFamily("claim_writer_queue", "Moves that wait for the writer.", writer.waiting())


REGISTRY.register(Gauges())


def text() -> bytes:
    """Everything that is counted, in Prometheus' text format."""
    return generate_latest(REGISTRY)
