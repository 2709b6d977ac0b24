"""Undo of an act, by another act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from games.models import Act
from games.rules.errors import Refusal
from games.services.moderation.actions import act_on_game, create_act
from games.services.moderation.people import restore_person
from games.services.moderation.permissions import (
    Justification,
    Moderator,
    clean_justification,
    require_impartial_to_person,
    require_permission,
)
from games.state.game_state import GameState
from games.state.moderation import FINAL_ACTS, ActKind, get_permission


def undo_act(moderator: Moderator, act: Act, justification: Justification) -> Act:
    """Undo an act. This requires the permission for that act too.

    Raise ``Refusal`` with ``not_permitted``, ``plays_here``, ``own_account``, ``above_you``, ``reason_needed``,
    ``second_needed``, ``not_undoable``, ``already_undone``, and with ``changed_since`` if the effect of the act was
    changed later.
    """
    require_permission(moderator, get_permission(ActKind(act.what)))
    if act.what in FINAL_ACTS:
        raise Refusal("not_undoable")
    if Act.objects.filter(undoes=act).exists():
        raise Refusal("already_undone")
    try:
        with transaction.atomic():
            return (
                _undo_person(moderator, act, justification)
                if act.person is not None
                else _undo_game(moderator, act, justification)
            )
    except IntegrityError:
        raise Refusal("already_undone") from None


def _undo_game(moderator: Moderator, act: Act, justification: Justification) -> Act:
    def check(state: GameState) -> Mapping[str, Any]:
        verdict = state.verdict(act.pk)
        if verdict is None:
            raise Refusal("not_undoable")
        if not verdict.holds(state):
            raise Refusal("already_undone" if verdict.undone else "changed_since")
        return {"undoes": act.pk}

    if act.game is None:
        raise Refusal("not_undoable")
    return act_on_game(moderator, ActKind.UNDO, act.game, justification, check, undoes=act)


def _undo_person(moderator: Moderator, act: Act, justification: Justification) -> Act:
    require_permission(moderator, get_permission(ActKind.UNDO))
    if act.person is None:
        raise Refusal("not_undoable")
    require_impartial_to_person(moderator, act.person)
    justification = clean_justification(justification)
    undoing = create_act(moderator, ActKind.UNDO, justification, person=act.person, undoes=act)
    restore_person(moderator, act, undoing, justification)
    return undoing
