"""Monitoring endpoints ``/healthz``, ``/readyz`` and ``/metrics``, for this machine and holders of the token.

The ASGI middleware answers before Django does: without Django's middleware or a session, under any host name. For other
clients the endpoints do not exist.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import logging
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import Error
from prometheus_client import CONTENT_TYPE_LATEST, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games import circuit_breaker, socket_counts
from games.eventlog import connection_pool, writer
from games.messaging import publisher, subscriptions
from games.metrics import REGISTRY
from games.realtime.hub import hub
from games.server import database_checks

logger = logging.getLogger(__name__)

Application = Callable[[Any, Any, Any], Any]

PROXY_HEADERS = (b"forwarded", b"x-forwarded-for", b"x-real-ip")
"""Headers of proxies: behind one, the address of the connection is not that of the client."""
CHECK_TIMEOUT = 5.0
"""Seconds in which the database must answer."""


class Gauges(Collector):
    """Gauges of ``/metrics``. Collect them in the thread of the event loop, which owns the rooms."""

    def collect(self) -> Iterator[Metric]:
        """Yield the current values."""
        connections = sum(len(room.connections) for room in hub.rooms.values())
        yield GaugeMetricFamily("claim_sockets", "Sockets of this process that look at a game.", connections)
        yield GaugeMetricFamily(
            "claim_sockets_open", "Sockets of this process, let in or not yet.", socket_counts.count_sockets()
        )
        yield GaugeMetricFamily("claim_rooms", "Games that sockets of this process look at.", len(hub.rooms))
        yield GaugeMetricFamily("claim_writer_queue", "Moves that wait for the writer.", writer.count_waiting())


REGISTRY.register(Gauges())


def render_metrics() -> bytes:
    """Return all metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)


@dataclass(frozen=True)
class Readiness:
    """Result of ``/readyz``: ``faults`` keep the process from working, ``degradations`` do not.

    Both map names to sentences without secrets.
    """

    faults: Mapping[str, str] = field(default_factory=dict)
    degradations: Mapping[str, str] = field(default_factory=dict)


async def check_readiness() -> Readiness:
    """Check the database and Redis. The site works without Redis, so its outage is only a degradation."""
    return Readiness(*await asyncio.gather(asyncio.to_thread(check_database), check_redis()))


def check_database() -> dict[str, str]:
    """Return the faults of the database, checked on a new connection: opening one is part of the check."""
    with connection_pool.unpooled_connection() as connection:
        try:
            return (
                {"migrations": "the tables are not up to date"} if database_checks.lacks_migrations(connection) else {}
            )
        except Error as error:
            logger.warning("the database is not ready: %s", error)
            return {"database": "it does not answer"}


async def check_redis() -> dict[str, str]:
    """Return the degradations of Redis, checked by publishing a message that must arrive."""
    if not publisher.has_redis():
        return {}
    try:
        async with asyncio.timeout(3), subscriptions.build_client() as redis, redis.pubsub() as pubsub:
            channel = f"{publisher.get_channel()}.{uuid.uuid4().hex}"
            await pubsub.subscribe(channel)
            await redis.publish(channel, "ready")
            while (await pubsub.get_message(timeout=3) or {}).get("type") != "message":
                pass
    except circuit_breaker.redis.errors as error:
        logger.debug("Redis is not ready: %s", error)
        return {"layer": "it does not answer"}
    return {}


class MonitoringMiddleware:
    """ASGI middleware that answers the three endpoints, and passes all other requests to ``application``."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._check: asyncio.Future[Readiness] | None = None
        self._endpoints = {
            "/healthz": self._respond_health,
            "/readyz": self._respond_readiness,
            "/metrics": self._respond_metrics,
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request of an allowed client to an endpoint, or pass it on."""
        endpoint = self._endpoints.get(scope["path"])
        if endpoint is None or scope["method"] not in ("GET", "HEAD") or not is_allowed(scope):
            await self._application(scope, receive, send)
        else:
            await _send_response(send, *await endpoint())

    async def _respond_health(self) -> tuple[int, str, bytes]:
        return 200, "text/plain; charset=utf-8", b"alive\n"

    async def _respond_readiness(self) -> tuple[int, str, bytes]:
        """Return the faults and degradations as JSON, with status 503 if there are faults and 200 otherwise."""
        try:
            readiness = await asyncio.wait_for(asyncio.shield(self._start_check()), CHECK_TIMEOUT)
        except TimeoutError:
            readiness = Readiness({"database": "it does not answer"})
        faults, degradations = readiness.faults, readiness.degradations
        content = {"ready": not faults, "degraded": bool(degradations), **faults, **degradations}
        return 503 if faults else 200, "application/json", json.dumps(content).encode()

    async def _respond_metrics(self) -> tuple[int, str, bytes]:
        return 200, CONTENT_TYPE_LATEST, render_metrics()

    def _start_check(self) -> asyncio.Future[Readiness]:
        """Return the running check or start one: a database that hangs must not occupy a thread for each request."""
        if self._check is None or self._check.done():
            self._check = asyncio.ensure_future(check_readiness())
        return self._check


def is_allowed(scope: Any) -> bool:
    """Return whether a request comes from this machine, or has the token."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    credentials = [value for name, value in headers if name == b"authorization"]
    token = settings.METRICS_TOKEN.encode()
    if token and any(hmac.compare_digest(value, b"Bearer " + token) for value in credentials):
        return True
    return all(map(is_loopback, list_client_addresses(scope, headers)))


def list_client_addresses(scope: Any, headers: list[tuple[bytes, bytes]]) -> list[str]:
    """Return the addresses of the client: all values of the trusted proxy's header, or else that of the connection.

    Behind a proxy that is not trusted the client is unknown, and the only address is empty.
    """
    trusted = settings.TRUSTED_IP_HEADER.lower().encode()
    addresses = [value.decode("latin1") for name, value in headers if trusted and name == trusted]
    if addresses:
        return addresses
    if any(name in PROXY_HEADERS for name, _ in headers):
        return [""]
    return [str((scope.get("client") or ("",))[0])]


def is_loopback(address: str) -> bool:
    """Return whether an address is a loopback address of this machine. False for text that is not an address."""
    try:
        parsed = ipaddress.ip_address(address.strip())
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


async def _send_response(send: Any, status: int, kind: str, body: bytes) -> None:
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
