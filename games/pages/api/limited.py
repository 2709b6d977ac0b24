"""How often one may ask, and when again."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest

from games import limits
from games.rules.errors import Refusal
from games.words.spans import late_duration


def address(request: HttpRequest) -> str:
    """Where a request comes from."""
    return limits.client_address(request)


def count(scope: str, key: str) -> None:
    """Count one request; refused with ``slow_down``, which knows after how many ``seconds`` the next one counts."""
    if not limits.hit(scope, key):
        seconds = limits.wait(scope, key)
        raise Refusal("slow_down", time=late_duration(timedelta(seconds=seconds)), seconds=seconds)
