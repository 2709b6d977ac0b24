"""Views of the devices at a table: codes, lock, removal, places and seat requests."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from games.eventlog import event_store
from games.models import Device, Game
from games.rules.errors import Refusal
from games.services.companion import handovers, tables
from games.services.companion.places import BrowserVisitor, PlaceChoice
from games.state.table_state import TableState
from games.views.companion.access import get_table_game
from games.views.companion.device_requests import (
    get_table_url,
    get_visitor,
    respond_ok,
    respond_table_refused,
    run_as_device,
    set_device_cookie,
)
from games.views.companion.forms import OptionalNameForm
from games.views.companion.join import build_join_link, build_table_join_link
from games.views.companion.tables import get_visible_join_link
from games.views.deals.browser import remember_player
from games.views.deals.people import get_person_at_table
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_problem,
    respond_too_many_requests,
    wants_json,
)


@require_post
def lock_table(request: HttpRequest, code: str) -> HttpResponse:
    """Lock the table to newcomers (``locked=1``) or unlock it (``locked=0``), as the host."""

    def act(game: Game, device: Device) -> HttpResponse:
        tables.set_locked(game, device, request.POST.get("locked") == "1")
        return respond_done(request, get_table_url(game))

    return run_as_device(request, code, act)


@require_post
def renew_code(request: HttpRequest, code: str) -> HttpResponse:
    """Replace the code of the table, as the host. Older codes stop working."""

    def act(game: Game, device: Device) -> HttpResponse:
        tables.renew_table_code(game, device)
        if not wants_json(request):
            return respond_done(
                request, get_table_url(game), _("The table has a new code. The old one no longer works.")
            )
        return respond_ok(
            invite=build_table_join_link(request, game, event_store.load_state_of_kind(TableState, game.pk))
        )

    return _check_rate_limit(request) or run_as_device(request, code, act)


@require_post
def remove_device(request: HttpRequest, code: str) -> HttpResponse:
    """Remove ``device`` from its place, or decline its request, as the host."""

    def act(game: Game, device: Device) -> HttpResponse:
        tables.remove_device(game, device, _parse_device_id(request, "device"))
        return respond_done(request, get_table_url(game))

    return run_as_device(request, code, act)


@require_post
def place_device(request: HttpRequest, code: str) -> HttpResponse:
    """Give ``device`` the place ``as``. The host may place any device, other devices only themselves."""

    def act(game: Game, device: Device) -> HttpResponse:
        if request.POST.get("as") not in list(PlaceChoice):
            raise Refusal("bad_choice")
        tables.move_device(game, device, _parse_device_id(request, "device"), PlaceChoice(request.POST["as"]))
        return respond_done(request, get_table_url(game))

    return run_as_device(request, code, act)


@require_post
def create_seat_code(request: HttpRequest, code: str) -> HttpResponse:
    """Create a code for ``seat``, which is 0, 1, or ``watch`` for a screen.

    The code works once, for ten minutes.
    """

    def act(game: Game, device: Device) -> HttpResponse:
        seat = request.POST.get("seat", "")
        if seat not in ("0", "1", "watch"):
            raise Refusal("bad_choice")
        token = tables.create_seat_code(game, device, None if seat == "watch" else int(seat))
        return respond_ok(invite=build_join_link(request, token))

    return _check_rate_limit(request) or run_as_device(request, code, act)


@require_post
def answer_seat_request(request: HttpRequest, code: str) -> HttpResponse:
    """Give the player's seat to the ``device`` that requests it (``yes=1``), or decline."""

    def act(game: Game, device: Device) -> HttpResponse:
        handovers.answer_request(game, device, _parse_device_id(request, "device"), request.POST.get("yes") == "1")
        return respond_done(request, get_table_url(game))

    return run_as_device(request, code, act)


@sensitive_post_parameters("token")
@require_post
def request_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Request a ``seat`` that another device holds, and set the device cookie."""
    game, visitor = get_table_game(code), get_visitor(request)
    form = OptionalNameForm(request.POST, me=visitor.user)
    url = get_table_url(game)
    if not is_within_rate_limit(request, "join"):
        return respond_too_many_requests(request)
    if not form.is_valid():
        return respond_problem(request, "bad_name", str(form.errors["name"][0]), url, 400)
    try:
        seat = _parse_seat(request)
        table = event_store.load_state_of_kind(TableState, game.pk)
        name = form.cleaned_data["name"] or table.names[seat]
        user = get_person_at_table(request, game, name)
        visitor = BrowserVisitor(visitor.secret, user)
        table = handovers.request_seat(visitor, game, seat, name, request.POST.get("token", ""))
    except Refusal as refusal:
        return respond_table_refused(request, refusal, url)
    response = set_device_cookie(respond_done(request, url), visitor)
    return remember_player(response, request, game.shared_deal, user)


@require_safe
def seat_request_status(request: HttpRequest, code: str) -> HttpResponse:
    """Return the status of the device's seat request: ``in``, ``waiting`` or ``turned_away``."""

    def act(game: Game, device: Device) -> HttpResponse:
        table = event_store.load_state_of_kind(TableState, game.pk)
        waiting = "waiting" if device.pk in table.seating.requests else "turned_away"
        return JsonResponse(
            {"state": "in" if device.pk in table.seating.places else waiting, "url": get_table_url(game)}
        )

    return run_as_device(request, code, act)


@require_safe
def table_code(request: HttpRequest, code: str) -> HttpResponse:
    """Return the current code of the table, for a page that shows it; null without one."""

    def act(game: Game, device: Device) -> HttpResponse:
        table = event_store.load_state_of_kind(TableState, game.pk)
        if device.pk not in table.seating.places:
            raise Refusal("not_at_table")
        link: dict[str, Any] | None = get_visible_join_link(request, game, table, device)
        return respond_ok(invite=link)

    return run_as_device(request, code, act)


def _check_rate_limit(request: HttpRequest) -> HttpResponse | None:
    return None if is_within_rate_limit(request, "table") else respond_too_many_requests(request)


def _parse_device_id(request: HttpRequest, field: str) -> int:
    text = request.POST.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refusal("no_such_device")
    return int(text)


def _parse_seat(request: HttpRequest) -> int:
    text = request.POST.get("seat", "")
    if text not in ("0", "1"):
        raise Refusal("bad_choice")
    return int(text)
