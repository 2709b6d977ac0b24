"""Downloads of a tournament: standings and boards for spreadsheets, and the records of its games."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.device_cookie import get_secret, hash_secret
from games.models import Device
from games.queries.tournament_export import RecordReader, export_boards, export_records, export_standings
from games.queries.tournaments import TournamentSheet
from games.views.responses import is_within_rate_limit, respond_too_many_requests
from games.views.tournaments.sheet import Reader, get_sheet

BYTE_ORDER_MARK = "\ufeff"
"""Without it, Excel does not read a file of CSV as UTF-8."""


@never_cache
@require_safe
def standings_file(request: HttpRequest, code: str) -> HttpResponse:
    """Return the standings as CSV."""
    return _respond_csv(request, code, "standings", export_standings)


@never_cache
@require_safe
def boards_file(request: HttpRequest, code: str) -> HttpResponse:
    """Return the boards of all rounds as CSV."""
    return _respond_csv(request, code, "boards", export_boards)


@never_cache
@require_safe
def records_file(request: HttpRequest, code: str) -> HttpResponse:
    """Return the records of the games that the reader may see, one line of JSON each."""
    if not is_within_rate_limit(request, "series"):
        return respond_too_many_requests(request)
    sheet = get_sheet(code)
    lines = export_records(sheet, _build_reader(request, sheet))
    return _respond_file(f"tournament-{code}-records.jsonl", "application/x-ndjson", "".join(lines))


def _respond_csv(
    request: HttpRequest, code: str, name: str, export: Callable[[TournamentSheet], Iterable[str]]
) -> HttpResponse:
    if not is_within_rate_limit(request, "series"):
        return respond_too_many_requests(request)
    content = BYTE_ORDER_MARK + "".join(export(get_sheet(code)))
    return _respond_file(f"tournament-{code}-{name}.csv", "text/csv; charset=utf-8", content)


def _respond_file(name: str, content_type: str, content: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _build_reader(request: HttpRequest, sheet: TournamentSheet) -> RecordReader:
    reader, secret = Reader.of_request(request), get_secret(request.COOKIES)
    games = [board.game_id for each in sheet.rounds for board in each.boards if board.game_id is not None]
    devices = Device.objects.filter(game__in=games, digest=hash_secret(secret)) if secret else Device.objects.none()
    user = reader.user.pk if reader.user else None
    return RecordReader(user, reader.selves, dict(devices.values_list("game", "pk")))
