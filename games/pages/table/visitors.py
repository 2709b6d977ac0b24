"""Who asks for a table's page: the browser by its cookie, the person by their session."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.models import Device, Game
from games.pages.answers import refused, wants_json
from games.pages.online.lobby import person
from games.people.devices import device_of, new_secret, remember, secret_of
from games.rules.errors import Refusal
from games.services.table.places import Visitor
from games.stories.status import Mode
from games.words.refusals import sentence

_STATUS = {"not_at_table": 403, "not_host": 403, "wrong_code": 404, "bad_choice": 400}


def visitor(request: HttpRequest) -> Visitor:
    """The browser that asks, with a new secret if it has none; ``seat_down`` makes it remember that."""
    return Visitor(secret_of(request.COOKIES) or new_secret(), person(request))


def seat_down(response: HttpResponse, who: Visitor) -> HttpResponse:
    """The answer to somebody who came to a table: their browser knows it from now on."""
    remember(response, who.secret)
    return response


def table_game(code: str) -> Game:
    return get_object_or_404(Game, code=code, mode=Mode.TABLE)


def device_here(request: HttpRequest, game: Game) -> Device:
    """The device that asks; refused with ``not_at_table`` for a browser that never came to this table."""
    found = device_of(game.pk, request.COOKIES)
    if found is None:
        raise Refusal("not_at_table")
    return found


def say_no(request: HttpRequest, refusal: Refusal, url: str) -> HttpResponse:
    """A refusal with the status that fits its code: a page that it is forbidden, or back with a message."""
    status = _STATUS.get(refusal.code, 409)
    if status == 403 and not wants_json(request):
        raise PermissionDenied(sentence(refusal))
    return refused(request, refusal, url, status)


def table_url(game: Game) -> str:
    return reverse("table", args=[game.code])


def guarded(request: HttpRequest, code: str, act: Callable[[Game, Device], HttpResponse]) -> HttpResponse:
    """What ``act`` answers for the device that asks, or why not."""
    game = table_game(code)
    try:
        return act(game, device_here(request, game))
    except Refusal as refusal:
        return say_no(request, refusal, table_url(game))


def ok(**more: object) -> JsonResponse:
    return JsonResponse({"ok": True, **more})
