"""The lobby: games to resume, invitations to take, and a game to create."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.live.online.view import deal
from games.models import Game, User
from games.pages.answers import done, post_only, problem, refused, too_many, wants_json, within_limit
from games.pages.online import lines
from games.pages.online.clock_fields import looked_for
from games.pages.online.forms import NameForm, NewGameForm
from games.pages.people.guests import become_guest
from games.pages.people.preferred import chosen
from games.people import preferences
from games.rules.errors import Refusal
from games.services.online import challenges, tickets
from games.services.online import lobby as service
from games.store import log
from games.stories.online import Match
from games.words.minds import OPPONENTS

LOOK_IN = "Look-In"
"""Seconds."""


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The front page."""
    return _page(request, NewGameForm(initial={"rated": _prefers(request, "rated")}), NameForm())


@require_safe
def fragment(request: HttpRequest) -> HttpResponse:
    """The lists of the lobby alone, for the script that keeps them fresh. The same bytes while nothing changed.

    A header says when to look again at the latest: when somebody who is shown as here would be believed no longer.
    """
    lists = _lists(request)
    response = render(request, "parts/lobby_lists.html", lists)
    soon = min(
        (line.gone_in for line in (*lists["mine"], *lists["invitations"]) if line.gone_in is not None), default=None
    )
    if soon is not None:
        response[LOOK_IN] = f"{soon:.2f}"
    return response


@post_only
def new(request: HttpRequest) -> HttpResponse:
    """Creates a game and goes to its invitation; a visitor without a name becomes a guest on the way."""
    form = NewGameForm(request.POST)
    named = NameForm(request.POST)
    if not form.is_valid() or not (request.user.is_authenticated or named.is_valid()):
        return _invalid(request, form, named)
    if not within_limit(request, "create"):
        return too_many(request)
    try:
        user = person(request) or become_guest(request, named.cleaned_data["name"])
        game = service.create(user, form.options(), request.POST.get("ticket", ""), request.POST.get("part", ""))
    except Refusal as refusal:
        return refused(request, refusal, reverse("lobby"))
    url = reverse("game", args=[game.code])
    return done(request, url, link=invitation_path(game), deal=deal(log.load_as(Match, game.pk)))


def invitation_path(game: Game) -> str:
    """The path to hand to others: with the token for a private game."""
    if game.listed:
        return reverse("game", args=[game.code])
    return reverse("invitation", args=[game.code, service.invite_token(game)])


def person(request: HttpRequest) -> User | None:
    """Who is asking, guest or account; None for a visitor without a name."""
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def account(request: HttpRequest) -> User | None:
    """The account that asks; None for guests and visitors."""
    user = person(request)
    return None if user is None or user.is_guest else user


def _page(request: HttpRequest, form: NewGameForm, named: NameForm, status: int = 200) -> HttpResponse:
    against = {
        "opponents": OPPONENTS.values(),
        "level": _prefers(request, "level"),
        "rated": _prefers(request, "rated"),
        "clocks": looked_for(),
        "clock": _prefers(request, "clock"),
    }
    context = {"form": form, "name_form": named, "promise": tickets.issue(), **against, **_lists(request)}
    return render(request, "pages/lobby.html", context, status=status)


def _prefers(request: HttpRequest, name: str) -> preferences.Choice:
    return preferences.holding(chosen(request))[name]


def _lists(request: HttpRequest) -> dict[str, Any]:
    user = person(request)
    sent = list(challenges.standing(user)) if user and not user.is_guest else []
    meant = {one.game_id for one in sent}
    return {
        "challenges": sent,
        "mine": lines.running(user) if user else [],
        "finished": lines.finished(user) if user else [],
        "invitations": [line for line in lines.invitations(user) if line.game.pk not in meant],
    }


def _invalid(request: HttpRequest, form: NewGameForm, named: NameForm) -> HttpResponse:
    if wants_json(request):
        return problem(request, "invalid", _("Some of the choices are missing or unknown."), reverse("lobby"), 400)
    messages.error(request, _("The game was not created yet. Look at the marked places."))
    return _page(request, form, named, status=400)
