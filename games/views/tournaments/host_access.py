"""Access of the host of a tournament, and the responses to the acts of a host."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.models import Tournament, User
from games.rules.errors import Refusal
from games.texts.refusals import get_refusal_sentence
from games.views.responses import (
    View,
    is_within_rate_limit,
    rate_limit_refusal,
    require_post,
    respond_done,
    respond_problem,
    respond_refused,
)
from games.views.tournaments.sheet import Reader, get_tournament

HostAct = Callable[..., str]
"""An act of the host: it takes the request, the tournament and the user, and returns a message."""


def require_host(request: HttpRequest, code: str) -> tuple[Tournament, User]:
    """Return a tournament and its host. Raise 404 for an unknown code, and 403 for another person than the host."""
    tournament, reader = get_tournament(code), Reader.of_request(request)
    if reader.user is None or not reader.is_host(tournament):
        raise PermissionDenied(get_refusal_sentence(Refusal("not_tournament_host")))
    return tournament, reader.user


def host_act(act: HostAct) -> View:
    """Decorate an act of the host as a view of POST requests.

    The response leads to the page of the host, with the message that ``act`` returns, the sentence of a ``Refusal``, or
    the first error of a form. It is 429 after too many acts.
    """

    @require_post
    @wraps(act)
    def run(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        tournament, user = require_host(request, code)
        url = get_host_url(tournament)
        try:
            require_few_acts(request)
            message = act(request, tournament, user, **kwargs)
        except Refusal as refusal:
            return respond_refused(request, refusal, url)
        except ValidationError as error:
            return respond_problem(request, "invalid", error.messages[0], url, 400)
        return respond_done(request, url, message)

    return run


def require_few_acts(request: HttpRequest) -> None:
    """Raise ``Refusal`` with ``slow_down`` after too many acts that can deal games, from one address."""
    if not is_within_rate_limit(request, "tournament_act"):
        raise rate_limit_refusal()


def get_host_url(tournament: Tournament) -> str:
    """Return the address of the page of the host."""
    return reverse("tournament_host", args=[tournament.code])


def require_valid(form: forms.Form) -> dict[str, Any]:
    """Return the cleaned values of a form. Raise ``ValidationError`` with its first error."""
    if form.is_valid():
        return form.cleaned_data
    raise ValidationError([str(error) for error in next(iter(form.errors.values()))])
