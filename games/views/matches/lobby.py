"""Lobby: games to resume, open invitations, and the form for a new game."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts import preferences
from games.eventlog import event_store
from games.realtime.matches.view import build_deal
from games.rules.errors import Refusal
from games.services.matches import lobby as service
from games.services.matches import seed_tickets
from games.services.social import challenges
from games.state.match_state import MatchState
from games.texts.opponents import OPPONENTS
from games.views.accounts.guests import create_guest
from games.views.accounts.preference_cookies import get_preferences
from games.views.current_user import get_user
from games.views.matches import game_lists
from games.views.matches.access import get_invitation_path
from games.views.matches.forms import NameForm, NewGameForm, list_matchmaking_clocks
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)

REFRESH_HEADER = "Look-In"
"""Header with the number of seconds after which the script should ask again at the latest."""


@require_safe
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Show the lobby, which is the front page."""
    return _render_page(request, NewGameForm(initial={"rated": _get_preference(request, "rated")}), NameForm())


@require_safe
def lobby_lists(request: HttpRequest) -> HttpResponse:
    """Return only the lists, for the script that refreshes them.

    The bytes stay the same while nothing changes. ``REFRESH_HEADER`` says when the next opponent is shown as away, or
    the next invitation leaves the lobby, so that the script asks again by then.
    """
    lists = _build_lists(request)
    response = render(request, "matches/lobby_lists.html", lists)
    spans = [item.seconds_present for item in (*lists["mine"], *lists["invitations"])]
    spans += [item.seconds_listed for item in lists["invitations"]]
    seconds = min((span for span in spans if span is not None), default=None)
    if seconds is not None:
        response[REFRESH_HEADER] = f"{seconds:.2f}"
    return response


@require_post
def create_game(request: HttpRequest) -> HttpResponse:
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
        return respond_refused(request, refusal, reverse("lobby"))
    url = reverse("game", args=[game.code])
    return respond_done(
        request,
        url,
        link=get_invitation_path(game),
        deal=build_deal(event_store.load_state_of_kind(MatchState, game.pk)),
    )


def _render_page(request: HttpRequest, form: NewGameForm, name_form: NameForm, status: int = 200) -> HttpResponse:
    quick_start = {
        "opponents": OPPONENTS.values(),
        "level": _get_preference(request, "level"),
        "rated": _get_preference(request, "rated"),
        "clocks": list_matchmaking_clocks(),
        "clock": _get_preference(request, "clock"),
    }
    context = {
        "form": form,
        "name_form": name_form,
        "seed_ticket": seed_tickets.issue_ticket(),
        **quick_start,
        **_build_lists(request),
    }
    return render(request, "matches/lobby.html", context, status=status)


def _get_preference(request: HttpRequest, name: str) -> preferences.Choice:
    return preferences.with_defaults(get_preferences(request))[name]


def _build_lists(request: HttpRequest) -> dict[str, Any]:
    user = get_user(request)
    received = list(challenges.filter_open(user)) if user and not user.is_guest else []
    challenged_ids = {challenge.game_id for challenge in received}
    return {
        "challenges": received,
        "mine": game_lists.list_running_games(user) if user else [],
        "finished": game_lists.list_finished_games(user) if user else [],
        "invitations": [item for item in game_lists.list_invitations(user) if item.game.pk not in challenged_ids],
    }


def _respond_invalid(request: HttpRequest, form: NewGameForm, name_form: NameForm) -> HttpResponse:
    if wants_json(request):
        return respond_problem(
            request, "invalid", _("Some of the choices are missing or unknown."), reverse("lobby"), 400
        )
    messages.error(request, _("The game was not created yet. Look at the marked places."))
    return _render_page(request, form, name_form, status=400)
