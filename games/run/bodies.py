"""Requests of a server that bounds nothing itself: whose address counts, and how much of a body is read."""

from __future__ import annotations

import asyncio
from typing import Any

from daphne.utils import parse_x_forwarded_for
from django.conf import settings

from games.run.bounds import BODY_SECONDS, LARGEST_BODY

SAID = {413: b"This is too much at once.", 408: b"This took too long."}


class Bodies:
    """Reads a request's body before ``application`` begins, or refuses it with 413 or 408; sockets pass.

    The visitor's address comes from the header of the proxy in front, where the settings name one.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        forwarded(scope)
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _body(receive)
        except TimeoutError:
            await _refuse(send, 408)
            return
        if body is None:
            await _refuse(send, 413)
        else:
            await self._application(scope, _again(body, receive), send)


def forwarded(scope: Any) -> None:
    """Put the address that the trusted proxy tells in the place of its own."""
    if settings.TRUSTED_IP_HEADER:
        address, _ = parse_x_forwarded_for(
            dict(scope["headers"]), settings.TRUSTED_IP_HEADER, None, None, list(scope["client"] or ("", 0))
        )
        scope["client"] = address


async def _body(receive: Any) -> bytes | None:
    """All of it; None where it is too long. What was sent until somebody left counts as all."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            return None
    return body


def _again(body: bytes, receive: Any) -> Any:
    """What the application hears: the body, then whatever comes."""
    told = False

    async def hear() -> Any:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return hear


async def _refuse(send: Any, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": SAID[status]})
