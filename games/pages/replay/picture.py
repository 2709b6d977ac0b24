"""The picture that a link to a step of a replay shows where it is pasted."""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from games.pages.answers import too_many, within_limit
from games.pages.replay import opened
from games.pages.replay.asked import asked
from games.pages.replay.opened import Open
from games.pages.replay.preview import Preview, preview_of
from games.pages.replay.preview_drawn import png
from games.stories.replayed import Closed

EDITION = 1
"""Of the drawing: another number, and what browsers keep is fetched anew."""


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponseBase:
    """The trick at ``step`` as a PNG, for whoever may see the page; of a game that is not over, no card."""
    return _picture(request, code, opened.match)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponseBase:
    return _picture(request, code, opened.table)


def _picture(request: HttpRequest, code: str, opens: Open) -> HttpResponseBase:
    """Refused as the page is, and with 429. What a browser has already is not drawn again."""
    if not within_limit(request, "replay"):
        return too_many(request)
    game = opens(request, code)
    last = 0 if isinstance(game.replay, Closed) else game.replay.last
    preview = preview_of(game, asked(request.GET, last).step)
    etag = _etag(preview)
    answer = get_conditional_response(request, etag=etag) or HttpResponse(png(preview), content_type="image/png")
    # Whether somebody may see it is asked each time.
    patch_cache_control(answer, private=True, no_cache=True)
    answer["ETag"] = etag
    return answer


def _etag(preview: Preview) -> str:
    return quote_etag(sha256(repr((EDITION, preview)).encode()).hexdigest()[:32])
