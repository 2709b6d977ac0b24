"""Moderation actions in the admin: their forms, permissions and services, and the pages on which moderators act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.admin.action_forms import (
    ActionForm,
    CorrectForm,
    EntryForm,
    GiveBackForm,
    MessageForm,
    NameForm,
    PlaceForm,
    ResultForm,
    SeatNameForm,
    Target,
    UntilForm,
    WinnerForm,
)
from games.admin.base import ReadOnlyAdmin
from games.admin.display import escape_invisible, get_admin_url
from games.models import Act, Game, User
from games.rules.errors import Refusal
from games.services.moderation.games import (
    RevealedCards,
    award_win,
    cancel_game,
    change_result,
    correct_entry,
    freeze_game,
    give_back_seat,
    remove_device,
    rename_seat,
    reopen_game,
    reveal_cards,
    strike_entry,
)
from games.services.moderation.people import (
    ResetLink,
    close_account,
    create_reset_link,
    end_sessions,
    mute_person,
    rename_person,
    suspend_person,
    warn_person,
)
from games.services.moderation.permissions import Justification, Moderator, find_refusal, get_moderator
from games.services.moderation.proposals import count_other_moderators, propose_action
from games.services.moderation.undo import undo_act
from games.state.game_state import Status
from games.state.moderation import ActKind, get_permission
from games.texts.moderation import describe_preview, describe_waiting_act
from games.texts.refusals import get_refusal_sentence
from games.views.public_urls import get_shareable_url


@dataclass(frozen=True, slots=True)
class ModerationAction:
    """Moderation action that the admin offers on a kind of row.

    ``button`` is its label, ``do`` the service that performs it. ``applies_to`` returns whether the state of a row
    allows it. An action with ``is_listed=False`` is offered only beside the entries of a log.
    """

    kind: ActKind
    button: Any
    do: Callable[..., Any]
    form: type[ActionForm] = ActionForm
    applies_to: Callable[[Any], bool] = lambda target: True
    is_destructive: bool = False
    is_listed: bool = True


_OVER_STATUSES = (Status.FINISHED, Status.CALLED_OFF)


def _is_running(game: Game) -> bool:
    return game.status not in _OVER_STATUSES


def _is_table(game: Game) -> bool:
    return game.at_table


_ACTIONS = (
    ModerationAction(ActKind.FREEZE, _("Pause game"), freeze_game, applies_to=_is_running),
    ModerationAction(ActKind.AWARD, _("Award win"), award_win, WinnerForm, lambda game: game.status == Status.PLAYING),
    ModerationAction(
        ActKind.CHANGE_RESULT,
        _("Change result"),
        change_result,
        ResultForm,
        lambda game: game.status == Status.FINISHED,
    ),
    ModerationAction(ActKind.REOPEN, _("Reopen game"), reopen_game, applies_to=lambda game: not _is_running(game)),
    ModerationAction(ActKind.PUT_OFF, _("Remove device"), remove_device, PlaceForm, _is_table),
    ModerationAction(ActKind.GIVE_BACK, _("Return seat"), give_back_seat, GiveBackForm),
    ModerationAction(ActKind.CORRECT, _("Correct entry"), correct_entry, CorrectForm, _is_table, is_listed=False),
    ModerationAction(ActKind.STRIKE, _("Strike entry"), strike_entry, EntryForm, _is_table, is_listed=False),
    ModerationAction(ActKind.RENAME_SEAT, _("Rename seat"), rename_seat, SeatNameForm),
    ModerationAction(ActKind.REVEAL, _("View hidden cards"), reveal_cards),
    ModerationAction(
        ActKind.CALL_OFF,
        _("Cancel game"),
        cancel_game,
        applies_to=lambda game: game.status != Status.CALLED_OFF,
        is_destructive=True,
    ),
    ModerationAction(ActKind.RENAME, _("Rename user"), rename_person, NameForm),
    ModerationAction(ActKind.WARN, _("Warn"), warn_person, MessageForm),
    ModerationAction(ActKind.MUTE, _("Mute"), mute_person, UntilForm),
    ModerationAction(ActKind.SUSPEND, _("Suspend"), suspend_person, UntilForm, is_destructive=True),
    ModerationAction(
        ActKind.CLOSE,
        _("Close account"),
        close_account,
        MessageForm,
        lambda person: person.closed_at is None,
        is_destructive=True,
    ),
    ModerationAction(ActKind.END_SESSIONS, _("End sessions"), end_sessions),
    ModerationAction(
        ActKind.RESET_LINK,
        _("Create reset link"),
        create_reset_link,
        applies_to=lambda person: not person.is_guest and person.closed_at is None,
    ),
    ModerationAction(
        ActKind.UNDO, pgettext_lazy("moderator action", "Undo"), undo_act, applies_to=lambda act: act.is_undoable
    ),
)
GAME_ACTIONS, PERSON_ACTIONS, UNDO_ACTIONS = _ACTIONS[:11], _ACTIONS[11:18], _ACTIONS[18:]


def get_action(moderation_actions: tuple[ModerationAction, ...], kind: str) -> ModerationAction | None:
    """Return the action of a kind, None if it is not among ``moderation_actions``."""
    return next((action for action in moderation_actions if action.kind.value == kind), None)


def get_refusal(moderator: Moderator, action: ModerationAction, target: Target) -> Refusal | None:
    """Return the refusal of a moderator who may not take an action on a target, None for others.

    Undoing an act needs the permission of that act too. The service checks all this again, and more.
    """
    if isinstance(target, Act):
        act_refusal = find_refusal(moderator, ActKind(target.what), target.game, target.person)
        return act_refusal or find_refusal(moderator, action.kind, target.game, target.person)
    return find_refusal(moderator, action.kind, **_get_target_arguments(target))


def list_available_actions(
    moderator: Moderator, moderation_actions: tuple[ModerationAction, ...], target: Target
) -> tuple[list[ModerationAction], Refusal | None]:
    """Return the actions that a moderator may take on a target now, or none and the refusal.

    Apart from the permissions, a refusal is the same for all actions, so it is looked for once.
    """
    allowed = [action for action in moderation_actions if moderator.user.has_perm(get_permission(action.kind))]
    if not allowed:
        return [], None
    refusal = get_refusal(moderator, allowed[0], target)
    return ([], refusal) if refusal else ([action for action in allowed if action.applies_to(target)], None)


def _get_target_arguments(target: Game | User) -> Mapping[str, Any]:
    return {"game": target} if isinstance(target, Game) else {"person": target}


# Pages on which moderators act.

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
        actions, refusal = list_available_actions(
            get_moderator(request).with_cached_selves(), self.moderation_actions, row
        )
        return {
            "available_actions": [action for action in actions if action.is_listed],
            "action_kinds": {action.kind.value for action in actions},
            "refusal": refusal and get_refusal_sentence(refusal),
        }

    def act_view(self, request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
        """Show or perform an action on a row.

        GET asks for its arguments, POST with ``step=look`` previews it, POST with ``step=do`` performs it.
        """
        action, row = get_action(self.moderation_actions, kind), self.get_queryset(request).filter(pk=pk).first()
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
            initial = {name: value for name, value in request.GET.items() if name in action.form.base_fields}
            return self._render_form(request, action, row, action.form(row, initial=initial))
        form = action.form(row, request.POST)
        if not form.is_valid():
            return self._render_form(request, action, row, form)
        if request.POST.get(STEP_FIELD) == DO:
            return self._perform(request, action, row, form)
        return self._render_form(request, action, row, form, is_confirmation=True)

    def _perform(
        self, request: HttpRequest, action: ModerationAction, row: Target, form: ActionForm
    ) -> HttpResponseBase:
        data = form.cleaned_data
        justification = Justification(data["reason"], data["message"], data["report"])
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
        return self.redirect_to_row(request, row)

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
            "opts": self.opts,
            "original": row,
            "row_title": self.get_title(row),
            "back": get_admin_url(row),
            "title": action.button,
            "action": action,
            "form": form,
            "is_confirmation": is_confirmation,
            "refusal": refusal,
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


def _get_act_number(result: Act | RevealedCards | ResetLink) -> int:
    return int(result.pk if isinstance(result, Act) else result.act.pk)


def _describe_effect(action: ModerationAction, row: Target, form: ActionForm | None, is_confirmed: bool) -> str:
    """Return the preview of an action, empty while its arguments are unknown."""
    if form is None or (form.arguments and not is_confirmed):
        return ""
    arguments = {**form.argument_values, **form.argument_texts} if is_confirmed else {}
    if isinstance(row, User):
        arguments["person"] = row
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


def _get_game(row: Target) -> Game | None:
    return row if isinstance(row, Game) else row.game if isinstance(row, Act) else None
