"""View that finds an opponent: it joins a game that fits, or creates one and waits."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.accounts.names import MAX_LENGTH
from games.eventlog import event_store
from games.models import Game
from games.realtime.matches.view import build_deal
from games.rules.errors import Refusal
from games.services.accounts import preferences
from games.services.matches import matchmaking
from games.state.match_state import MatchState
from games.views.accounts.guests import create_guest
from games.views.current_user import get_account, get_user
from games.views.matches.bot_games import make_guest_name
from games.views.matches.forms import OptionalNameMixin, list_offered_clocks
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
)

NO_SUCH_CLOCK = _("Choose one of the clocks on offer.")


class SeekForm(OptionalNameMixin, forms.Form):
    """Form for a seek: rated or casual, a clock or none, and a name for a visitor without one.

    An empty name is generated.
    """

    rated = forms.BooleanField(required=False)
    clock = forms.ChoiceField(
        choices=list_offered_clocks, required=False, error_messages={"invalid_choice": NO_SUCH_CLOCK}
    )
    name = forms.CharField(required=False, max_length=MAX_LENGTH * 10)


@require_post
def seek_game(request: HttpRequest) -> HttpResponse:
    """Redirect to a game with an opponent who fits, or to a new invitation that waits for one.

    A visitor without a name becomes a guest. The choices are stored as preferences of the user, ``rated`` of accounts
    only.
    """
    form = SeekForm(request.POST)
    if not form.is_valid():
        if "name" not in form.errors:
            return respond_problem(request, "invalid", str(form.errors["clock"][0]), reverse("new"), 400)
        error = form.errors.as_data()["name"][0]
        return respond_problem(request, str(error.code), str(form.errors["name"][0]), reverse("new"), 400)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    try:
        game = _find_game(request, form)
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("new"))
    return respond_done(
        request, reverse("game", args=[game.code]), deal=build_deal(event_store.load_state_of_kind(MatchState, game.pk))
    )


def _find_game(request: HttpRequest, form: SeekForm) -> Game:
    rated, clock = form.cleaned_data["rated"], form.cleaned_data["clock"]
    if rated and not get_account(request):
        raise Refusal("account_needed")
    user = get_user(request) or create_guest(request, form.cleaned_data["name"] or make_guest_name())
    preferences.set_preferences(user, {"clock": clock} if user.is_guest else {"clock": clock, "rated": rated})
    part = request.POST.get("part", "")
    return matchmaking.start_seek(user, matchmaking.build_options(rated, clock), request.POST.get("ticket", ""), part)
