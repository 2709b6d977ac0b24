"""``/healthz``, ``/readyz`` and ``/metrics``, for this machine and for whoever has the token.

They are answered before any page: no middleware, no session, whatever name the site is asked by. To everybody else
these addresses lead nowhere, as any that the site does not have.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST

from games.run import gauges, ready

Application = Callable[[Any, Any, Any], Any]

FORWARDED = (b"forwarded", b"x-forwarded-for", b"x-real-ip")
"""What proxies add: such a request comes from this machine only in the eyes of the socket."""
PATIENCE = 5.0
"""Seconds that the database has to answer in."""


class Probes:
    """Answers the three addresses, and hands everything else to ``pages``."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages
        self._checking: asyncio.Future[dict[str, str]] | None = None
        self._answers = {"/healthz": self._alive, "/readyz": self._ready, "/metrics": self._metrics}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        answer = self._answers.get(scope["path"])
        if answer is None or scope["method"] not in ("GET", "HEAD") or not may_ask(scope):
            await self._pages(scope, receive, send)
        else:
            await _answer(send, *await answer())

    async def _alive(self) -> tuple[int, str, bytes]:
        return 200, "text/plain; charset=utf-8", b"alive\n"

    async def _ready(self) -> tuple[int, str, bytes]:
        """What is wrong, by name; 200 where nothing is."""
        try:
            faults = await asyncio.wait_for(asyncio.shield(self._check()), PATIENCE)
        except TimeoutError:
            faults = {"database": "it does not answer"}
        body = json.dumps({"ready": not faults, **faults}).encode()
        return 503 if faults else 200, "application/json", body

    async def _metrics(self) -> tuple[int, str, bytes]:
        return 200, CONTENT_TYPE_LATEST, gauges.text()

    def _check(self) -> asyncio.Future[dict[str, str]]:
        """One check at a time: a database that hangs must not take a thread for every question."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(ready.faults())
        return self._checking


def may_ask(scope: Any) -> bool:
    """Whether a request comes from this machine, or brings the token."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    given = [value for name, value in headers if name == b"authorization"]
    token = settings.METRICS_TOKEN.encode()
    if token and any(hmac.compare_digest(value, b"Bearer " + token) for value in given):
        return True
    return all(map(is_loopback, addresses(scope, headers)))


def addresses(scope: Any, headers: list[tuple[bytes, bytes]]) -> list[str]:
    """Whom the request comes from: what the trusted proxy says, every time that it does, or else the connection.

    With headers of a proxy that is not trusted nobody can tell, and "" stands for that.
    """
    trusted = settings.TRUSTED_IP_HEADER.lower().encode()
    told = [value.decode("latin1") for name, value in headers if trusted and name == trusted]
    if told:
        return told
    if any(name in FORWARDED for name, _ in headers):
        return [""]
    return [str((scope.get("client") or ("",))[0])]


def is_loopback(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address.strip())
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


async def _answer(send: Any, status: int, kind: str, body: bytes) -> None:
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
