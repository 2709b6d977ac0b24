"""Challenging somebody, and saying no to a challenge; yes is to take the seat, as of every invitation."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models import User
from games.pages.answers import done, post_only, problem, refused, too_many, wants_json, within_limit
from games.pages.online.forms import LISTED, PRIVATE, NewGameForm
from games.pages.online.invitation import online_game
from games.pages.online.lobby import person
from games.people import profiles
from games.rules.errors import Refusal
from games.services.online import challenges, tickets


class ChallengeForm(NewGameForm):
    """What whoever challenges chooses: the same as of every game."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        who: Any = self.fields["who"]
        who.choices = [
            (PRIVATE, gettext_lazy("Only they")),
            (LISTED, gettext_lazy("Whoever comes first")),
        ]
        who.initial = PRIVATE


@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """GET: the form. POST: challenges, and goes to the invitation. 404 for a name that whoever asks may not look up."""
    user, to = person(request), profiles.called(name)
    if to is None or not profiles.shown_to(to, user):
        raise Http404
    if user is None:
        return redirect_to_login(request.path)
    form = ChallengeForm(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _form(request, form, to, name)
    return _challenged(request, user, to, form)


@post_only
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Says no. 404 for everybody who was not challenged."""
    user, game = person(request), online_game(code)
    if user is None or not challenges.received(game, user):
        raise Http404
    try:
        challenges.decline(game, user)
    except Refusal as refusal:
        return refused(request, refusal, reverse("lobby"))
    return done(request, reverse("lobby"), _("Declined."))


def _challenged(request: HttpRequest, user: User, to: User, form: ChallengeForm) -> HttpResponse:
    if not within_limit(request, "create"):
        return too_many(request)
    ticket, part = request.POST.get("ticket", ""), request.POST.get("part", "")
    try:
        made = challenges.challenge(user, to, form.options(), ticket, part)
    except Refusal as refusal:
        return refused(request, refusal, reverse("profile", args=[profiles.name_of(to)]))
    return done(request, reverse("game", args=[made.game.code]))


def _form(request: HttpRequest, form: ChallengeForm, to: User, name: str) -> HttpResponse:
    if form.is_bound and wants_json(request):
        return problem(request, "invalid", _("Some of the choices are missing or unknown."), status=400)
    context = {"form": form, "to": to, "name": name, "promise": tickets.issue()}
    return render(request, "online/challenge.html", context, status=400 if form.is_bound else 200)
