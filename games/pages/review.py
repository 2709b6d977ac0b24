"""What a finished game was about, as JSON: the review of a match and of a table."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games import metrics
from games.models import Game
from games.pages.online import invitation
from games.pages.online.lobby import person
from games.pages.table.visitors import table_game
from games.people.devices import device_of
from games.rules.errors import Refusal
from games.services.minds.reviews import review_of
from games.store import log
from games.wire.review import Thinking
from games.words.refusals import sentence

ACCEPTED, CONFLICT = 202, 409
SOON = "1"
"""Seconds after which to ask again."""


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The review of a match, for its players and permitted watchers."""
    found = invitation.online_game(code)
    user = person(request)
    return _for(request, found, user.pk if user else None, None)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The review of a game with the printed deck, for the devices at its table and permitted watchers."""
    found = table_game(code)
    device = device_of(found.pk, request.COOKIES)
    return _for(request, found, None, device.pk if device else None)


def _for(request: HttpRequest, game: Game, user: int | None, device: int | None) -> HttpResponse:
    """The review, 202 while it is being made, 404 for whoever may not see the cards, 409 where there is none."""
    story = log.load(game.pk)
    if story.unknown_to(user) or not story.open_to(user, device):
        raise Http404
    try:
        told = review_of(game)
    except Refusal as refusal:
        metrics.refused(refusal.code)
        return JsonResponse({"code": refusal.code, "message": sentence(refusal)}, status=CONFLICT)
    if told is not None:
        return JsonResponse(dict(told))
    return JsonResponse(Thinking().model_dump(), status=ACCEPTED, headers={"Retry-After": SOON})
