"""View that starts a game against a bot from a step of a replay."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts import preferences
from games.models import Game
from games.rules.errors import Refusal
from games.rules.state import HAND_SIZE, Seat
from games.services.accounts import preferences as preference_service
from games.services.bots import bot_games
from games.state.game_state import Mode
from games.views.accounts.guests import create_guest
from games.views.current_user import get_user
from games.views.matches.bot_games import get_preferred_level, make_guest_name
from games.views.replay.access import open_replay
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
)


class PlayOnForm(forms.Form):
    """A step, the seat to take there, and a level. An empty level is the user's preferred one."""

    step = forms.IntegerField(min_value=0, max_value=4 * HAND_SIZE)
    seat = forms.TypedChoiceField(choices=[(0, 0), (1, 1)], coerce=int)
    level = forms.CharField(required=False, max_length=16)


@require_post
def play_on(request: HttpRequest, code: str, mode: Mode) -> HttpResponse:
    """Start a game against a bot from a step of a replay that the user may see.

    A visitor without a name becomes a guest.
    """
    access = open_replay(request, mode, code)
    url, form = reverse(f"{access.url_prefix}replay", args=[code]), PlayOnForm(request.POST)
    if not form.is_valid():
        return respond_problem(request, "invalid", _("Choose a position and a seat."), url, 400)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    try:
        game = _start_game(request, access.game, form.cleaned_data)
    except Refusal as refusal:
        return respond_refused(request, refusal, f"{url}?step={form.cleaned_data['step']}")
    message = _("You're playing on from the replay. You have seen all the cards, so this game doesn't count.")
    return respond_done(request, reverse("game", args=[game.code]), message)


def _start_game(request: HttpRequest, source: Game, choices: dict[str, Any]) -> Game:
    level = choices["level"] or get_preferred_level(request)
    if not preferences.is_choice("level", level):
        raise Refusal("no_such_level")
    seat: Seat = choices["seat"]
    bot_games.check_position(source, choices["step"])
    user = get_user(request) or create_guest(request, make_guest_name())
    preference_service.set_preferences(user, {"level": level})
    return bot_games.continue_game(source, user, choices["step"], seat, level)
