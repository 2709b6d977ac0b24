"""Errors of the API as JSON: exception handlers, and middleware for errors that occur outside the API."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from games import metrics
from games.rules.errors import Refusal
from games.schemas.common import Message
from games.server.error_response import DEFAULT_CODE, ERROR_CODES, is_api_path
from games.texts.refusals import get_refusal_sentence

REFUSAL_STATUSES = {
    **dict.fromkeys(("bad_token", "token_needed"), 401),
    **dict.fromkeys(("read_only", "suspended", "account_closed", "may_not_watch", "not_seated"), 403),
    **dict.fromkeys(("no_such_game", "no_such_person"), 404),
    "slow_down": 429,
}
"""HTTP status of each code of refusal. All other codes have ``DEFAULT_STATUS``."""
DEFAULT_STATUS = 409


class Problem(Message):
    """Reason why nothing was returned or changed. ``code`` is for programs, ``message`` for people."""

    code: str
    message: str


PROBLEMS: dict[Any, Any] = {frozenset({400, 401, 403, 404, 409, 429}): Problem}
"""Error responses of every operation."""


def handle_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Respond to a refusal of the rules or the services."""
    response = respond_problem(
        refusal.code, get_refusal_sentence(refusal), REFUSAL_STATUSES.get(refusal.code, DEFAULT_STATUS)
    )
    if refusal.code == "slow_down":
        response["Retry-After"] = str(refusal.params["seconds"])
    return response


def respond_problem(code: str, message: str, status: int) -> HttpResponse:
    """Return code and message as JSON."""
    metrics.count_refusal(code)
    response = JsonResponse({"code": code, "message": message}, status=status)
    if status == UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    return response


UNAUTHORIZED = 401


def handle_validation_error(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Respond with 400 to a missing, unknown or invalid field. The message names the first one."""
    first = error.errors[0]
    field = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "terms"))
    return respond_problem("invalid", _describe_field_error(first["type"], field), 400)


def _describe_field_error(kind: str, field: str) -> str:
    """Return the sentence of an error of pydantic, by its type and the name of the field, empty for the whole body."""
    if not field:
        return _("Send a JSON object.")
    if kind == "missing":
        text = _("The field “%(field)s” is missing.")
    elif kind == "extra_forbidden":
        text = _("There's no field “%(field)s” here.")
    else:
        text = _("The field “%(field)s” has a value that isn't allowed.")
    return text % {"field": field}


def handle_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Respond with the status of the error, which a body that is not JSON causes."""
    return respond_problem("invalid", _("Send a JSON object."), error.status_code)


def handle_not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    """Respond with 404."""
    return respond_problem("not_found", _("There's nothing at this address."), 404)


def handle_permission_denied(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    """Respond with 403 and the reason."""
    return respond_problem("forbidden", str(error) or _("You don't have access to this page."), 403)


def add_exception_handlers(api: NinjaAPI) -> None:
    """Register the handlers for all operations of an API."""
    handlers: dict[type[Exception], Any] = {
        Refusal: handle_refusal,
        ValidationError: handle_validation_error,
        HttpError: handle_http_error,
        Http404: handle_not_found,
        PermissionDenied: handle_permission_denied,
    }
    for error, handler in handlers.items():
        api.add_exception_handler(error, handler)


JSON = "application/json"


class JsonErrorMiddleware:
    """Middleware that turns error pages under ``/api/`` into code and message, and keeps their headers.

    It is the outermost middleware, because Django or its middleware responds to unknown addresses, wrong methods, too
    many fields and crashes. It also makes HEAD under ``/api/`` a GET.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response, with an error page replaced by JSON."""
        if is_api_path(request.path) and request.method == "HEAD":
            request.method = "GET"  # Operations know no HEAD. The server leaves the body out.
        response = self._get_response(request)
        if is_api_path(request.path) and response.status_code >= 400 and not _is_json(response):
            with translation.override(translation.get_language_from_request(request)):
                _write_json(response)
        return response


def _is_json(response: HttpResponse) -> bool:
    return response.get("Content-Type", "").startswith(JSON)


def _write_json(response: HttpResponse) -> None:
    code, message = _get_code_and_message(response.status_code)
    metrics.count_refusal(code)
    response.content = json.dumps({"code": code, "message": message}).encode()
    response["Content-Type"], response["Content-Length"] = JSON, str(len(response.content))


def _get_code_and_message(status: int) -> tuple[str, str]:
    if status == 404:
        return "not_found", _("There's nothing at this address.")
    if status == 405:
        return "method_not_allowed", _("This address doesn't accept that method.")
    if status >= 500:
        return DEFAULT_CODE, _("Something went wrong on the server. Try again in a moment.")
    return ERROR_CODES[400], _("The server didn't understand that request.")
