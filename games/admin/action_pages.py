"""Pages on which moderators act: the form of an action, its preview, and what it shows once."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext

from games.admin.action_form_base import (
    READY_TEXT_PARAMETER,
    ActionForm,
    Target,
    find_claimed_report,
    get_ready_text,
    list_ready_texts,
)
from games.admin.actions import (
    ModerationAction,
    get_action,
    get_refusal,
    list_acts_to_undo,
    list_available_actions,
)
from games.admin.base import ReadOnlyAdmin
from games.admin.display import escape_invisible, get_admin_url
from games.models import Act, Game, User
from games.queries.acts import list_acts_in_force
from games.rules.errors import Refusal
from games.services.moderation.games import RevealedCards
from games.services.moderation.people import ResetLink
from games.services.moderation.permissions import Justification, get_moderator
from games.services.moderation.proposals import count_other_moderators, propose_action
from games.state.moderation import ActKind
from games.texts.moderation import describe_preview, describe_waiting_act
from games.texts.refusals import get_refusal_sentence
from games.views.public_urls import get_shareable_url

STEP_FIELD = "step"
LOOK, DO = "look", "do"


class ActionAdmin(ReadOnlyAdmin):
    """Read-only admin with moderation actions.

    Each action asks for its arguments, previews its effect, and is performed by POST only.
    """

    moderation_actions: ClassVar[tuple[ModerationAction, ...]] = ()

    def get_urls(self) -> list[Any]:
        """Add the URL of the actions."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        page = path("<int:pk>/act/<slug:kind>/", self.admin_site.admin_view(self.act_view), name=name)
        return [page, *super().get_urls()]

    def get_page_context(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Return the actions that are available on a row, and the sentence of a refusal."""
        moderator = get_moderator(request).with_cached_selves()
        actions, refusal = list_available_actions(moderator, self.moderation_actions, row)
        return {
            "acts_in_force": list_acts_to_undo(moderator, _get_subject(row), refusal is None),
            "available_actions": [action for action in actions if action.is_listed],
            "action_kinds": {action.kind.value for action in actions},
            "refusal": refusal and get_refusal_sentence(refusal),
        }

    def act_view(self, request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
        """Show or perform an action on a row.

        GET asks for its arguments, POST with ``step=look`` previews it, POST with ``step=do`` performs it.
        """
        row = self.get_queryset(request).filter(pk=pk).first()
        action = get_action(self.moderation_actions, kind, row)
        if action is None or row is None:
            raise Http404
        refusal = get_refusal(get_moderator(request), action, row)
        if refusal is not None and refusal.code == "not_permitted":
            raise PermissionDenied
        if refusal is not None:
            return self._render_form(request, action, row, None, status=403, refusal=get_refusal_sentence(refusal))
        return self._handle_step(request, action, row)

    def _handle_step(self, request: HttpRequest, action: ModerationAction, row: Target) -> HttpResponseBase:
        if request.method != "POST":
            return self._render_form(request, action, row, action.form(row, initial=_get_initial(request, row, action)))
        form = action.form(row, request.POST)
        if not form.is_valid():
            return self._render_form(request, action, row, form)
        if request.POST.get(STEP_FIELD) == DO:
            return self._perform(request, action, row, form)
        return self._render_form(request, action, row, form, is_confirmation=True)

    def _perform(
        self, request: HttpRequest, action: ModerationAction, row: Target, form: ActionForm
    ) -> HttpResponseBase:
        justification = form.justification
        try:
            result = action.do(get_moderator(request), row, **form.argument_values, justification=justification)
        except Refusal as refusal:
            if refusal.code == "second_needed":
                return self._propose(request, action, row, form, justification)
            form.add_error(None, get_refusal_sentence(refusal))
            return self._render_form(request, action, row, form, status=409)
        self.log_action(request, row, f"{action.kind.value} · {_get_act_number(result)}")
        if isinstance(result, RevealedCards):
            return self._render_revealed_cards(request, row, result)
        if isinstance(result, ResetLink):
            return self._render_reset_link(request, row, result)
        messages.success(request, gettext("Done. Logged as action %(number)s.") % {"number": result.pk})
        return self.redirect_to_row(request, _get_subject(row))

    def _propose(
        self,
        request: HttpRequest,
        action: ModerationAction,
        row: Target,
        form: ActionForm,
        justification: Justification,
    ) -> HttpResponseBase:
        """Propose the action instead of performing it: another moderator has to confirm it."""
        undoes = row if isinstance(row, Act) else None
        game, moderator = _require_game(row), get_moderator(request)
        try:
            proposal = propose_action(moderator, action.kind, game, justification, form.argument_values, undoes)
        except Refusal as refusal:
            form.add_error(None, get_refusal_sentence(refusal))
            return self._render_form(request, action, row, form, status=409)
        self.log_action(request, row, f"{action.kind.value} · {proposal.pk}?")
        messages.warning(request, describe_waiting_act(bool(count_other_moderators(moderator, action.kind))))
        return self.redirect_to_row(request, game)

    def _render_form(
        self,
        request: HttpRequest,
        action: ModerationAction,
        row: Target,
        form: ActionForm | None,
        status: int = 200,
        is_confirmation: bool = False,
        refusal: str = "",
    ) -> HttpResponseBase:
        context = {
            **self.admin_site.each_context(request),
            "acts_in_force": [(act, None) for act in list_acts_in_force(_get_subject(row))],
            "opts": self.opts,
            "original": row,
            "row_title": self.get_title(row),
            "back": get_admin_url(row),
            "title": action.button,
            "action": action,
            "form": form,
            "is_confirmation": is_confirmation,
            "refusal": refusal,
            "ready_texts": list_ready_texts(),
            "report": form and form.get_report(),
            "effect": _describe_effect(action, row, form, is_confirmation),
        }
        return TemplateResponse(request, "admin/moderation/action_form.html", context, status=status)

    def _render_revealed_cards(self, request: HttpRequest, row: Target, revealed: RevealedCards) -> HttpResponseBase:
        """Render the hidden cards, in the response to the POST only: no URL leads to them."""
        names = [escape_invisible(name) for name in (*getattr(row, "names", "").split("\n"), "", "")[:2]]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row_title": self.get_title(row),
            "back": get_admin_url(row),
            "title": gettext("Hidden cards"),
            "revealed": revealed,
            "seats": list(zip(names, revealed.hands, revealed.followers, strict=True)),
            "blinds": [(number, names[seat], card) for number, seat, card in revealed.blinds],
        }
        return TemplateResponse(request, "admin/moderation/revealed_cards.html", context)

    def _render_reset_link(self, request: HttpRequest, row: Target, link: ResetLink) -> HttpResponseBase:
        """Render the link for a new password, in the response to the POST only."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row_title": self.get_title(row),
            "back": get_admin_url(row),
            "title": gettext("Password reset link"),
            "number": link.act.pk,
            "link": get_shareable_url(request, link.path),
        }
        return TemplateResponse(request, "admin/moderation/reset_link.html", context)


def _get_initial(request: HttpRequest, row: Target, action: ModerationAction) -> dict[str, Any]:
    """Return the initial values of a form from the URL: arguments, the report, and a prepared reason by its key.

    Without a report in the URL, it is the one about the row that the moderator has claimed.
    """
    initial: dict[str, Any] = {
        name: value for name, value in request.GET.items() if name in action.form.base_fields and name != "reason"
    }
    if "report" not in initial and isinstance(request.user, User):
        initial["report"] = find_claimed_report(request.user, row)
    return {**initial, "reason": get_ready_text(request.GET.get(READY_TEXT_PARAMETER, ""))}


def _get_act_number(result: Act | RevealedCards | ResetLink) -> int:
    return int(result.pk if isinstance(result, Act) else result.act.pk)


def _describe_effect(action: ModerationAction, row: Target, form: ActionForm | None, is_confirmed: bool) -> str:
    """Return the preview of an action, empty while its arguments are unknown."""
    if form is None or (form.arguments and not is_confirmed):
        return ""
    arguments = {**form.argument_values, **form.argument_texts} if is_confirmed else {}
    if isinstance(row, User):
        arguments["person"] = row
    if isinstance(row, Act):
        arguments["undoes"] = ActKind(row.what)
    names = [escape_invisible(name) for name in (*_get_seat_names(row).split("\n"), "", "")[:2]]
    return escape_invisible(describe_preview(action.kind, names, **arguments))


def _require_game(row: Target) -> Game:
    game = _get_game(row)
    if game is None:
        raise ValueError("only acts on games wait for a second moderator")
    return game


def _get_seat_names(row: Target) -> str:
    game = _get_game(row)
    return "" if game is None else game.names


def _get_subject(row: Target) -> Game | User:
    """Return the game or person that an action on this row is about."""
    subject = row.game or row.person if isinstance(row, Act) else row
    if subject is None:
        raise ValueError("every act is about a game or a person")
    return subject


def _get_game(row: Target) -> Game | None:
    return row if isinstance(row, Game) else row.game if isinstance(row, Act) else None
