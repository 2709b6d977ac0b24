"""Score of the series that a game belongs to, as JSON for the page of the game."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.eventlog import event_store
from games.models import Game
from games.queries import series as queries
from games.queries.series import Series
from games.rules.state import Seat
from games.state.match_state import MatchState
from games.state.table_state import TableState
from games.texts.names import translate_names
from games.texts.series import describe_best_of_winner, format_all_time, format_score, list_standing_texts
from games.views.companion import access as table_access
from games.views.current_user import get_user
from games.views.matches.access import get_match, get_player, require_view
from games.views.responses import is_within_rate_limit, respond_too_many_requests


@never_cache
@require_safe
def match_series(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return the score up to an online game for users who may see the game; a player is the first in it."""
    game, reader = get_match(code), get_user(request)
    match = event_store.load_state_of_kind(MatchState, game.pk)
    if match.is_hidden_from(reader.pk if reader else None):
        raise Http404
    player = get_player(request, game)
    require_view(game, player)
    return _respond(request, game, is_player=player is not None, near=1 if player and player.seat == 1 else 0)


@never_cache
@require_safe
def table_series(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return the score up to a game at a table, for devices that may see the table.

    Only a device with a seat is a player: anyone with the table's code can become a display.
    """
    game = table_access.get_table_game(code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    device = table_access.require_view(request, table, game)
    return _respond(request, game, is_player=device is not None and bool(table.seats_of(device.pk)))


def get_series_path(series: Series) -> str:
    """Return the path of the private page of a series."""
    return reverse("series", args=[series.code, queries.get_token(series.code)])


def _respond(request: HttpRequest, game: Game, *, is_player: bool, near: Seat = 0) -> HttpResponseBase:
    """Return score, texts and private link of a series; only players get the link, and other games of the evening."""
    if not is_within_rate_limit(request, "series"):
        return respond_too_many_requests(request)
    series = queries.find_series(game, whole_evening=is_player, ends_here=True)
    return JsonResponse(_serialize(series if near == 0 else series.swapped, is_player))


def _serialize(series: Series, is_player: bool) -> dict[str, Any]:
    standing, names = series.standing, translate_names(series.names)
    if not (standing.best_of.length or (standing.games and len(series.games) > 1)):
        return {"score": "", "winner": "", "lines": [], "url": None}
    all_time = queries.get_all_time(series) if is_player else None
    return {
        "score": format_score(names, standing.wins),
        "winner": describe_best_of_winner(names, standing.best_of),
        "lines": [*list_standing_texts(names, standing), *([format_all_time(all_time.wins)] if all_time else [])],
        "url": get_series_path(series) if is_player else None,
    }
