"""What a person decides about another: asked for by a name, by a game across which they sat, or in their own list."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Tie, User
from games.pages.answers import done, post_only, problem, refused, safe_next, too_many, wants_json, within_limit
from games.pages.online.invitation import online_game
from games.pages.online.lobby import person
from games.people import profiles
from games.people import ties as known
from games.rules.errors import Refusal
from games.services.people import ties

DONE = {
    "follow": gettext_lazy("You follow %(name)s now."),
    "unfollow": gettext_lazy("You do not follow %(name)s any more."),
    "block": gettext_lazy("%(name)s is blocked, and is not told."),
    "unblock": gettext_lazy("%(name)s is not blocked any more."),
    "mute": gettext_lazy("You are not shown what %(name)s says any more."),
    "unmute": gettext_lazy("You are shown what %(name)s says again."),
}


@post_only
def by_name(request: HttpRequest, name: str) -> HttpResponse:
    """``do``, of ``ties.DEEDS``, with whoever goes by a name; 404 for whose profile whoever asks may not see."""
    found, user = profiles.called(name), person(request)
    if found is None or not (profiles.shown_to(found, user) or (user is not None and _tied(user, found))):
        raise Http404
    return _do(request, user, found)


@post_only
def across(request: HttpRequest, code: str) -> HttpResponse:
    """The same with whoever sits, or sat, across at a game of one's own; 404 for everybody else."""
    user = person(request)
    game = online_game(code)
    if user is None or not game.players.filter(user=user).exists():
        raise Http404
    return _do(request, user, ties.across(game, user))


@post_only
def listed(request: HttpRequest) -> HttpResponse:
    """The same with the other end of a ``tie`` that stands in one's own list."""
    user, number = person(request), request.POST.get("tie", "")
    if user is None:
        return _login(request)
    rows = known.followers(user) | Tie.objects.filter(by=user).select_related("by")
    row = get_object_or_404(rows, pk=int(number)) if number.isascii() and number.isdigit() else None
    if row is None:
        raise Http404
    return _do(request, user, row.whom if row.by_id == user.pk else row.by)


def _do(request: HttpRequest, user: User | None, other: User | None) -> HttpResponse:
    if user is None:
        return _login(request)
    if not within_limit(request, "ties"):
        return too_many(request)
    deed, back = request.POST.get("do", ""), safe_next(request, reverse("friends"))
    if deed not in ties.DEEDS:
        return problem(request, "invalid", _("Some of the choices are missing or unknown."), back, 400)
    try:
        if other is None:
            raise Refusal("no_such_person")
        ties.do(deed, user, other)
    except Refusal as refusal:
        return refused(request, refusal, back)
    return done(request, back, str(DONE[deed]) % {"name": other.shown})


def _tied(user: User, other: User) -> bool:
    return Tie.objects.filter(by=user, whom=other).exists()


def _login(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return problem(request, "forbidden", _("Choose a name first, so that we can answer you."), status=403)
    return redirect_to_login(reverse("friends"))
