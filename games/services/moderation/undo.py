"""Undoing an act, by another act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from games.models import Act
from games.rules.errors import Refusal
from games.services.moderation.judges import Judge, Why, cleaned, require_impartial_to, require_permission
from games.services.moderation.people import set_back
from games.services.moderation.record import on_game, record
from games.stories.act_kinds import FINAL, ActKind, permission_of
from games.stories.story import Story


def undo(by: Judge, act: Act, why: Why) -> Act:
    """Set back what an act changed. It takes the permission of that act too.

    Refused with ``not_permitted``, ``plays_here``, ``own_account``, ``above_you``, ``reason_needed``, ``not_undoable``,
    ``already_undone``, and ``changed_since`` when what it changed is not as it left it.
    """
    require_permission(by, permission_of(ActKind(act.what)))
    if act.what in FINAL:
        raise Refusal("not_undoable")
    if Act.objects.filter(undoes=act).exists():
        raise Refusal("already_undone")
    try:
        with transaction.atomic():
            return _undo_person(by, act, why) if act.person is not None else _undo_game(by, act, why)
    except IntegrityError:
        raise Refusal("already_undone") from None


def _undo_game(by: Judge, act: Act, why: Why) -> Act:
    def check(story: Story) -> Mapping[str, Any]:
        verdict = story.verdict(act.pk)
        if verdict is None:
            raise Refusal("not_undoable")
        if not verdict.holds(story):
            raise Refusal("already_undone" if verdict.undone else "changed_since")
        return {"undoes": act.pk}

    if act.game is None:
        raise Refusal("not_undoable")
    return on_game(by, ActKind.UNDO, act.game, why, check, undoes=act)


def _undo_person(by: Judge, act: Act, why: Why) -> Act:
    require_permission(by, permission_of(ActKind.UNDO))
    if act.person is None:
        raise Refusal("not_undoable")
    require_impartial_to(by, act.person)
    why = cleaned(why)
    undoing = record(by, ActKind.UNDO, why, person=act.person, undoes=act)
    set_back(by, act, undoing, why)
    return undoing
