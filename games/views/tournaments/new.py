"""Form of a new tournament."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.rules.errors import Refusal
from games.services.tournaments.tournaments import create_tournament
from games.views.accounts.guests import create_guest
from games.views.current_user import get_user
from games.views.matches.forms import NameForm
from games.views.responses import (
    is_within_rate_limit,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)
from games.views.tournaments.forms import TournamentForm


@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Show the form, or on POST create a tournament and redirect to its page. A visitor becomes a guest."""
    if request.method != "POST":
        return _render(request, TournamentForm(initial={"title": _("Club night")}), NameForm())
    form, name_form, user = TournamentForm(request.POST), NameForm(request.POST), get_user(request)
    if not form.is_valid() or (user is None and not name_form.is_valid()):
        return _respond_invalid(request, form, name_form)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    try:
        host = user or create_guest(request, name_form.cleaned_data["name"])
        tournament = create_tournament(host, form.cleaned_data["title"], form.options())
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("tournaments"))
    return respond_done(request, reverse("tournament", args=[tournament.code]))


def _respond_invalid(request: HttpRequest, form: TournamentForm, name_form: NameForm) -> HttpResponse:
    if wants_json(request):
        text = _("Some choices are missing or unknown.")
        return respond_problem(request, "invalid", text, reverse("tournament_new"), 400)
    messages.error(request, _("The club night wasn't created yet. Check the fields marked below."))
    return _render(request, form, name_form, status=400)


def _render(request: HttpRequest, form: TournamentForm, name_form: NameForm, status: int = 200) -> HttpResponse:
    return render(request, "tournaments/new.html", {"form": form, "name_form": name_form}, status=status)
