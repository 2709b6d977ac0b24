"""Whose handshakes are answered: those of this site's pages, and those of programs with a token."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from channels.security.websocket import OriginValidator

from games.people.tokens import bearer_of

KEPT = 64
"""Origins that are remembered with what was found of them."""


class Origins(OriginValidator):
    """Asks of a handshake that it comes from a page of this site, since another site's would bring the cookies of its
    visitor along. A program that has a token and no cookies has nothing that could be taken along."""

    def __init__(self, application: Any, allowed_origins: Iterable[str]) -> None:
        super().__init__(application, allowed_origins)
        # Nearly all come from the same one, and every name that is allowed is taken apart for each of them.
        self.validate_origin = lru_cache(KEPT)(self.validate_origin)  # type: ignore[method-assign]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        application: Any = self.application if _of_program(scope) else super().__call__
        return await application(scope, receive, send)


def _of_program(scope: Any) -> bool:
    cookies = any(name == b"cookie" for name, _ in scope["headers"])
    return not cookies and bearer_of(scope["headers"]) is not None
