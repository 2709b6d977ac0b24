"""Acts of the players of a board: report and confirm a result, open its table, and change where it is played."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Pairing, User
from games.rules.errors import Refusal
from games.services.tournaments import boards, results
from games.state.game_state import Mode
from games.views.companion.device_requests import get_table_url, get_visitor, set_device_cookie
from games.views.current_user import get_user
from games.views.responses import (
    get_next_url,
    require_post,
    respond_done,
    respond_invalid,
    respond_problem,
    respond_refused,
    wants_json,
)
from games.views.tournaments.forms import ReportForm
from games.views.tournaments.host_access import require_few_acts
from games.views.tournaments.sheet import get_names


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str, round_number: int, number: int) -> HttpResponse:
    """Show the form of the result of a printed game, or on POST report it."""
    board = _get_board(code, round_number, number)
    names = get_names(board)
    if request.method != "POST":
        return _render_report(request, board, ReportForm(names=names))
    form = ReportForm(request.POST, names=names)
    if not form.is_valid():
        if wants_json(request):
            return respond_invalid(request, form, request.path)
        return _render_report(request, board, form, 400)
    return _run(request, board, lambda user: results.report_result(board, user, form.result()))


@require_post
def confirm(request: HttpRequest, code: str, round_number: int, number: int) -> HttpResponse:
    """Confirm the result that the opponent reported; ``seen`` is the key of the result on the page."""
    board, seen = _get_board(code, round_number, number), request.POST.get("seen", "")
    return _run(request, board, lambda user: results.confirm_result(board, user, seen))


@require_post
def reject(request: HttpRequest, code: str, round_number: int, number: int) -> HttpResponse:
    """Take a reported result back, or reject that of the opponent."""
    board = _get_board(code, round_number, number)
    return _run(request, board, lambda user: results.reject_result(board, user))


@require_post
def change_mode(request: HttpRequest, code: str, round_number: int, number: int) -> HttpResponse:
    """Move a board to a real table or online: the field ``mode``."""
    board = _get_board(code, round_number, number)
    try:
        mode = Mode(request.POST.get("mode", ""))
    except ValueError:
        text = _("Some choices are missing or unknown.")
        return respond_problem(request, "invalid", text, _get_url(request, board), 400)

    def move(user: User) -> None:
        require_few_acts(request)
        boards.set_mode(board, user, mode)

    return _run(request, board, move)


@require_post
def open_table(request: HttpRequest, code: str, round_number: int, number: int) -> HttpResponse:
    """Open the table of a board on this device, or take the player's seat at it."""
    board, visitor = _get_board(code, round_number, number), get_visitor(request)
    try:
        game = boards.open_table(board, visitor)
    except Refusal as refusal:
        return respond_refused(request, refusal, _get_url(request, board))
    return set_device_cookie(respond_done(request, get_table_url(game)), visitor)


def _run(request: HttpRequest, board: Pairing, act: Callable[[User], object]) -> HttpResponse:
    user, url = get_user(request), _get_url(request, board)
    try:
        if user is None:
            raise Refusal("not_your_board")
        act(user)
    except Refusal as refusal:
        return respond_refused(request, refusal, url)
    return respond_done(request, url)


def _get_board(code: str, round_number: int, number: int) -> Pairing:
    """Return a board with a bye left out. Raise 404 for an unknown one."""
    found = Pairing.objects.filter(
        round__tournament__code=code, round__number=round_number, board=number, second__isnull=False
    )
    board = found.select_related("round__tournament", "first", "second", "game").first()
    if board is None:
        raise Http404
    return board


def _get_url(request: HttpRequest, board: Pairing) -> str:
    return get_next_url(request, reverse("tournament", args=[board.round.tournament.code]))


def _render_report(request: HttpRequest, board: Pairing, form: ReportForm, status: int = 200) -> HttpResponse:
    context = {"board": board, "tournament": board.round.tournament, "names": get_names(board), "form": form}
    return render(request, "tournaments/report.html", {**context, "next": get_next_url(request, "")}, status=status)
