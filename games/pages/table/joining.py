"""Coming to a table: the page that a QR code opens, what it shows beforehand, and the tap that takes a place."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games import limits
from games.models import JoinToken
from games.pages.answers import done, post_only, problem, slow_down, too_many, wants_json, within_limit
from games.pages.online.lobby import person
from games.pages.table.forms import OptionalNameForm
from games.pages.table.visitors import say_no, seat_down, table_url, visitor
from games.people.devices import device_of
from games.rules.errors import Refusal
from games.services.table import tables, tokens
from games.services.table.places import Choice, check_open
from games.store import log
from games.stories.table import Table

EVERYBODY = "site"
"""Whose wrong codes are counted together."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a code leads to."""

    token: JoinToken
    table: Table


@require_safe
def join_table(request: HttpRequest) -> HttpResponse:
    """The page behind every QR code. It is the same for all: the secret never reaches the server by this address."""
    return render(request, "table/join.html")


@sensitive_post_parameters("token", "code")
@post_only
def look(request: HttpRequest) -> HttpResponse:
    """What a scanned ``token`` or a typed ``code`` leads to. Takes no place, sets no cookie, uses nothing up."""
    try:
        found = _found(request, "look")
    except Refusal as refusal:
        return _no(request, refusal)
    answer = preview(request, found)
    if wants_json(request):
        return JsonResponse({"ok": True, **answer})
    return render(request, "table/join.html", {"preview": answer})


@sensitive_post_parameters("token", "code")
@post_only
def take(request: HttpRequest) -> HttpResponse:
    """Takes the place ``as`` that the code leads to, under ``name`` if one is given, and sets the device's cookie."""
    named = OptionalNameForm(request.POST, me=person(request))
    if not named.is_valid():
        return _bad_name(request, named)
    try:
        found = _found(request, "join")
        who = visitor(request)
        tables.take(who, found.token, _choice(request), named.cleaned_data["name"])
    except Refusal as refusal:
        return _no(request, refusal)
    return seat_down(done(request, table_url(found.token.game)), who)


def preview(request: HttpRequest, found: Found) -> dict[str, Any]:
    """Who invites, to what, and which places there are."""
    table, game = found.table, found.token.game
    me = person(request)
    device = device_of(game.pk, request.COOKIES)
    place = table.seating.places.get(device.pk) if device else None
    for_all = found.token.purpose == JoinToken.Purpose.TABLE
    return {
        "token": tokens.show(found.token).token,
        "purpose": found.token.purpose,
        "game": game.code,
        "host": host_name(table),
        "names": list(table.names),
        "seats": [
            {"seat": seat, "name": name, "taken": seat not in table.seating.free_seats}
            for seat, name in enumerate(table.names)
        ],
        "as": [choice.value for choice in choices(found, bool(place))],
        "ask": [seat for seat in (0, 1) if for_all and seat not in table.seating.free_seats],
        "mine": table_url(game) if place else None,
        "account": me.shown if me else None,
    }


def choices(found: Found, here: bool = False) -> list[Choice]:
    """The places that a code may take now, the likeliest first; none at a full table for a browser that is ``here``."""
    free = found.table.seating.free_seats
    match found.token.purpose:
        case JoinToken.Purpose.SEAT:
            return [Choice(str(found.token.seat))]
        case JoinToken.Purpose.WATCH:
            return [Choice.DISPLAY, Choice.WATCHER]
    if not free:
        return [] if here else [Choice.WATCHER, Choice.DISPLAY]
    both = [Choice.BOTH] if len(free) == 2 else []
    return [*(Choice(str(seat)) for seat in sorted(free)), *both, Choice.DISPLAY, Choice.WATCHER]


def host_name(table: Table) -> str:
    """Who invites: the player on the host's device, or both of them."""
    place = table.seating.places.get(table.seating.host) if table.seating.host is not None else None
    seats = sorted(place.seats) if place and place.seats else [0, 1]
    if len(seats) == 1:
        return table.names[seats[0]]
    return _("%(first)s and %(second)s") % {"first": table.names[0], "second": table.names[1]}


def _found(request: HttpRequest, scope: str) -> Found:
    """Refused with ``slow_down`` after too many tries, and with ``wrong_code`` for everything that leads nowhere."""
    typed = "" if request.POST.get("token") else request.POST.get("code", "")
    if not within_limit(request, scope) or (typed and not _may_type(request)):
        raise slow_down()
    try:
        token = tokens.find(request.POST.get("token", ""), typed)
        table = log.load_as(Table, token.game_id)
        check_open(table, token)
    except Refusal:
        if typed:
            _guessed(request)
        raise
    return Found(token, table)


def _may_type(request: HttpRequest) -> bool:
    """Whether this address may try a typed code; nobody else's guesses take that from an address that guessed nothing.

    Wrong codes count by address. Once the whole site had too many in an hour, an address has fewer: a brake on
    guessing from many addresses, and no more. A code is one of 32^8 = 1.1e12. With 10,000 tables open at once a guess
    hits one of them with 9e-9. One address guesses 480 times a day: a hit in 630 years on average. 100,000 addresses
    are held to 3 an hour each: 2.7e-3 hits an hour, one in two weeks, and 2.7e-7 an hour for a certain table; its
    host sees who sits down and can send them away.
    """
    address = limits.client_address(request)
    if not within_limit(request, "type_code") or not limits.left("wrong_code", address):
        return False
    return limits.left("wrong_codes", EVERYBODY) or limits.left("wrong_code_braked", address)


def _guessed(request: HttpRequest) -> None:
    address = limits.client_address(request)
    for scope, key in (("wrong_code", address), ("wrong_code_braked", address), ("wrong_codes", EVERYBODY)):
        limits.hit(scope, key)


def _choice(request: HttpRequest) -> Choice:
    try:
        return Choice(request.POST.get("as", ""))
    except ValueError:
        raise Refusal("bad_choice") from None


def _no(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    if refusal.code == "slow_down":
        return too_many(request)
    return say_no(request, refusal, reverse("join_table"))


def _bad_name(request: HttpRequest, named: OptionalNameForm) -> HttpResponse:
    error = named.errors.as_data()["name"][0]
    return problem(request, error.code or "invalid", str(named.errors["name"][0]), reverse("join_table"), 400)
