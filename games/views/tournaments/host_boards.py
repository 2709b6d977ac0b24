"""Page of a board for the host: its result, a new game, and where it is played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Pairing, Tournament, User
from games.queries.tournaments import BOARD_RELATIONS
from games.rules.errors import Refusal
from games.services.tournaments import boards, corrections, results
from games.state.game_state import Mode
from games.state.tournament.kinds import ResultSource
from games.texts.names import translate_name
from games.texts.tournament_host import describe_report, describe_result
from games.views.current_user import get_user
from games.views.responses import respond_done, respond_invalid, respond_refused, wants_json
from games.views.tournaments.host_access import get_host_url, host_act, require_few_acts, require_host, require_valid
from games.views.tournaments.host_forms import ReasonForm, SetResultForm
from games.views.tournaments.sheet import get_names


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def board_page(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show a board to the host, or on POST set its result and redirect to the page of the host."""
    tournament, user = require_host(request, code)
    board = get_board(tournament, pk)
    names = get_names(board)
    if request.method != "POST":
        return _render_board(request, board, SetResultForm.of_result(names, board.result))
    form = SetResultForm(request.POST, names=names)
    if not form.is_valid():
        if wants_json(request):
            return respond_invalid(request, form, request.path)
        return _render_board(request, board, form, status=400)
    try:
        require_few_acts(request)
        corrections.set_result(board, user, form.build_result(), form.cleaned_data["reason"])
    except Refusal as refusal:
        return respond_refused(request, refusal, request.path)
    past = f"?round={board.round.number}" if board.round.ended_at is not None else ""
    return respond_done(request, get_host_url(tournament) + past, _("The result is changed."))


@host_act
def confirm_result(request: HttpRequest, tournament: Tournament, user: User, pk: int) -> str:
    """Confirm the result that a player reported; ``seen`` is the key of the result on the page."""
    results.confirm_result(get_board(tournament, pk), user, request.POST.get("seen", ""))
    return _("The result is confirmed.")


@host_act
def reject_result(request: HttpRequest, tournament: Tournament, user: User, pk: int) -> str:
    """Take a reported result back."""
    results.reject_result(get_board(tournament, pk), user)
    return _("The result is taken back.")


@host_act
def restart_board(request: HttpRequest, tournament: Tournament, user: User, pk: int) -> str:
    """Start a board again with a new game."""
    values = require_valid(ReasonForm(request.POST))
    corrections.restart_board(get_board(tournament, pk), user, values["reason"])
    return _("The board starts again.")


@host_act
def change_mode(request: HttpRequest, tournament: Tournament, user: User, pk: int) -> str:
    """Move a board to a real table, or from there to the site."""
    board = get_board(tournament, pk)
    mode = Mode.TABLE if board.mode == Mode.ONLINE else Mode.ONLINE
    boards.set_mode(board, user, mode)
    return _("The board is played at a table.") if mode == Mode.TABLE else _("The board is played online.")


def get_board(tournament: Tournament, pk: int) -> Pairing:
    """Return a board of a tournament by its key. Raise 404 without one."""
    pairings = Pairing.objects.select_related("round__tournament", "first__user", "second__user", *BOARD_RELATIONS)
    return get_object_or_404(pairings, pk=pk, round__tournament=tournament, second__isnull=False)


def _render_board(request: HttpRequest, board: Pairing, form: SetResultForm, status: int = 200) -> HttpResponse:
    names = get_names(board)
    is_reported, user = board.source == ResultSource.REPORT, get_user(request)
    is_own = user is not None and boards.find_seat(board, user) is not None
    context = {
        "tournament": board.round.tournament,
        "board": board,
        "names": names,
        "form": form,
        "reason_form": ReasonForm(auto_id="restart_%s"),
        "result": describe_result(board.result, names),
        "is_reported": is_reported,
        "report": describe_report(translate_name(board.reported_by.name), board.result, names)
        if is_reported and board.reported_by
        else "",
        "is_current": board.round.ended_at is None,
        "is_online": board.mode == Mode.ONLINE,
        "can_score": board.mode == Mode.TABLE and (is_own or boards.get_table_deal(board) is None),
        "can_change_mode": boards.can_change_mode(board),
    }
    return render(request, "tournaments/host_board.html", context, status=status)
