"""Pages of the agreement to continue a game online, or with the printed deck."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.eventlog import event_store
from games.models import Device, Game, User
from games.rules.errors import Refusal
from games.rules.state import Seat, get_other_seat
from games.services.transfers import agreement
from games.state.game_state import GameState
from games.state.match_state import MatchState
from games.state.result import get_rating_pool
from games.state.table_state import TableState
from games.texts.names import translate_name
from games.texts.refusals import get_refusal_sentence
from games.views.accounts.guests import create_guest
from games.views.companion.device_requests import get_visitor, set_device_cookie
from games.views.current_user import get_user
from games.views.matches.forms import NameForm
from games.views.matches.game import require_match_player
from games.views.responses import respond_done, respond_invalid, respond_refused, wants_json
from games.views.transfers.table_requests import run_at_table


@require_http_methods(["GET", "HEAD", "POST"])
def online_transfer(request: HttpRequest, code: str) -> HttpResponse:
    """Show the offer to finish an online game with the printed deck, or on POST answer it."""
    game, user = require_match_player(request, code)
    url = reverse("game", args=[code])
    match = event_store.load_state_of_kind(MatchState, game.pk)
    if request.method != "POST":
        if match.transfer.game is not None:
            return redirect(url)
        return _render(request, game, match, match.seat_of(user.pk) or 0, _find_online_refusal(match, user))
    visitor = get_visitor(request)
    try:
        agreement.answer_online(game, user, visitor.secret, accept=_is_yes(request))
    except Refusal as refusal:
        return respond_refused(request, refusal, url)
    return set_device_cookie(respond_done(request, url), visitor)


def _find_online_refusal(match: MatchState, user: User) -> Refusal | None:
    try:
        agreement.require_online_transfer(match, user.pk)
    except Refusal as refusal:
        return refusal
    return None


@require_http_methods(["GET", "HEAD", "POST"])
def table_transfer(request: HttpRequest, code: str) -> HttpResponse:
    """Show the offer to continue a physical game online, or on POST answer it.

    A visitor without a user plays as a guest with the posted ``name``.
    """
    return run_at_table(request, code, _answer_at_table if request.method == "POST" else _render_table_offer)


def _answer_at_table(request: HttpRequest, game: Game, table: TableState, device: Device) -> HttpResponse:
    seat = agreement.require_table_transfer(table, device.pk)
    user, accept = get_user(request), _is_yes(request)
    if accept and user is None:
        # Before the log-in, which a refusal would not take back.
        agreement.require_not_declined(table, seat)
        form = NameForm(request.POST)
        if not form.is_valid():
            if wants_json(request):
                return respond_invalid(request, form, request.path, "name_needed")
            return _render_table_offer(request, game, table, device, form, status=400)
        user = create_guest(request, form.cleaned_data["name"])
    after = agreement.answer_at_table(game, device, user, accept=accept)
    needs_hands = after.transfer.is_agreed and after.transfer.game is None
    return respond_done(request, reverse("table_hand" if needs_hands else "table", args=[game.code]))


def _render_table_offer(
    request: HttpRequest,
    game: Game,
    table: TableState,
    device: Device,
    form: NameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    seat = min(table.seats_of(device.pk))
    try:
        agreement.require_table_transfer(table, device.pk)
        refusal = None
    except Refusal as found:
        refusal = found
    named = None if get_user(request) else form or NameForm(initial={"name": translate_name(table.names[seat])})
    more = {"form": named, "in_phase_one": agreement.is_in_phase_one(table)}
    return _render(request, game, table, seat, refusal, status, **more)


def _render(
    request: HttpRequest,
    game: Game,
    state: GameState,
    seat: Seat,
    refusal: Refusal | None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    other, is_match = get_other_seat(seat), isinstance(state, MatchState)
    context = {
        "game": game,
        "opponent": translate_name(state.names[other]),
        "is_offered": state.transfer.agreed[seat],
        "is_asked": state.transfer.awaits(seat),
        "is_agreed": state.transfer.is_agreed,
        "is_rated": isinstance(state, MatchState) and get_rating_pool(state) is not None,
        "problem": refusal and get_refusal_sentence(refusal),
        "url": reverse("transfer" if is_match else "table_transfer", args=[game.code]),
        **more,
    }
    return render(request, "transfers/transfer.html", context, status=status)


def _is_yes(request: HttpRequest) -> bool:
    return request.POST.get("accept") != "0"
