"""Views of reports: the form for a game, and the status of the sender's own reports."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.eventlog import event_store
from games.models import Game
from games.rules.errors import Refusal
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from games.texts.names import translate_names
from games.texts.refusals import REFUSAL_SENTENCES
from games.views.reports.forms import ReportForm
from games.views.reports.senders import get_sender, list_senders
from games.views.responses import (
    is_within_rate_limit,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form, or on POST file a report, for readers of the game; visitors choose a name first.

    Programs send ``target`` (``game``, ``0`` or ``1``), ``category`` and ``text``.
    """
    game = get_object_or_404(Game, code=code)
    sender = get_sender(request, game)
    names = _get_visible_names(game, sender)
    if not sender.is_known:
        return _respond_name_needed(request)
    form = ReportForm(_list_targets(names, game, sender), request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _render_form(request, game, form)
    if not is_within_rate_limit(request, "report"):
        return respond_too_many_requests(request)
    return _file_report(request, game, sender, form)


@require_safe
def own_reports(request: HttpRequest) -> HttpResponse:
    """Show the reports and appeals of this browser with their status."""
    senders = list_senders(request)
    sent_reports = [item for sender in senders for item in reports.list_sent_reports(sender)]
    sent_appeals = [item for sender in senders for item in appeals.list_sent_appeals(sender)]
    return render(request, "reports/own_reports.html", {"reports": sent_reports, "appeals": sent_appeals})


def _file_report(request: HttpRequest, game: Game, sender: Sender, form: ReportForm) -> HttpResponse:
    fields = form.cleaned_data
    try:
        reports.file_report(sender, game, fields["target"], fields["category"], fields["text"])
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("reports"))
    return respond_done(request, reverse("reports"), _("Report sent. You'll see the outcome here."))


def _get_visible_names(game: Game, sender: Sender) -> tuple[str, str]:
    """Return the names of both seats; raise 404 or 403 as the page of the game does."""
    state = event_store.load_state(game.pk)
    user = sender.user.pk if sender.user else None
    device = sender.device.pk if sender.device else None
    if state.is_hidden_from(user):
        raise Http404
    if state.open_to(user, device) or state.had(device):
        return translate_names(state.names)
    if state.hidden_refusal == "no_such_game":
        raise Http404
    raise PermissionDenied(_(REFUSAL_SENTENCES[state.hidden_refusal]))


def _list_targets(names: tuple[str, str], game: Game, sender: Sender) -> list[tuple[str, str]]:
    others = {0, 1} - reports.list_bot_seats(game) - reports.list_own_seats(game, sender)
    players = ((str(seat), name) for seat, name in enumerate(names) if name and seat in others)
    return [(reports.GAME, _("The game")), *players]


def _respond_name_needed(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return respond_problem(request, "name_needed", _("Choose a name first, so we can reply to you."), status=403)
    return redirect(f"{reverse('guest')}?{urlencode({'next': request.path})}")


def _render_form(request: HttpRequest, game: Game, form: ReportForm) -> HttpResponse:
    is_invalid = form.is_bound
    if is_invalid and wants_json(request):
        return respond_problem(request, "invalid", str(next(iter(form.errors.values()))[0]), status=400)
    context = {"form": form, "back": game.address}
    return render(request, "reports/report.html", context, status=400 if is_invalid else 200)
