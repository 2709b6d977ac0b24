"""Requests of a device at a table, with the browser known by its cookie and the person by the session."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from games.accounts.device_cookie import create_secret, get_device, get_secret, set_cookie
from games.models import Device, Game
from games.rules.errors import Refusal
from games.services.companion.places import BrowserVisitor
from games.texts.refusals import get_refusal_sentence
from games.views.companion.access import get_table_game
from games.views.current_user import get_user
from games.views.responses import respond_refused, wants_json

_STATUS = {"not_at_table": 403, "not_host": 403, "not_your_seat": 403, "wrong_code": 404, "bad_choice": 400}


def get_visitor(request: HttpRequest) -> BrowserVisitor:
    """Return the requesting browser, with a new secret if it has none.

    ``set_device_cookie`` stores the secret.
    """
    return BrowserVisitor(get_secret(request.COOKIES) or create_secret(), get_user(request))


def set_device_cookie(response: HttpResponse, visitor: BrowserVisitor) -> HttpResponse:
    """Return the response, with the cookie by which the site recognises the browser from then on."""
    set_cookie(response, visitor.secret)
    return response


def require_device(request: HttpRequest, game: Game) -> Device:
    """Return the requesting device.

    Raise ``Refusal`` with ``not_at_table`` for a browser that is new to this table.
    """
    device = get_device(game.pk, request.COOKIES)
    if device is None:
        raise Refusal("not_at_table")
    return device


def respond_table_refused(request: HttpRequest, refusal: Refusal, url: str) -> HttpResponse:
    """Respond with a refusal and the status of its code.

    A person gets a page for 403, and for another status a redirect to ``url`` with a message.
    """
    status = _STATUS.get(refusal.code, 409)
    if status == 403 and not wants_json(request):
        raise PermissionDenied(get_refusal_sentence(refusal))
    return respond_refused(request, refusal, url, status)


def get_table_url(game: Game) -> str:
    """Return the address of a table."""
    return reverse("table", args=[game.code])


def run_as_device(request: HttpRequest, code: str, act: Callable[[Game, Device], HttpResponse]) -> HttpResponse:
    """Return the response of ``act`` for the requesting device, or the response to its refusal."""
    game = get_table_game(code)
    try:
        return act(game, require_device(request, game))
    except Refusal as refusal:
        return respond_table_refused(request, refusal, get_table_url(game))


def respond_ok(**more: object) -> JsonResponse:
    """Return success as JSON, with the fields ``more``."""
    return JsonResponse({"ok": True, **more})
