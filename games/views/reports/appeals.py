"""Views of moderators' decisions: the message to a person, the decision, and the appeal against it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.eventlog import event_store
from games.models import Act, User
from games.rules.errors import Refusal
from games.services.moderation.people import acknowledge_warning
from games.services.reports import appeals
from games.state.moderation import PERSON_ACTS, ActKind
from games.texts.moderation import describe_notice
from games.texts.names import translate_names
from games.views.accounts.cooldown import set_cooldown_cookie
from games.views.current_user import get_user
from games.views.reports.forms import AppealForm
from games.views.reports.senders import SUSPENDED_SESSION_KEY, get_sender, get_suspended_person
from games.views.responses import (
    get_next_url,
    is_within_rate_limit,
    respond_done,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, number: int) -> HttpResponse:
    """Show a decision with its reason and the form, or on POST file an appeal.

    Raise 404 for a person whom the decision does not concern.
    """
    act = get_object_or_404(Act.objects.select_related("game", "person"), pk=number)
    sender = get_sender(request, act.game)
    if not appeals.is_concerned(act, sender):
        raise Http404
    form = AppealForm(request.POST or None)
    context = {"act": act, "decision": get_decision_text(act), "form": form, "lodged": appeals.get_appeal(act, sender)}
    if request.method != "POST" or not form.is_valid():
        return _render_page(request, "reports/appeal.html", context, form.is_bound)
    if not is_within_rate_limit(request, "report"):
        return respond_too_many_requests(request)
    here = reverse("appeal", args=[act.pk])
    try:
        appeals.file_appeal(act, sender, form.cleaned_data["text"])
    except Refusal as refusal:
        return respond_refused(request, refusal, here)
    return respond_done(request, here, _("Appeal sent."))


@require_http_methods(["GET", "HEAD", "POST"])
def moderation_message(request: HttpRequest) -> HttpResponse:
    """Show the moderators' message to the person of this browser, even if the account is closed.

    On POST, a warned person acknowledges the warning and is redirected to ``next``. A guest, who has no password to log
    in with, is logged in again after a suspension.
    """
    user = get_user(request) or get_suspended_person(request)
    if user is None:
        return redirect("lobby")
    if request.method == "POST":
        return _acknowledge(request, user)
    acts = Act.objects.filter(person=user, what__in=PERSON_ACTS, undone_by=None).order_by("-pk")[:5]
    is_logged_in = request.user.is_authenticated
    decisions = [(act, get_decision_text(act)) for act in acts]
    context = {"who": user, "acts": decisions, "inside": is_logged_in, "next": get_next_url(request, reverse("lobby"))}
    response = render(request, "reports/moderation_message.html", context)
    if user.barred:
        set_cooldown_cookie(request, response, user)
    return response


def get_decision_text(act: Act) -> str:
    """Return a decision as a sentence for the people whom it concerns."""
    if act.person is not None:
        return _get_person_text(act)
    if act.game is None:
        return ""
    state = event_store.load_state(act.game.pk)
    notice = state.build_notice(act.pk, ActKind(act.what), act.reason, act.data)
    return describe_notice(notice, translate_names(state.names))


def _get_person_text(act: Act) -> str:
    """Return an act on a person as a sentence, which the template replaces for an act with an end."""
    texts = {
        ActKind.RENAME: _("Your name was changed."),
        ActKind.WARN: _("The moderators sent you a warning. It has no other consequences."),
        ActKind.MUTE: _("You were muted permanently."),
        ActKind.SUSPEND: _("Your account was suspended."),
        ActKind.CLOSE: _("Your account was closed."),
        ActKind.END_SESSIONS: _("A moderator logged you out everywhere."),
        ActKind.RESET_LINK: _("A moderator created a link to reset your password."),
        ActKind.UNDO: _("A decision about you was undone."),
    }
    return texts[ActKind(act.what)]


def _acknowledge(request: HttpRequest, user: User) -> HttpResponse:
    if request.user.is_authenticated and user.warned_at is not None:
        acknowledge_warning(user)
        return redirect(get_next_url(request, reverse("lobby")))
    if user.is_guest and not user.barred and not request.user.is_authenticated:
        request.session.pop(SUSPENDED_SESSION_KEY, None)
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("lobby" if request.user.is_authenticated else "account_message")


def _render_page(request: HttpRequest, template: str, context: dict[str, Any], is_invalid: bool) -> HttpResponse:
    if is_invalid and wants_json(request):
        return respond_problem(request, "invalid", str(next(iter(context["form"].errors.values()))[0]), status=400)
    return render(request, template, context, status=400 if is_invalid else 200)
