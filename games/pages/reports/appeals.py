"""What moderators decided: the message to a person, the page of a decision, and one appeal against it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Act, User
from games.pages.answers import done, problem, refused, safe_next, too_many, wants_json, within_limit
from games.pages.online.lobby import person
from games.pages.people.held import hold
from games.pages.reports.forms import AppealForm
from games.pages.reports.senders import BARRED, barred_person, sender_of
from games.rules.errors import Refusal
from games.services.moderation import acknowledge
from games.services.reports import appeals
from games.store import log
from games.stories.act_kinds import ON_PEOPLE, ActKind
from games.stories.verdicts import Notice
from games.words.moderation import notice_text


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, number: int) -> HttpResponse:
    """GET: a decision, why, and a text box. POST: `text` against it. A 404 for whom it does not concern."""
    act = get_object_or_404(Act.objects.select_related("game", "person"), pk=number)
    sender = sender_of(request, act.game)
    if not appeals.concerns(act, sender):
        raise Http404
    form = AppealForm(request.POST or None)
    context = {"act": act, "decision": decision(act), "form": form, "lodged": appeals.of(act, sender)}
    if request.method != "POST" or not form.is_valid():
        return _page(request, "reports/appeal.html", context, form.is_bound)
    if not within_limit(request, "report"):
        return too_many(request)
    here = reverse("appeal", args=[act.pk])
    try:
        appeals.lodge(act, sender, form.cleaned_data["text"])
    except Refusal as refusal:
        return refused(request, refusal, here)
    return done(request, here, _("Your appeal is in the queue. Another moderator will look at it."))


@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest) -> HttpResponse:
    """What the moderators have to say to the person of this browser, also when the account is shut.

    POST: somebody who was warned says so, and goes to `next`; a guest whose suspension is over goes on, who has no
    password to log in with.
    """
    who = person(request) or barred_person(request)
    if who is None:
        return redirect("lobby")
    if request.method == "POST":
        return _back_in(request, who)
    acts = Act.objects.filter(person=who, what__in=ON_PEOPLE, undone_by=None).order_by("-pk")[:5]
    inside = request.user.is_authenticated
    told = [(act, decision(act)) for act in acts]
    context = {"who": who, "acts": told, "inside": inside, "next": safe_next(request, reverse("lobby"))}
    answer = render(request, "reports/message.html", context)
    if who.barred:
        hold(request, answer, who)
    return answer


def decision(act: Act) -> str:
    """What was decided, in a sentence for those whom it concerns."""
    if act.person is not None:
        return _person_text(act)
    if act.game is None:
        return ""
    names: Any = log.load(act.game.pk)
    return notice_text(Notice(act.pk, ActKind(act.what), "", act.data), names.names)


def _person_text(act: Act) -> str:
    texts = {
        ActKind.RENAME: _("Your name was changed."),
        ActKind.WARN: _("The moderators warn you. Nothing else follows from it."),
        ActKind.MUTE: _("You cannot write names or reports for some time."),
        ActKind.SUSPEND: _("Your account was suspended."),
        ActKind.CLOSE: _("Your account was closed."),
        ActKind.END_SESSIONS: _("A moderator logged your account out everywhere."),
        ActKind.RESET_LINK: _("A moderator made a link to choose a new password for your account."),
        ActKind.UNDO: _("A decision about you was taken back."),
    }
    return texts[ActKind(act.what)]


def _back_in(request: HttpRequest, who: User) -> HttpResponse:
    if request.user.is_authenticated and who.warned_at is not None:
        acknowledge(who)
        return redirect(safe_next(request, reverse("lobby")))
    if who.is_guest and not who.barred and not request.user.is_authenticated:
        request.session.pop(BARRED, None)
        login(request, who, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("lobby" if request.user.is_authenticated else "account_message")


def _page(request: HttpRequest, template: str, context: dict[str, Any], wrong: bool) -> HttpResponse:
    if wrong and wants_json(request):
        return problem(request, "invalid", str(next(iter(context["form"].errors.values()))[0]), status=400)
    return render(request, template, context, status=400 if wrong else 200)
