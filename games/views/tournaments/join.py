"""Joining and leaving a tournament."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Tournament, User
from games.rules.errors import Refusal
from games.services.tournaments import entrants
from games.views.accounts.guests import create_guest
from games.views.current_user import get_user
from games.views.matches.forms import NameForm
from games.views.responses import (
    is_within_rate_limit,
    rate_limit_refusal,
    require_post,
    respond_done,
    respond_invalid,
    respond_refused,
)
from games.views.tournaments.sheet import get_tournament

SCOPE = "tournament_join"
"""Scope of the rate limit: a whole club may enter from the address of its network."""


@require_post
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Enter a tournament, or return to it. A visitor without a name becomes a guest."""
    tournament, form = get_tournament(code), NameForm(request.POST)
    if get_user(request) is None and not form.is_valid():
        return respond_invalid(request, form, _get_url(tournament), "name_needed")
    try:
        user = _get_counted_user(request)
        if user is None:
            entrants.require_open(tournament)
            user = create_guest(request, form.cleaned_data["name"], SCOPE)
        entrants.join_tournament(tournament, user)
    except Refusal as refusal:
        return respond_refused(request, refusal, _get_url(tournament))
    return respond_done(request, _get_url(tournament))


@require_post
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave a tournament after the current game."""
    tournament = get_tournament(code)
    try:
        user = _get_counted_user(request)
        if user is None:
            raise Refusal("not_entered")
        entrants.leave_tournament(tournament, user)
    except Refusal as refusal:
        return respond_refused(request, refusal, _get_url(tournament))
    return respond_done(request, _get_url(tournament), _("You've left. If your game is still going on, finish it."))


def _get_counted_user(request: HttpRequest) -> User | None:
    """Return the user, None for a visitor without a name. Raise ``Refusal`` with ``slow_down`` after too many acts."""
    user = get_user(request)
    if user is not None and not is_within_rate_limit(request, SCOPE):
        raise rate_limit_refusal()
    return user


def _get_url(tournament: Tournament) -> str:
    return reverse("tournament", args=[tournament.code])
