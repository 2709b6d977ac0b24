"""Reports: the form from a game's page, and what became of those that somebody sent."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Game
from games.pages.answers import done, problem, refused, too_many, wants_json, within_limit
from games.pages.reports.forms import ReportForm
from games.pages.reports.senders import sender_of, senders_of
from games.rules.errors import Refusal
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.store import log
from games.words.refusals import SENTENCES


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """GET: the form. POST: files the report. For whoever may see the game; visitors choose a name first.

    Programs send `target` ("game", "0", "1"), `category` and `text`.
    """
    game = get_object_or_404(Game, code=code)
    sender = sender_of(request, game)
    names = _names_seen(game, sender)
    if not sender.known:
        return _unknown(request)
    form = ReportForm(_targets(names, game), request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _form(request, game, form)
    if not within_limit(request, "report"):
        return too_many(request)
    return _file(request, game, sender, form)


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What this browser reported and appealed against, and what became of it."""
    senders = senders_of(request)
    sent = [one for sender in senders for one in reports.sent_by(sender)]
    appealed = [one for sender in senders for one in appeals.sent_by(sender)]
    return render(request, "reports/mine.html", {"reports": sent, "appeals": appealed})


def _file(request: HttpRequest, game: Game, sender: Sender, form: ReportForm) -> HttpResponse:
    chosen = form.cleaned_data
    try:
        reports.file(sender, game, chosen["target"], chosen["category"], chosen["text"])
    except Refusal as refusal:
        return refused(request, refusal, reverse("reports"))
    return done(
        request, reverse("reports"), _("Thank you. A moderator will look at it, and what came of it stands here.")
    )


def _names_seen(game: Game, sender: Sender) -> tuple[str, str]:
    """The names at a game; 404 and 403 as on the game's own page for whoever may not see it."""
    story = log.load(game.pk)
    user = sender.user.pk if sender.user else None
    device = sender.device.pk if sender.device else None
    if story.unknown_to(user):
        raise Http404
    if story.open_to(user, device) or story.had(device):
        return story.names
    if story.shut == "no_such_game":
        raise Http404
    raise PermissionDenied(_(SENTENCES[story.shut]))


def _targets(names: tuple[str, str], game: Game) -> list[tuple[str, str]]:
    skipped = reports.not_people(game)
    people = ((str(seat), name) for seat, name in enumerate(names) if name and seat not in skipped)
    return [(reports.GAME, _("The game")), *people]


def _unknown(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return problem(request, "name_needed", _("Choose a name first, so that we can answer you."), status=403)
    return redirect(f"{reverse('guest')}?{urlencode({'next': request.path})}")


def _form(request: HttpRequest, game: Game, form: ReportForm) -> HttpResponse:
    wrong = form.is_bound
    if wrong and wants_json(request):
        return problem(request, "invalid", str(next(iter(form.errors.values()))[0]), status=400)
    context = {"form": form, "back": game.address}
    return render(request, "reports/report.html", context, status=400 if wrong else 200)
