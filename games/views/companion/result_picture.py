"""Result picture of a table."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from games.eventlog import event_store
from games.realtime.companion.view import build_view
from games.rules.errors import Refusal
from games.state.game_state import Status
from games.state.table_state import TableState
from games.texts.names import translate_seats
from games.views.companion.access import get_table_game, require_view
from games.views.companion.device_requests import get_table_url, respond_table_refused
from games.views.companion.picture.poster import build_poster, render_png
from games.views.responses import compute_etag, is_within_rate_limit, respond_png, respond_too_many_requests


@require_safe
def result_picture(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return the result of a table as a PNG in the reader's language, for devices that may see the table.

    It shows public facts only, the same to every device. Refuse with ``not_over``, or with ``game_over`` if the table
    was cancelled.
    """
    game = get_table_game(code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    require_view(request, table, game)
    if table.status is not Status.FINISHED:
        refusal = Refusal("game_over" if table.over else "not_over")
        return respond_table_refused(request, refusal, get_table_url(game))
    if not is_within_rate_limit(request, "table"):
        return respond_too_many_requests(request)
    image = render_png(build_poster(build_view(translate_seats(table), None), settings.BRAND))
    response = respond_png(request, compute_etag(image), lambda: image)
    response["Content-Disposition"] = f'inline; filename="claim-table-{game.code}.png"'
    return response
