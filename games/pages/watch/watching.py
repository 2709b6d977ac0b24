"""The page of the games that are being played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.watch.small import small
from games.people import watching


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Small tables of games that anybody may watch; a script keeps them fresh."""
    return render(request, "watch/watch.html", _shown())


@require_safe
@never_cache
def fragment(request: HttpRequest) -> HttpResponse:
    """The small tables alone, for the script. The same bytes while nothing changed."""
    return render(request, "watch/tables.html", _shown())


def _shown() -> dict[str, Any]:
    return {"tables": [small(match) for match in watching.to_watch()]}
