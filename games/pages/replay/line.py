"""Cards that could have been played instead, as steps to look at: the page itself knows no rule."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import metrics
from games.pages.answers import too_many, within_limit
from games.pages.replay import opened
from games.pages.replay.asked import asked
from games.pages.replay.opened import Open
from games.pages.replay.replay import refused
from games.pages.replay.shown import shown
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.stands import folded
from games.rules.state import HAND
from games.stories.replayed import Closed
from games.words.refusals import sentence

LONGEST = 2 * HAND
"""Cards: phase two is never longer."""


@require_safe
@never_cache
def match(request: HttpRequest, code: str) -> HttpResponse:
    return _line(request, code, opened.match)


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    return _line(request, code, opened.table)


def _line(request: HttpRequest, code: str, opens: Open) -> HttpResponse:
    """The steps from ``step`` on if ``cards`` (codes, commas between) had been played there; refused as cards are."""
    if not within_limit(request, "replay"):
        return too_many(request)
    game = opens(request, code)
    if isinstance(game.replay, Closed):
        return refused(game.replay)
    now = asked(request.GET, game.replay.last)
    try:
        cards = tuple(Card.parse(one) for one in request.GET.get("cards", "").split(",")[:LONGEST])
        states = folded(game.replay.states[now.step], cards)
    except Refusal as refusal:
        metrics.refused(refusal.code)
        return JsonResponse({"code": refusal.code, "message": sentence(refusal)}, status=409)
    return JsonResponse(shown(game.replay, now.seen, states, now.step))
