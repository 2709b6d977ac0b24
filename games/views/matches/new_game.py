"""Page for a game against a person: the form for a new game, and the form that finds an opponent."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.eventlog import event_store
from games.realtime.matches.view import build_deal
from games.rules.errors import Refusal
from games.services.matches import lobby as service
from games.services.matches import seed_tickets
from games.state.match_state import MatchState
from games.views.accounts.guests import create_guest
from games.views.accounts.preference_cookies import get_preference
from games.views.current_user import get_user
from games.views.matches import game_lists
from games.views.matches.access import get_invitation_path
from games.views.matches.forms import NameForm, NewGameForm, list_offered_clocks
from games.views.responses import (
    is_within_rate_limit,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)


@require_http_methods(["GET", "HEAD", "POST"])
def new_game_page(request: HttpRequest) -> HttpResponse:
    """Show the forms, or on POST create a game and redirect to its invitation."""
    if request.method == "POST":
        return _create_game(request)
    return _render_page(request, NewGameForm(initial={"rated": get_preference(request, "rated")}), NameForm())


def _create_game(request: HttpRequest) -> HttpResponse:
    """Create a game and redirect to its invitation. A visitor without a name becomes a guest."""
    form = NewGameForm(request.POST)
    name_form = NameForm(request.POST)
    if not form.is_valid() or not (request.user.is_authenticated or name_form.is_valid()):
        return _respond_invalid(request, form, name_form)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    try:
        user = get_user(request) or create_guest(request, name_form.cleaned_data["name"])
        game = service.create_game(user, form.options(), request.POST.get("ticket", ""), request.POST.get("part", ""))
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("new"))
    url = reverse("game", args=[game.code])
    return respond_done(
        request,
        url,
        link=get_invitation_path(game),
        deal=build_deal(event_store.load_state_of_kind(MatchState, game.pk)),
    )


def _respond_invalid(request: HttpRequest, form: NewGameForm, name_form: NameForm) -> HttpResponse:
    if wants_json(request):
        return respond_problem(request, "invalid", _("Some choices are missing or unknown."), reverse("new"), 400)
    messages.error(request, _("The game wasn't created yet. Check the fields marked below."))
    return _render_page(request, form, name_form, status=400)


def _render_page(request: HttpRequest, form: NewGameForm, name_form: NameForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "name_form": name_form,
        "seed_ticket": seed_tickets.issue_ticket(),
        "clocks": list_offered_clocks(),
        "clock": get_preference(request, "clock"),
        "rated": get_preference(request, "rated"),
        "invitations": game_lists.list_invitations(get_user(request)),
    }
    return render(request, "matches/new_game.html", context, status=status)
