"""What a rated game made of the ratings of both, for the page of the game once it is over."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, User
from games.pages.online import invitation
from games.pages.online.game import require_view
from games.pages.online.lobby import person
from games.people import profiles, ratings
from games.store import log
from games.stories.online import Match
from games.stories.result import pool_of
from games.stories.status import Status
from games.words.ratings import signed


@never_cache
@require_safe
def moved(request: HttpRequest, code: str) -> HttpResponse:
    """Sentences for whoever may see the game, about those whose profile they may see.

    ``made``: whether there will be no others. Ratings are found a moment after a game has ended.
    """
    found = invitation.online_game(code)
    reader = person(request)
    match = log.load_as(Match, found.pk)
    if match.unknown_to(reader.pk if reader else None):
        raise Http404
    require_view(found, invitation.seat_of(request, found))
    expected = match.status == Status.FINISHED and pool_of(match) is not None
    rows = ratings.moved_by(found.pk) if expected else []
    return JsonResponse({"made": bool(rows) or not expected, "lines": _lines(rows, found, reader)})


def _lines(rows: list[ratings.Moved], found: Game, reader: User | None) -> list[str]:
    """The reader's own first."""
    mine = sorted(rows, key=lambda one: one.user != reader)
    seen = [one for one in mine if profiles.shown_to(one.user, reader) and not one.user.leaving_at]
    return [_line(one, found.seat_names[one.seat], one.user == reader) for one in seen]


def _line(one: ratings.Moved, name: str, own: bool) -> str:
    told = {"name": name, "rating": one.after, "change": signed(one.change)}
    if own:
        return _("Your rating: %(rating)s (%(change)s)") % told
    return _("Rating of %(name)s: %(rating)s (%(change)s)") % told
