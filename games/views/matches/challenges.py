"""Views that send and decline challenges. A challenge is accepted by joining its game."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import User
from games.queries import profiles
from games.rules.errors import Refusal
from games.services.matches import seed_tickets
from games.services.social import challenges
from games.texts.names import translate_name
from games.views.current_user import get_user
from games.views.matches.access import get_match
from games.views.matches.forms import LISTED_CHOICE, PRIVATE_CHOICE, NewGameForm
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)


class ChallengeForm(NewGameForm):
    """Options of a new game, with the choices for the other seat that suit a challenge to the user ``to``."""

    def __init__(self, to: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        opponent_field: Any = self.fields["who"]
        opponent_field.choices = [
            (PRIVATE_CHOICE, _("Only %(name)s") % {"name": translate_name(to.shown)}),
            (LISTED_CHOICE, _("Anyone")),
        ]
        opponent_field.initial = PRIVATE_CHOICE


@require_http_methods(["GET", "HEAD", "POST"])
def challenge_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show the form, or on POST send the challenge and redirect to its invitation.

    Raise 404 for a name whose profile the requesting user may not see.
    """
    user, to = get_user(request), profiles.get_by_name(name)
    if to is None or not profiles.can_view_profile(to, user):
        raise Http404
    if user is None:
        return redirect_to_login(request.path)
    form = ChallengeForm(to, request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _render_form(request, form, to, name)
    return _send_challenge(request, user, to, form)


@require_post
def decline_challenge(request: HttpRequest, code: str) -> HttpResponse:
    """Decline a challenge; raise 404 for a user who did not receive it."""
    user, game = get_user(request), get_match(code)
    if user is None or not challenges.has_received(game, user):
        raise Http404
    try:
        challenges.decline_challenge(game, user)
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("lobby"))
    return respond_done(request, reverse("lobby"), _("Challenge declined."))


def _send_challenge(request: HttpRequest, user: User, to: User, form: ChallengeForm) -> HttpResponse:
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    ticket, part = request.POST.get("ticket", ""), request.POST.get("part", "")
    try:
        challenge = challenges.create_challenge(user, to, form.options(), ticket, part)
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("profile", args=[profiles.get_profile_name(to)]))
    return respond_done(request, reverse("game", args=[challenge.game.code]))


def _render_form(request: HttpRequest, form: ChallengeForm, to: User, name: str) -> HttpResponse:
    if form.is_bound and wants_json(request):
        return respond_problem(request, "invalid", _("Some choices are missing or unknown."), status=400)
    context = {"form": form, "to": to, "name": name, "seed_ticket": seed_tickets.issue_ticket()}
    return render(request, "matches/challenge.html", context, status=400 if form.is_bound else 200)
