"""Finding an opponent by one tap."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.live.online.view import deal
from games.models import Game
from games.pages.answers import done, post_only, problem, refused, too_many, within_limit
from games.pages.online.against import made_up
from games.pages.online.clock_fields import looked_for
from games.pages.online.lobby import account, person
from games.pages.people.guests import become_guest
from games.people.names import MAX_LENGTH, own_name
from games.rules.errors import Refusal
from games.services.online import pairing
from games.services.people import preferring
from games.store import log
from games.stories.online import Match

NO_SUCH_CLOCK = _("Choose one of the clocks that are offered.")


class SeekForm(forms.Form):
    """What to look for, without a clock where none is named, and a name for who has none, made up where it is empty."""

    rated = forms.BooleanField(required=False)
    clock = forms.ChoiceField(choices=looked_for, required=False, error_messages={"invalid_choice": NO_SUCH_CLOCK})
    name = forms.CharField(required=False, max_length=MAX_LENGTH * 10)

    def clean_name(self) -> str:
        text = self.cleaned_data["name"]
        return own_name(text) if text.strip() else ""


@post_only
def seek(request: HttpRequest) -> HttpResponse:
    """Goes to a game with somebody who looks too, or to an invitation that waits for them; a visitor without a name
    becomes a guest on the way. What an account chose is what the next time begins with."""
    form = SeekForm(request.POST)
    if not form.is_valid():
        if "name" not in form.errors:
            return problem(request, "invalid", str(form.errors["clock"][0]), reverse("lobby"), 400)
        error = form.errors.as_data()["name"][0]
        return problem(request, str(error.code), str(form.errors["name"][0]), reverse("lobby"), 400)
    if not within_limit(request, "create"):
        return too_many(request)
    try:
        game = _found(request, form)
    except Refusal as refusal:
        return refused(request, refusal, reverse("lobby"))
    return done(request, reverse("game", args=[game.code]), deal=deal(log.load_as(Match, game.pk)))


def _found(request: HttpRequest, form: SeekForm) -> Game:
    rated, clock = form.cleaned_data["rated"], form.cleaned_data["clock"]
    if rated and not account(request):
        raise Refusal("account_needed")
    user = person(request) or become_guest(request, form.cleaned_data["name"] or made_up())
    preferring.prefer(user, {"clock": clock} if user.is_guest else {"clock": clock, "rated": rated})
    part = request.POST.get("part", "")
    return pairing.seek(user, pairing.terms(rated, clock), request.POST.get("ticket", ""), part)
