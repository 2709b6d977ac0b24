"""Playing against the site: at once from the first page, and instead of waiting at an invitation."""

from __future__ import annotations

import secrets

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.live.online.view import deal
from games.models import Game, User
from games.pages.answers import done, post_only, problem, refused, too_many, within_limit
from games.pages.online import invitation
from games.pages.online.lobby import person
from games.pages.people.guests import become_guest
from games.pages.people.preferred import chosen
from games.people import preferences
from games.people.names import MAX_LENGTH, own_name
from games.rules.errors import Refusal
from games.services.minds import sitting
from games.services.people import preferring
from games.store import log
from games.stories.online import Match


class PlayForm(forms.Form):
    """A level, by default the one that the person had, and a name for who has none, made up where it is empty."""

    level = forms.CharField(required=False, max_length=16)
    name = forms.CharField(required=False, max_length=MAX_LENGTH * 10)

    def clean_name(self) -> str:
        text = self.cleaned_data["name"]
        return own_name(text) if text.strip() else ""


@post_only
def play(request: HttpRequest) -> HttpResponse:
    """Begins a game against the site and goes to its table; a visitor without a name becomes a guest on the way."""
    form = PlayForm(request.POST)
    if not form.is_valid():
        field, errors = next(iter(form.errors.as_data().items()))
        code = "no_such_level" if field == "level" else str(errors[0].code)
        return problem(request, code, str(form.errors[field][0]), reverse("lobby"), 400)
    if not within_limit(request, "create"):
        return too_many(request)
    try:
        game = _begun(request, form.cleaned_data["level"] or level_of(request), form.cleaned_data["name"])
    except Refusal as refusal:
        return refused(request, refusal, reverse("lobby"))
    return done(request, reverse("game", args=[game.code]), deal=deal(log.load_as(Match, game.pk)))


@post_only
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """Has one of the site's own take the free seat of one's own invitation."""
    game = invitation.online_game(code)
    user = person(request)
    if user is None or not invitation.seat_of(request, game):
        raise Http404
    url = reverse("game", args=[code])
    try:
        sitting.sit(game, user, request.POST.get("level") or level_of(request))
    except Refusal as refusal:
        return refused(request, refusal, url)
    return done(request, url)


def level_of(request: HttpRequest) -> str:
    """The level against which whoever asks played last, or chose to play."""
    return str(preferences.holding(chosen(request))["level"])


def _begun(request: HttpRequest, level: str, name: str) -> Game:
    if not preferences.fits("level", level):
        raise Refusal("no_such_level")
    user = person(request) or become_guest(request, name or made_up())
    preferring.prefer(user, {"level": level})
    return sitting.begin(user, level, request.POST.get("ticket", ""), request.POST.get("part", ""))


def made_up() -> str:
    """A plain name that nobody has yet, as far as a few tries find one."""
    tries = [f"{_('Guest')} {secrets.randbelow(9000) + 1000}" for _try in range(3)]
    known = set(User.objects.filter(display_name__in=tries).values_list("display_name", flat=True))
    return next((name for name in tries if name not in known), tries[0])
