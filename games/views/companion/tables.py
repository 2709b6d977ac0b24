"""Views of a table with the printed deck: the form, the pad and display, and the record."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.device_cookie import get_device
from games.eventlog import event_store
from games.inference.record import write
from games.models import Device, Game
from games.queries.tournaments import find_tournament_code
from games.realtime.matches.view import build_notice
from games.rules.rulings import Lead
from games.rules.state import Seat
from games.services.companion import tables
from games.services.companion.places import AWAY_TEXT, PlaceChoice, is_host, is_seated
from games.state.seating import DepartureReason, DeviceRole
from games.state.table_state import TableState
from games.texts.names import translate_name, translate_names
from games.texts.refusals import REFUSAL_SENTENCES
from games.texts.rulings import describe_rulings
from games.texts.series import list_best_of_rules
from games.views.companion.access import can_watch, get_table_game, require_view
from games.views.companion.device_requests import get_table_url, get_visitor, set_device_cookie
from games.views.companion.forms import NewTableForm
from games.views.companion.join import build_table_join_link
from games.views.current_user import get_user
from games.views.responses import (
    is_within_rate_limit,
    respond_done,
    respond_problem,
    respond_too_many_requests,
    wants_json,
)

TABLE_URL_NAMES = (
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
    "series",
)


@require_http_methods(["GET", "HEAD", "POST"])
def create_table(request: HttpRequest) -> HttpResponse:
    """Show the form, or on POST create a table hosted by the requesting device. No account is needed."""
    if request.method != "POST":
        me = get_user(request)
        return render(
            request,
            "companion/new_table.html",
            {"form": NewTableForm(initial={"first": translate_name(me.shown) if me else ""})},
        )
    form = NewTableForm(request.POST, me=get_user(request))
    if not form.is_valid():
        return _respond_invalid(request, form)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    visitor, fields = get_visitor(request), form.cleaned_data
    choice, rulings = PlaceChoice(fields["device"]), form.rulings()
    options = {"watch": fields["watch"], "best_of": fields["best_of"]}
    game = tables.create_table(visitor, form.names(), fields["depth"], choice, rulings=rulings, **options)
    return set_device_cookie(respond_done(request, get_table_url(game)), visitor)


@require_safe
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the pad to players, and the display to screens, watchers and, if allowed, other visitors."""
    game = get_table_game(code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    device = get_device(game.pk, request.COOKIES)
    place = table.seating.places.get(device.pk) if device else None
    if table.transfer.game is not None and (place or can_watch(table, device)):
        return redirect("game", code=table.transfer.game)
    if table.end.called_off:
        seats = place.seats if place else ()
        can_see_notice = place is not None or can_watch(table, device)
        notice = table.notice and can_see_notice and build_notice(table.notice, translate_names(table.names), seats)
        return render(request, "matches/cancelled.html", {"game": game, "notice": notice}, status=200 if place else 410)
    context = build_table_context(request, game, table, device)
    if place is None and device is not None and device.pk in table.seating.requests:
        return render(request, "companion/seat_request.html", {**context, "away": AWAY_TEXT})
    if place is None and not can_watch(table, device):
        return _respond_not_at_table(request, table, device, context)
    return render(request, "companion/pad.html" if place and place.seats else "companion/display.html", context)


@require_safe
def download_record(request: HttpRequest, code: str) -> HttpResponse:
    """Return the log as ``claim-table/1``, as far as the requesting device may see it."""
    game = get_table_game(code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    device = require_view(request, table, game)
    response = JsonResponse(write(table.seen(device.pk if device else None)))
    response["Content-Disposition"] = f'attachment; filename="claim-table-{game.code}.json"'
    return response


def build_table_context(request: HttpRequest, game: Game, table: TableState, device: Device | None) -> dict[str, Any]:
    """Return the context of the templates of a table."""
    place = table.seating.places.get(device.pk) if device else None
    asking = place is None and device is not None and device.pk in table.seating.requests
    tournament = find_tournament_code(game)
    return {
        "game": game,
        "code": game.code,
        "names": translate_names(table.names),
        "ruled": [*list_best_of_rules(table.best_of), *_describe_rulings(table, is_board=bool(tournament))],
        "deal": game.shared_deal,
        "setup_url": reverse("table_setup", args=[game.code]) if table.is_setup_open and place and place.seats else "",
        "device": device.pk if device else None,
        "role": "asking" if asking else (place.role if place else DeviceRole.WATCHER).value,
        "seats": sorted(place.seats) if place else [],
        "host": bool(device and place and is_host(table, device)),
        "socket": f"/ws/t/{game.code}/",
        "tournament": tournament,
        "mine": _get_own_seat(request, game, table, device),
        "claimed": _get_claimed_seat(table, device) is not None,
        "urls": {
            **{name: reverse(f"table_{name}", args=[game.code]) for name in TABLE_URL_NAMES},
            "lobby": reverse("lobby"),
        },
    }


def _describe_rulings(table: TableState, *, is_board: bool) -> list[str]:
    """Return a sentence for each ruling. In a shared deal and on a board of a tournament, seat 0 leads first."""
    rulings = replace(table.rulings, lead=Lead.CREATOR) if table.shared or is_board else table.rulings
    return describe_rulings(rulings, translate_names(table.names)[0])


def get_visible_join_link(
    request: HttpRequest, game: Game, table: TableState, device: Device | None
) -> dict[str, Any] | None:
    """Return the join link of the table for a device that shows it, else None.

    These are devices with a seat, and displays while seats are free.
    """
    place = table.seating.places.get(device.pk) if device else None
    if device is None or place is None:
        return None
    if is_seated(table, device) or (place.role == DeviceRole.DISPLAY and table.joinable):
        return build_table_join_link(request, game, table)
    return None


def _get_own_seat(request: HttpRequest, game: Game, table: TableState, device: Device | None) -> Seat | None:
    """Return the seat that the user can resume on this device, or None.

    Either the seat was taken over while this device was away, or the account holds it on another device.
    """
    me, claimed = get_user(request), _get_claimed_seat(table, device)
    if claimed is not None or me is None or (device is not None and table.seats_of(device.pk)):
        return claimed
    return game.players.filter(user=me).values_list("seat", flat=True).first()


def _get_claimed_seat(table: TableState, device: Device | None) -> Seat | None:
    if device is None or table.seats_of(device.pk):
        return None
    return next((seat for seat in (0, 1) if table.seating.claim(seat, device.pk, device.user_id)), None)


def _respond_not_at_table(
    request: HttpRequest, table: TableState, device: Device | None, context: dict[str, Any]
) -> HttpResponse:
    """Respond with 403, the reason, the field for a code, and what a former device may do."""
    reason = table.seating.gone.get(device.pk, "") if device else ""
    if wants_json(request):
        return JsonResponse({"code": "not_at_table", "message": _(REFUSAL_SENTENCES["not_at_table"])}, status=403)
    may_ask = reason in (DepartureReason.TAKEN_OVER, DepartureReason.TAKEN_WHILE_AWAY) or context["mine"] is not None
    notice = table.notice
    if device is None or notice is None or notice.data.get("device") != device.pk:
        notice = None
    shown_notice = notice and build_notice(notice, translate_names(table.names), [notice.data["seat"]])
    context |= {"reason": reason, "may_ask": may_ask, "notice": shown_notice}
    return render(request, "companion/not_at_table.html", context, status=403)


def _respond_invalid(request: HttpRequest, form: NewTableForm) -> HttpResponse:
    if wants_json(request):
        message = next(iter(form.errors.values()))[0]
        return respond_problem(request, "invalid", str(message), reverse("table_new"), 400)
    messages.error(request, _("The table isn't open yet. Check the marked fields."))
    return render(request, "companion/new_table.html", {"form": form}, status=400)
