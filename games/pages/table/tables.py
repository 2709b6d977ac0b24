"""A physical table's pages: opening one, and the address that every device at it has."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.live.online.view import shown_notice
from games.models import Device, Game
from games.pages.answers import done, problem, too_many, wants_json, within_limit
from games.pages.online.lobby import person
from games.pages.table.forms import NewTableForm
from games.pages.table.visitors import seat_down, table_game, table_url, visitor
from games.pages.table.ways_in import table_way_in
from games.people.devices import device_of
from games.rules.logged.record import write
from games.services.table import tables
from games.services.table.places import Choice, is_host, is_seated
from games.store import log
from games.stories.seating import Gone, Place, Role
from games.stories.table import Table
from games.words.refusals import SENTENCES
from games.words.rulings import ruling_words

ACTS = (
    "lock",
    "renew",
    "remove",
    "place",
    "seat_code",
    "let_in",
    "ask",
    "asked",
    "invite",
    "record",
    "picture",
    "replay",
)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: opens a table, whose host is the device that asks; no account is needed."""
    if request.method != "POST":
        me = person(request)
        return render(request, "table/new.html", {"form": NewTableForm(initial={"first": me.shown if me else ""})})
    form = NewTableForm(request.POST, me=person(request))
    if not form.is_valid():
        return _invalid(request, form)
    if not within_limit(request, "create"):
        return too_many(request)
    who, chosen = visitor(request), form.cleaned_data
    choice, rulings = Choice(chosen["device"]), form.rulings()
    game = tables.create(who, form.names(), chosen["depth"], choice, chosen["watch"], rulings)
    return seat_down(done(request, table_url(game)), who)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The pad for players; the display for screens, spectators and, where that is allowed, whoever comes by."""
    game = table_game(code)
    story = log.load_as(Table, game.pk)
    device = device_of(game.pk, request.COOKIES)
    place = story.seating.places.get(device.pk) if device else None
    if story.end.called_off:
        seats = place.seats if place else ()
        told = place is not None or may_watch(story, device)
        notice = story.notice and told and shown_notice(story.notice, story.names, seats)
        return render(request, "pages/called_off.html", {"game": game, "notice": notice}, status=200 if place else 410)
    context = table_context(request, game, story, device)
    if place is None and device is not None and device.pk in story.seating.requests:
        return render(request, "table/asking.html", context)
    if place is None and not may_watch(story, device):
        return _not_here(request, story, device, context)
    return render(request, "table/pad.html" if place and place.seats else "table/display.html", context)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The log as claim-table/1, as far as the device that asks may know it."""
    game = table_game(code)
    story = log.load_as(Table, game.pk)
    device = device_of(game.pk, request.COOKIES)
    if not (device and device.pk in story.seating.places) and not may_watch(story, device):
        raise PermissionDenied(_(SENTENCES["not_at_table"]))
    response = JsonResponse(write(story.seen(device.pk if device else None)))
    response["Content-Disposition"] = f'attachment; filename="claim-table-{game.code}.json"'
    return response


def table_context(request: HttpRequest, game: Game, story: Table, device: Device | None) -> dict[str, Any]:
    """What the templates of a table are given. The way in is for those at the table alone."""
    place = story.seating.places.get(device.pk) if device else None
    asking = place is None and device is not None and device.pk in story.seating.requests
    return {
        "game": game,
        "code": game.code,
        "names": story.names,
        "ruled": ruling_words(story.rulings),
        "device": device.pk if device else None,
        "role": "asking" if asking else (place.role if place else Role.WATCHER).value,
        "seats": sorted(place.seats) if place else [],
        "host": bool(device and place and is_host(story, device)),
        "socket": f"/ws/t/{game.code}/",
        "mine": _own_seat(request, game, place),
        "urls": {**{name: reverse(f"table_{name}", args=[game.code]) for name in ACTS}, "lobby": reverse("lobby")},
    }


def shown_way_in(request: HttpRequest, game: Game, story: Table, device: Device | None) -> dict[str, Any] | None:
    """The table's code for those who speak for it, and for its screens while seats are free."""
    place = story.seating.places.get(device.pk) if device else None
    if device is None or place is None:
        return None
    if is_seated(story, device) or (place.role == Role.DISPLAY and story.joinable):
        return table_way_in(request, game, story)
    return None


def may_watch(story: Table, device: Device | None) -> bool:
    """Whether somebody without a place may look: not after losing one, and only where bystanders are welcome."""
    return story.watch and (device is None or device.pk not in story.seating.gone)


def _own_seat(request: HttpRequest, game: Game, place: Place | None) -> int | None:
    """The seat that the account has on another device, to go on with on this one."""
    me = person(request)
    if me is None or (place and place.seats):
        return None
    return game.players.filter(user=me).values_list("seat", flat=True).first()


def _not_here(request: HttpRequest, story: Table, device: Device | None, context: dict[str, Any]) -> HttpResponse:
    """403, saying why, with the code field and what a device that was here may do."""
    why = story.seating.gone.get(device.pk, "") if device else ""
    if wants_json(request):
        return JsonResponse({"code": "not_at_table", "message": _(SENTENCES["not_at_table"])}, status=403)
    may_ask = why == Gone.TAKEN_OVER or context["mine"] is not None
    notice = story.notice
    if device is None or notice is None or notice.data.get("device") != device.pk:
        notice = None
    told = notice and shown_notice(notice, story.names, [notice.data["seat"]])
    context |= {"why": why, "may_ask": may_ask, "notice": told}
    return render(request, "table/not_at_table.html", context, status=403)


def _invalid(request: HttpRequest, form: NewTableForm) -> HttpResponse:
    if wants_json(request):
        first = next(iter(form.errors.values()))[0]
        return problem(request, "invalid", str(first), reverse("table_new"), 400)
    messages.error(request, _("The table was not opened yet. Look at the marked places."))
    return render(request, "table/new.html", {"form": form}, status=400)
