"""Throttling of API requests."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest

from games import rate_limits
from games.rules.errors import Refusal
from games.texts.formatting import lazy_duration


def get_client_address(request: HttpRequest) -> str:
    """Return the IP address of the client."""
    return rate_limits.get_client_address(request)


def count_request(scope: str, key: str) -> None:
    """Count a request.

    Raise ``Refusal`` with ``slow_down`` above the limit; its ``seconds`` say when the next request is accepted.
    """
    if not rate_limits.hit(scope, key):
        seconds = rate_limits.get_wait(scope, key)
        raise Refusal("slow_down", time=lazy_duration(timedelta(seconds=seconds)), seconds=seconds)
