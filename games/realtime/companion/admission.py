"""Admission of WebSockets to a table, as one of its devices or as a watcher."""

from __future__ import annotations

from collections.abc import Mapping

from games.accounts.device_cookie import get_device
from games.eventlog import event_store
from games.models import Game
from games.realtime.authentication import authenticate_session
from games.realtime.base_consumer import Admission
from games.realtime.companion.presenter import get_closing_code, table_presenter
from games.rules.errors import Refusal
from games.services.accounts import suspensions
from games.state.game_state import Mode
from games.state.table_state import TableState


def admit_to_table(code: str, cookies: Mapping[str, str]) -> Admission:
    """Admit a browser to the table at an address.

    Refuses with ``no_such_game``, ``may_not_watch``, ``seat_taken_over``, ``removed`` or ``put_off``. A suspended or
    closed account, of the device or of the session, is refused with ``suspended`` or ``account_closed``.
    """
    user = authenticate_session(cookies)
    game = Game.objects.filter(code=code.upper(), mode=Mode.TABLE).only("code", "mode", "version").first()
    if game is None:
        raise Refusal("no_such_game")
    table, row = event_store.get_state(TableState, game), get_device(game.pk, cookies)
    device = None if row is None else row.pk
    if not table.open_to(device=device):
        raise Refusal(get_closing_code(table, device))
    if row is not None and row.user_id and row.user_id != user.user_id:
        suspensions.require_open(row.user_id)
        account_id: int | None = row.user_id
    else:
        suspensions.require_usable(user.user)
        account_id = user.user_id
    stays = table_presenter.list_stays([game.pk])[game.pk]
    return Admission(table, table_presenter, None, device, None, stays, account_id)
