"""Moderation actions in the admin: their forms, permissions and services, and which are available on a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.action_form_base import ActionForm, Target, UnannouncedForm
from games.admin.action_forms import (
    CorrectForm,
    EntryForm,
    GiveBackForm,
    NameForm,
    PlaceForm,
    ResultForm,
    SeatNameForm,
    UntilForm,
    WinnerForm,
)
from games.models import Act, Game, User
from games.queries.acts import is_in_force, is_paused, list_acts_in_force
from games.rules.errors import Refusal
from games.services.moderation.games import (
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
    close_account,
    create_reset_link,
    end_sessions,
    mute_person,
    rename_person,
    suspend_person,
    warn_person,
)
from games.services.moderation.permissions import Moderator, find_refusal
from games.services.moderation.undo import undo_act
from games.state.game_state import Status
from games.state.moderation import ActKind, get_permission


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


def _can_pause(game: Game) -> bool:
    return _is_running(game) and not is_paused(game)


def _can_undo(act: Act) -> bool:
    return act.is_undoable and (act.game is None or is_in_force(act))


def _is_table(game: Game) -> bool:
    return game.at_table


_ACTIONS = (
    ModerationAction(ActKind.FREEZE, _("Pause game"), freeze_game, applies_to=_can_pause),
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
    ModerationAction(ActKind.REVEAL, _("View hidden cards"), reveal_cards, UnannouncedForm),
    ModerationAction(
        ActKind.CALL_OFF,
        _("Cancel game"),
        cancel_game,
        applies_to=lambda game: game.status != Status.CALLED_OFF,
        is_destructive=True,
    ),
    ModerationAction(ActKind.RENAME, _("Rename user"), rename_person, NameForm),
    ModerationAction(ActKind.WARN, _("Warn"), warn_person),
    ModerationAction(ActKind.MUTE, _("Mute"), mute_person, UntilForm),
    ModerationAction(ActKind.SUSPEND, _("Suspend"), suspend_person, UntilForm, is_destructive=True),
    ModerationAction(
        ActKind.CLOSE,
        _("Close account"),
        close_account,
        applies_to=lambda person: person.closed_at is None,
        is_destructive=True,
    ),
    ModerationAction(ActKind.END_SESSIONS, _("End sessions"), end_sessions),
    ModerationAction(
        ActKind.RESET_LINK,
        _("Create reset link"),
        create_reset_link,
        applies_to=lambda person: not person.is_guest and person.closed_at is None,
    ),
    ModerationAction(ActKind.UNDO, pgettext_lazy("moderator action", "Undo"), undo_act, applies_to=_can_undo),
)
GAME_ACTIONS, PERSON_ACTIONS, UNDO_ACTIONS = _ACTIONS[:11], _ACTIONS[11:18], _ACTIONS[18:]


def get_action(
    moderation_actions: tuple[ModerationAction, ...], kind: str, target: Target | None
) -> ModerationAction | None:
    """Return the action of a kind on a target, None without a target or outside ``moderation_actions``."""
    action = next((action for action in moderation_actions if action.kind.value == kind), None)
    return None if action is None or target is None else _adapt_button(action, target)


def _adapt_button(action: ModerationAction, target: Target) -> ModerationAction:
    """Return the action with the button for a target: undoing the pause of a running game resumes it."""
    if isinstance(target, Act) and target.what == ActKind.FREEZE and target.game and _is_running(target.game):
        return replace(action, button=_("Resume game"))
    return action


def list_acts_to_undo(
    moderator: Moderator, target: Game | User, is_impartial: bool
) -> list[tuple[Act, ModerationAction | None]]:
    """Return the acts in force on a target, each with the action that undoes it, None if the moderator may not.

    ``is_impartial``: the moderator may act on this target.
    """
    acts = list_acts_in_force(target)
    undo = UNDO_ACTIONS[0]
    is_allowed = is_impartial and moderator.user.has_perm(get_permission(undo.kind))
    rows: list[tuple[Act, ModerationAction | None]] = []
    for act in acts:
        if isinstance(target, Game):
            act.game = target
        can_undo = is_allowed and moderator.user.has_perm(get_permission(ActKind(act.what)))
        rows.append((act, _adapt_button(undo, act) if can_undo else None))
    return rows


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
    return (
        ([], refusal)
        if refusal
        else ([_adapt_button(action, target) for action in allowed if action.applies_to(target)], None)
    )


def _get_target_arguments(target: Game | User) -> Mapping[str, Any]:
    return {"game": target} if isinstance(target, Game) else {"person": target}
