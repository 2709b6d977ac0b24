"""Access to a table: the game of a code, and the guard of pages against devices without a place."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.accounts.device_cookie import get_device
from games.models import Device, Game
from games.state.game_state import Mode
from games.state.table_state import TableState
from games.texts.refusals import REFUSAL_SENTENCES


def get_table_game(code: str) -> Game:
    """Return the table with this code; raise 404 for the code of an online game, which has another address."""
    return get_object_or_404(Game, code=code, mode=Mode.TABLE)


def can_watch(table: TableState, device: Device | None) -> bool:
    """Return whether a device without a place may watch.

    The table must allow watchers, and the device must not have lost a place there.
    """
    return table.watch and (device is None or device.pk not in table.seating.gone)


def require_view(request: HttpRequest, table: TableState, game: Game) -> Device | None:
    """Return the requesting device, or None for a browser that is new to this table.

    Raise 403 unless the device has a place or may watch.
    """
    device = get_device(game.pk, request.COOKIES)
    if not (device and device.pk in table.seating.places) and not can_watch(table, device):
        raise PermissionDenied(_(REFUSAL_SENTENCES["not_at_table"]))
    return device
