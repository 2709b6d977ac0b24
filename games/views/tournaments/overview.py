"""Overview of club nights, with the reader's own ones, and the form of a new one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.tournaments import list_tournaments
from games.views.current_user import get_user

MAX_LISTED = 30
"""Maximum number of club nights that the overview lists."""


@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Explain club nights, and list those that the reader hosts or entered."""
    user = get_user(request)
    own = list_tournaments(user)[:MAX_LISTED] if user else []
    return render(request, "tournaments/overview.html", {"own": own})
