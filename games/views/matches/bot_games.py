"""Views that start a game against a bot, at once or instead of waiting for an opponent."""

from __future__ import annotations

import secrets

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from games.accounts import preferences
from games.accounts.names import MAX_LENGTH
from games.eventlog import event_store
from games.models import Game, User
from games.realtime.matches.view import build_deal
from games.rules.errors import Refusal
from games.services.accounts import preferences as preference_service
from games.services.bots import bot_games
from games.state.match_state import MatchState
from games.texts.names import format_guest_name
from games.views.accounts.guests import create_guest
from games.views.accounts.preference_cookies import get_preference
from games.views.current_user import get_user
from games.views.matches.access import get_match, get_player
from games.views.matches.forms import OptionalNameMixin
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
)


class BotGameForm(OptionalNameMixin, forms.Form):
    """Form to start a game against a bot: a level, and a name for a visitor without one.

    An empty level is the user's preferred one. An empty name is generated.
    """

    level = forms.CharField(required=False, max_length=16)
    name = forms.CharField(required=False, max_length=MAX_LENGTH * 10)


@require_post
def start_bot_game(request: HttpRequest) -> HttpResponse:
    """Start a game against a bot and redirect to it. A visitor without a name becomes a guest."""
    form = BotGameForm(request.POST)
    if not form.is_valid():
        field, errors = next(iter(form.errors.as_data().items()))
        code = "no_such_level" if field == "level" else str(errors[0].code)
        return respond_problem(request, code, str(form.errors[field][0]), reverse("lobby"), 400)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    try:
        game = _start_game(
            request, form.cleaned_data["level"] or get_preferred_level(request), form.cleaned_data["name"]
        )
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("lobby"))
    return respond_done(
        request, reverse("game", args=[game.code]), deal=build_deal(event_store.load_state_of_kind(MatchState, game.pk))
    )


@require_post
def seat_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Give the free seat of the user's own invitation to a bot."""
    game = get_match(code)
    user = get_user(request)
    if user is None or not get_player(request, game):
        raise Http404
    url = reverse("game", args=[code])
    try:
        bot_games.seat_bot(game, user, request.POST.get("level") or get_preferred_level(request))
    except Refusal as refusal:
        return respond_refused(request, refusal, url)
    return respond_done(request, url)


def get_preferred_level(request: HttpRequest) -> str:
    """Return the level that the requesting user chose or played against last."""
    return str(get_preference(request, "level"))


def _start_game(request: HttpRequest, level: str, name: str) -> Game:
    if not preferences.is_choice("level", level):
        raise Refusal("no_such_level")
    user = get_user(request) or create_guest(request, name or make_guest_name())
    preference_service.set_preferences(user, {"level": level})
    return bot_games.create_game(user, level, request.POST.get("ticket", ""), request.POST.get("part", ""))


def make_guest_name() -> str:
    """Return a generated name for a guest, in English as it is stored.

    A few names are tried. If all of them are taken, the name is not unique.
    """
    names = [format_guest_name(secrets.randbelow(9000) + 1000) for _try in range(3)]
    taken = set(User.objects.filter(display_name__in=names).values_list("display_name", flat=True))
    return next((name for name in names if name not in taken), names[0])
