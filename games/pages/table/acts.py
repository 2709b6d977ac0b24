"""What the devices at a table ask for by POST: codes, locks, removals, and letting somebody in."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games.models import Device, Game
from games.pages.answers import done, post_only, problem, too_many, wants_json, within_limit
from games.pages.table.forms import OptionalNameForm
from games.pages.table.tables import shown_way_in
from games.pages.table.visitors import guarded, ok, say_no, seat_down, table_game, table_url, visitor
from games.pages.table.ways_in import table_way_in, way_in
from games.rules.errors import Refusal
from games.services.table import asking, tables
from games.services.table.places import Choice
from games.store import log
from games.stories.table import Table


@post_only
def lock(request: HttpRequest, code: str) -> HttpResponse:
    """The host closes the table to newcomers (`locked=1`) or opens it again (`locked=0`)."""

    def act(game: Game, device: Device) -> HttpResponse:
        tables.lock(game, device, request.POST.get("locked") == "1")
        return done(request, table_url(game))

    return guarded(request, code, act)


@post_only
def renew(request: HttpRequest, code: str) -> HttpResponse:
    """The host makes a new code; every older one is dead."""

    def act(game: Game, device: Device) -> HttpResponse:
        tables.renew(game, device)
        if not wants_json(request):
            return done(request, table_url(game), _("The table has a new code. The old one is dead."))
        return ok(invite=table_way_in(request, game, log.load_as(Table, game.pk)))

    return _limited(request) or guarded(request, code, act)


@post_only
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """The host sends `device` away, from its place or from asking for one."""

    def act(game: Game, device: Device) -> HttpResponse:
        tables.remove(game, device, _number(request, "device"))
        return done(request, table_url(game))

    return guarded(request, code, act)


@post_only
def place(request: HttpRequest, code: str) -> HttpResponse:
    """Gives `device` the place `as`: the host any device, everybody else their own."""

    def act(game: Game, device: Device) -> HttpResponse:
        if request.POST.get("as") not in list(Choice):
            raise Refusal("bad_choice")
        tables.place(game, device, _number(request, "device"), Choice(request.POST["as"]))
        return done(request, table_url(game))

    return guarded(request, code, act)


@post_only
def seat_code(request: HttpRequest, code: str) -> HttpResponse:
    """A code for `seat` 0 or 1, or with `watch` for a screen: it works once and for ten minutes."""

    def act(game: Game, device: Device) -> HttpResponse:
        seat = request.POST.get("seat", "")
        if seat not in ("0", "1", "watch"):
            raise Refusal("bad_choice")
        token = tables.seat_code(game, device, None if seat == "watch" else int(seat))
        return ok(invite=way_in(request, token))

    return _limited(request) or guarded(request, code, act)


@post_only
def let_in(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody seated lets the `device` that asks have its seat (`yes=1`), or turns it away."""

    def act(game: Game, device: Device) -> HttpResponse:
        asking.answer(game, device, _number(request, "device"), request.POST.get("yes") == "1")
        return done(request, table_url(game))

    return guarded(request, code, act)


@sensitive_post_parameters("token")
@post_only
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """ "I am Ana": asks for a `seat` that another device has, and sets the device's cookie."""
    game, who = table_game(code), visitor(request)
    named = OptionalNameForm(request.POST, me=who.user)
    url = table_url(game)
    if not within_limit(request, "join"):
        return too_many(request)
    if not named.is_valid():
        return problem(request, "bad_name", str(named.errors["name"][0]), url, 400)
    try:
        seat = _seat(request)
        story = log.load_as(Table, game.pk)
        name = named.cleaned_data["name"] or story.names[seat]
        story = asking.ask(who, game, seat, name, request.POST.get("token", ""))
    except Refusal as refusal:
        return say_no(request, refusal, url)
    return seat_down(done(request, url), who)


@require_safe
def asked(request: HttpRequest, code: str) -> HttpResponse:
    """How it stands with the device that asks: `in`, `waiting` or `turned_away`."""

    def act(game: Game, device: Device) -> HttpResponse:
        story = log.load_as(Table, game.pk)
        waiting = "waiting" if device.pk in story.seating.requests else "turned_away"
        return JsonResponse({"state": "in" if device.pk in story.seating.places else waiting, "url": table_url(game)})

    return guarded(request, code, act)


@require_safe
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """The table's code as it is now, for a page that shows it; null when there is none to show."""

    def act(game: Game, device: Device) -> HttpResponse:
        story = log.load_as(Table, game.pk)
        if device.pk not in story.seating.places:
            raise Refusal("not_at_table")
        shown: dict[str, Any] | None = shown_way_in(request, game, story, device)
        return ok(invite=shown)

    return guarded(request, code, act)


def _limited(request: HttpRequest) -> HttpResponse | None:
    return None if within_limit(request, "table") else too_many(request)


def _number(request: HttpRequest, field: str) -> int:
    text = request.POST.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refusal("no_such_device")
    return int(text)


def _seat(request: HttpRequest) -> int:
    text = request.POST.get("seat", "")
    if text not in ("0", "1"):
        raise Refusal("bad_choice")
    return int(text)
