"""Private page of a series, which anyone with its link may open, and its picture to share."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Min
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.device_cookie import get_secret, hash_secret
from games.eventlog import event_store
from games.models import Device, Game, Player, User
from games.queries import series as queries
from games.queries.series import Series, SeriesGame
from games.state.table_state import TableState
from games.texts.names import translate_names
from games.texts.series import (
    Names,
    describe_best_of_winner,
    format_game_number,
    format_score,
    format_votes,
    list_standing_texts,
    list_total_texts,
)
from games.views.current_user import get_user
from games.views.matches.access import can_view
from games.views.public_urls import get_shareable_url
from games.views.responses import (
    compute_etag,
    is_within_rate_limit,
    respond_png,
    respond_too_many_requests,
)
from games.views.series.poster import build_poster, render_png


@dataclass(frozen=True, slots=True)
class GameRow:
    """Row of a decided game: its label, winner and votes, and its replay if the reader may see the game."""

    label: str
    game: Game
    winner: str
    votes: str
    url: str


@never_cache
@require_safe
def series_page(request: HttpRequest, code: str, token: str) -> HttpResponseBase:
    """Show the games and the standing of a series; raise 404 for a wrong token.

    To one of its players it also shows all games of these two people.
    """
    _require_token(code, token)
    if not is_within_rate_limit(request, "series"):
        return respond_too_many_requests(request)
    series, reader = _get_series(code), get_user(request)
    if reader is not None and series.people is not None and reader.pk == series.people[1]:
        series = series.swapped
    names = translate_names(series.names)
    picture = reverse("series_picture", args=[code, token])
    context = {
        "names": names,
        "score": format_score(names, series.standing.wins),
        "wins": series.standing.wins,
        "winner": describe_best_of_winner(names, series.standing.best_of),
        "lines": list_standing_texts(names, series.standing),
        "begun": series.games[0].game.created_at,
        "ended": _find_end(series),
        "rows": list(_list_rows(request, series, names)),
        "totals": _get_totals(series, reader, names),
        "url": get_shareable_url(request, request.path),
        "picture": picture,
    }
    return render(request, "series/series.html", context)


@require_safe
def series_picture(request: HttpRequest, code: str, token: str) -> HttpResponseBase:
    """Return the standing and the results of a series as a PNG in the reader's language; raise 404 for a wrong token.

    It shows results only, the same to every reader with the link.
    """
    _require_token(code, token)
    if not is_within_rate_limit(request, "series"):
        return respond_too_many_requests(request)
    series = _get_series(code)
    image = render_png(build_poster(series, settings.BRAND))
    response = respond_png(request, compute_etag(image), lambda: image)
    response["Content-Disposition"] = f'inline; filename="claim-series-{code}.png"'
    return response


def _require_token(code: str, token: str) -> None:
    """Raise 404 unless the token is that of the link of the series."""
    if not queries.is_token(code, token):
        raise Http404


def _get_series(code: str) -> Series:
    return queries.find_series(get_object_or_404(Game, code=code), whole_evening=True)


def _find_end(series: Series) -> datetime:
    """Return the time of the last result, which later entries do not move; without results, the start of the game."""
    last = series.games[-1].game
    return last.results.aggregate(at=Min("at"))["at"] or last.created_at


def _list_rows(request: HttpRequest, series: Series, names: Names) -> Iterator[GameRow]:
    visible = _list_visible([member.game for member in series.games], request)
    decided = [member for member in series.games if member.result is not None]
    for number, member in enumerate(decided, 1):
        yield _build_row(number, member, names, is_visible=member.game.pk in visible)


def _build_row(number: int, member: SeriesGame, names: Names, *, is_visible: bool) -> GameRow:
    result = member.result
    if result is None:
        raise ValueError("a row of a game without a result")
    winner = "" if result.winner is None else names[result.winner]
    view = "table_replay" if member.game.at_table else "replay"
    url = reverse(view, args=[member.game.code]) if is_visible else ""
    votes = "" if result.votes is None else format_votes(result.votes)
    return GameRow(format_game_number(number), member.game, winner, votes, url)


def _list_visible(games: Collection[Game], request: HttpRequest) -> set[int]:
    """Return the keys of the games that the reader may see without the link of the series."""
    keys, user, secret = [game.pk for game in games], get_user(request), get_secret(request.COOKIES)
    own = set(Player.objects.filter(game__in=keys, user=user).values_list("game", flat=True)) if user else set()
    devices = Device.objects.filter(game__in=keys, digest=hash_secret(secret)) if secret else Device.objects.none()
    places = dict(devices.values_list("game", "pk"))
    return {game.pk for game in games if _is_visible(game, own, places.get(game.pk))}


def _is_visible(game: Game, own: Collection[int], device: int | None) -> bool:
    """Return whether a reader may see a finished game: as a spectator, as its player or from a device at the table."""
    if not game.at_table:
        return can_view(game, is_player=game.pk in own)
    return event_store.get_state(TableState, game).open_to(device=device)


def _get_totals(series: Series, reader: User | None, names: Names) -> dict[str, Any] | None:
    """Return the score of all games of the players, for one of them, if they played more than this series."""
    if reader is None or series.people is None or reader.pk not in series.people:
        return None
    totals = queries.get_all_time(series)
    if totals is None:
        return None
    lines = list_total_texts(names, totals.votes, totals.score.draw, totals.streak)
    return {"score": format_score(names, totals.wins), "lines": lines, "games": totals.score.games}
