"""What a program is told that does not get what it asked for: a code, and a sentence for its person."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from games import metrics
from games.rules.errors import Refusal
from games.wire.message import Message
from games.words.refusals import sentence

STATUSES = {
    **dict.fromkeys(("bad_token", "token_needed"), 401),
    **dict.fromkeys(("read_only", "suspended", "account_closed", "may_not_watch", "not_seated"), 403),
    **dict.fromkeys(("no_such_game", "no_such_person"), 404),
    "slow_down": 429,
}
"""The status of a refusal; that of all others is ``USUAL``."""
USUAL = 409


class Problem(Message):
    """Why nothing was given or changed: ``code`` is for programs, ``message`` for people."""

    code: str
    message: str


PROBLEMS: dict[Any, Any] = {frozenset({400, 401, 403, 404, 409, 429}): Problem}
"""What every address may answer besides."""


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A refusal of the rules or the services."""
    response = problem(refusal.code, sentence(refusal), STATUSES.get(refusal.code, USUAL))
    if refusal.code == "slow_down":
        response["Retry-After"] = str(refusal.params["seconds"])
    return response


def problem(code: str, message: str, status: int) -> HttpResponse:
    metrics.refused(code)
    response = JsonResponse({"code": code, "message": message}, status=status)
    if status == UNKNOWN:
        response["WWW-Authenticate"] = "Bearer"
    return response


UNKNOWN = 401


def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A field that is missing, unknown or of another kind; names the first place."""
    first = error.errors[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "terms"))
    text = _("Some of the choices are missing or unknown.")
    return problem("invalid", f"{text} ({place}: {first['type']})", 400)


def unread(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON."""
    return problem("invalid", _("Some of the choices are missing or unknown."), error.status_code)


def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem("not_found", _("There is nothing at this address."), 404)


def forbidden(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    return problem("forbidden", str(error) or _("This page is not for you to see."), 403)


def told_by(api: NinjaAPI) -> None:
    """Let all addresses of an API refuse like this."""
    handlers: dict[type[Exception], Any] = {
        Refusal: refused,
        ValidationError: invalid,
        HttpError: unread,
        Http404: missing,
        PermissionDenied: forbidden,
    }
    for error, handler in handlers.items():
        api.add_exception_handler(error, handler)
