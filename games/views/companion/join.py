"""Views of joining a table: its link and QR code, the code to type, and taking a place."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games import rate_limits
from games.accounts.device_cookie import get_device
from games.eventlog import event_store
from games.models import Game, JoinToken
from games.rules.errors import Refusal
from games.services.companion import join_tokens, tables
from games.services.companion.places import BrowserVisitor, PlaceChoice, require_open
from games.state.table_state import TableState
from games.texts.names import translate_name, translate_names
from games.views.companion.device_requests import get_table_url, get_visitor, respond_table_refused, set_device_cookie
from games.views.companion.forms import OptionalNameForm
from games.views.current_user import get_user
from games.views.deals.browser import remember_player
from games.views.deals.people import choose_seat_name, get_person_at_table
from games.views.public_urls import MAX_ADDRESSES, is_loopback, list_shareable_urls
from games.views.qr import render_qr_svg
from games.views.responses import (
    is_within_rate_limit,
    rate_limit_refusal,
    require_post,
    respond_done,
    respond_problem,
    respond_too_many_requests,
    wants_json,
)


def build_table_join_link(request: HttpRequest, game: Game, table: TableState) -> dict[str, Any] | None:
    """Return the join link of the table's own code, or None while the code does not work.

    It does not work while the table is locked, over or idle, or if the site's key has changed since it was made.
    """
    if table.seating.locked or table.over:
        return None
    token = join_tokens.get_table_token(game)
    return None if token is None else build_join_link(request, token, bool(table.seating.free_seats))


def build_join_link(request: HttpRequest, token: JoinToken, joinable: bool = True) -> dict[str, Any]:
    """Return the join link of a token: its URL, its code, its QR code, and what it is for.

    The secret is the fragment of the link. Browsers send that part to no server, so no log and no Referer contains it.
    ``only_here`` says that the link works on this machine alone; ``others`` are links on other addresses of the
    machine, for phones that are in another of its networks.
    """
    secret = join_tokens.get_secret(token)
    pages = list_shareable_urls(request, reverse("join_table"))
    best, *others = [_build_address(page, secret.token) for page in pages[:MAX_ADDRESSES]]
    return {
        **best,
        "others": others,
        "code": f"{secret.code[:4]} {secret.code[4:]}",
        "purpose": token.purpose,
        "seat": token.seat,
        "joinable": joinable,
        "only_here": is_loopback(best["link"]),
        "seconds": None if token.expires_at is None else int(join_tokens.SINGLE_USE_LIFETIME.total_seconds()),
    }


def _build_address(page: str, token: str) -> dict[str, str]:
    """Return the link to a join page with a token, its address to type, and its QR code."""
    link = f"{page}#{token}"
    return {
        "link": link,
        "address": page.split("://", 1)[-1],
        "qr": render_qr_svg(link, _("QR code for this table")),
    }


SITE_KEY = "site"
"""Key of the rate limit for wrong codes on the whole site."""


@dataclass(frozen=True, slots=True)
class JoinTarget:
    """Token of a code, and the state of its table."""

    token: JoinToken
    table: TableState


@require_safe
def join_page(request: HttpRequest) -> HttpResponse:
    """Show the page behind every QR code.

    It is the same for all codes, since the secret does not reach the server in this address.
    """
    return render(request, "companion/join.html")


@sensitive_post_parameters("token", "code")
@require_post
def look_up_code(request: HttpRequest) -> HttpResponse:
    """Show where a scanned ``token`` or a typed ``code`` leads.

    This takes no place, sets no cookie, and uses up no code.
    """
    try:
        target = _find_join_target(request, "look")
    except Refusal as refusal:
        return _respond_refused(request, refusal)
    preview = build_join_preview(request, target)
    if wants_json(request):
        return JsonResponse({"ok": True, **preview})
    return render(request, "companion/join.html", {"preview": preview})


@sensitive_post_parameters("token", "code")
@require_post
def take_place(request: HttpRequest) -> HttpResponse:
    """Take the place ``as`` with a code, under an optional ``name``, and set the device cookie.

    At a table of a shared deal, a visitor without a name becomes a guest.
    """
    form = OptionalNameForm(request.POST, me=get_user(request))
    if not form.is_valid():
        return _respond_bad_name(request, form)
    try:
        target = _find_join_target(request, "join")
        game, name, choice = target.token.game, form.cleaned_data["name"], _parse_choice(request)
        user = get_person_at_table(request, game, name)
        visitor = BrowserVisitor(get_visitor(request).secret, user)
        tables.take_place(visitor, target.token, choice, choose_seat_name(game, user, name))
    except Refusal as refusal:
        return _respond_refused(request, refusal)
    response = set_device_cookie(respond_done(request, get_table_url(game)), visitor)
    return remember_player(response, request, game.shared_deal, user)


def build_join_preview(request: HttpRequest, target: JoinTarget) -> dict[str, Any]:
    """Return where a code leads: the host, the players and the free places."""
    table, game = target.table, target.token.game
    names = translate_names(table.names)
    me = get_user(request)
    device = get_device(game.pk, request.COOKIES)
    place = table.seating.places.get(device.pk) if device else None
    is_table_code = target.token.purpose == JoinToken.Purpose.TABLE
    return {
        "token": join_tokens.get_secret(target.token).token,
        "purpose": target.token.purpose,
        "game": game.code,
        "host": get_host_name(table),
        "names": list(names),
        "seats": [
            {"seat": seat, "name": name, "taken": seat not in table.seating.free_seats}
            for seat, name in enumerate(names)
        ],
        "as": [choice.value for choice in list_choices(target, bool(place))],
        "ask": [seat for seat in (0, 1) if is_table_code and seat not in table.seating.free_seats],
        "mine": get_table_url(game) if place else None,
        "account": translate_name(me.shown) if me else None,
    }


def list_choices(target: JoinTarget, has_place: bool = False) -> list[PlaceChoice]:
    """Return the places that a code gives now, the likeliest first.

    At a full table, a browser that already has a place there gets no choice. A table of a shared deal gives seats only.
    """
    free = target.table.seating.free_seats
    if target.table.shared and target.token.purpose == JoinToken.Purpose.TABLE:
        return [PlaceChoice(str(seat)) for seat in sorted(free)]
    match target.token.purpose:
        case JoinToken.Purpose.SEAT:
            return [PlaceChoice(str(target.token.seat))]
        case JoinToken.Purpose.WATCH:
            return [PlaceChoice.DISPLAY, PlaceChoice.WATCHER]
    if not free:
        return [] if has_place else [PlaceChoice.WATCHER, PlaceChoice.DISPLAY]
    both = [PlaceChoice.BOTH] if len(free) == 2 else []
    return [*(PlaceChoice(str(seat)) for seat in sorted(free)), *both, PlaceChoice.DISPLAY, PlaceChoice.WATCHER]


def get_host_name(table: TableState) -> str:
    """Return the name of the player on the host's device, or both names if it has both seats or none."""
    place = table.seating.places.get(table.seating.host) if table.seating.host is not None else None
    seats = sorted(place.seats) if place and place.seats else [0, 1]
    names = translate_names(table.names)
    if len(seats) == 1:
        return names[seats[0]]
    return _("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}


def _find_join_target(request: HttpRequest, scope: str) -> JoinTarget:
    """Return the target of a scanned or typed code.

    Raise ``Refusal`` with ``slow_down`` after too many tries, and with ``wrong_code`` for a code that leads nowhere.
    """
    code = "" if request.POST.get("token") else request.POST.get("code", "")
    if not is_within_rate_limit(request, scope) or (code and not _may_try_code(request)):
        raise rate_limit_refusal()
    try:
        token = join_tokens.find_token(request.POST.get("token", ""), code)
        table = event_store.load_state_of_kind(TableState, token.game_id)
        require_open(table, token)
    except Refusal:
        if code:
            _count_wrong_code(request)
        raise
    return JoinTarget(token, table)


def _may_try_code(request: HttpRequest) -> bool:
    """Return whether this address may try a typed code.

    Wrong codes count by address, so guesses from other addresses never block an address that made none. After too many
    wrong codes on the whole site in an hour, each address has fewer tries. This only slows down guessing from many
    addresses.

    There are 32^8 = 1.1e12 codes. With 10,000 open tables, a guess hits one of them with a probability of 9e-9. One
    address can guess 480 times a day, which gives one hit in 630 years on average. 100,000 addresses, limited to 3
    guesses an hour each, give 2.7e-3 hits an hour, or one in two weeks. For a given table that is 2.7e-7 an hour, and
    its host sees new devices and can remove them.
    """
    address = rate_limits.get_client_address(request)
    if not is_within_rate_limit(request, "type_code") or not rate_limits.has_capacity("wrong_code", address):
        return False
    return rate_limits.has_capacity("wrong_codes", SITE_KEY) or rate_limits.has_capacity("wrong_code_braked", address)


def _count_wrong_code(request: HttpRequest) -> None:
    address = rate_limits.get_client_address(request)
    for scope, key in (("wrong_code", address), ("wrong_code_braked", address), ("wrong_codes", SITE_KEY)):
        rate_limits.hit(scope, key)


def _parse_choice(request: HttpRequest) -> PlaceChoice:
    try:
        return PlaceChoice(request.POST.get("as", ""))
    except ValueError:
        raise Refusal("bad_choice") from None


def _respond_refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    if refusal.code == "slow_down":
        return respond_too_many_requests(request)
    return respond_table_refused(request, refusal, reverse("join_table"))


def _respond_bad_name(request: HttpRequest, form: OptionalNameForm) -> HttpResponse:
    error = form.errors.as_data()["name"][0]
    return respond_problem(request, error.code or "invalid", str(form.errors["name"][0]), reverse("join_table"), 400)
