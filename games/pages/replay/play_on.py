"""Playing on against the site's own from a step of a replay."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game
from games.pages.answers import done, post_only, problem, refused, too_many, within_limit
from games.pages.online.against import level_of, made_up
from games.pages.online.lobby import person
from games.pages.people.guests import become_guest
from games.pages.replay import opened
from games.pages.replay.opened import Open
from games.people import preferences
from games.rules.errors import Refusal
from games.rules.state import HAND, Seat
from games.services.minds import going_on
from games.services.people import preferring


class PlayOnForm(forms.Form):
    """A step, the seat to take there, and a level, by default the one that the person had."""

    step = forms.IntegerField(min_value=0, max_value=4 * HAND)
    seat = forms.TypedChoiceField(choices=[(0, 0), (1, 1)], coerce=int)
    level = forms.CharField(required=False, max_length=16)


@post_only
def match(request: HttpRequest, code: str) -> HttpResponse:
    """From a game played online."""
    return _play_on(request, code, opened.match)


@post_only
def table(request: HttpRequest, code: str) -> HttpResponse:
    """From a game with the printed deck, of which every card is logged."""
    return _play_on(request, code, opened.table)


def _play_on(request: HttpRequest, code: str, opens: Open) -> HttpResponse:
    """Begins the game and goes to its table; a visitor without a name becomes a guest. For who may see the replay."""
    game = opens(request, code)
    url, form = reverse(f"{game.kind}replay", args=[code]), PlayOnForm(request.POST)
    if not form.is_valid():
        return problem(request, "invalid", _("Choose a step of the game and a seat."), url, 400)
    if not within_limit(request, "create"):
        return too_many(request)
    chosen = form.cleaned_data
    try:
        begun = _begun(request, game.game, chosen)
    except Refusal as refusal:
        return refused(request, refusal, f"{url}?step={chosen['step']}")
    told = _("You go on from the replay. You have seen all the cards, so this game does not count.")
    return done(request, reverse("game", args=[begun.code]), told)


def _begun(request: HttpRequest, source: Game, chosen: dict[str, Any]) -> Game:
    level = chosen["level"] or level_of(request)
    if not preferences.fits("level", level):
        raise Refusal("no_such_level")
    seat: Seat = chosen["seat"]
    going_on.check(source, chosen["step"])
    user = person(request) or become_guest(request, made_up())
    preferring.prefer(user, {"level": level})
    return going_on.go_on(source, user, chosen["step"], seat, level)
