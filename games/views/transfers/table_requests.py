"""Requests of the transfer pages of a physical game."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.eventlog import event_store
from games.models import Device, Game
from games.rules.errors import Refusal
from games.state.table_state import TableState
from games.views.companion.device_requests import get_table_url, run_as_device

TableView = Callable[[HttpRequest, Game, TableState, Device], HttpResponse]


def run_at_table(request: HttpRequest, code: str, view: TableView) -> HttpResponse:
    """Return the response of ``view`` for the requesting device, which must hold a seat.

    Redirect to the table once its game has moved online, and respond to a refusal of ``view``.
    """

    def act(game: Game, device: Device) -> HttpResponse:
        table = event_store.load_state_of_kind(TableState, game.pk)
        if table.transfer.game is not None:
            return redirect(get_table_url(game))
        if not table.seats_of(device.pk):
            raise Refusal("not_at_table")
        return view(request, game, table, device)

    return run_as_device(request, code, act)
