"""Acts that decide a game are confirmed by a second moderator where the first one looked at its hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Act, Game, Proposal, User, Waiting
from games.rules.errors import Refusal
from games.services.moderation import games
from games.services.moderation.judges import Judge, Why, cleaned, require_judge, require_permission
from games.services.moderation.undo import undo
from games.stories.act_kinds import ActKind, permission_of


def propose(
    by: Judge, kind: ActKind, game: Game, why: Why, data: Mapping[str, Any], undoes: Act | None = None
) -> Proposal:
    """Keep an act until another moderator confirms it; the game stays as it is.

    Refused with ``not_permitted``, ``plays_here``, ``reason_needed``, and ``already_so`` when the same waits already.
    """
    _require(by, kind, game, undoes)
    why = cleaned(why)
    same = Proposal.objects.filter(who=by.user, what=kind, game=game, undoes=undoes, state=Waiting.OPEN)
    if any(one.data == dict(data) for one in same):
        raise Refusal("already_so")
    return Proposal.objects.create(
        who=by.user,
        what=kind,
        game=game,
        data=dict(data),
        undoes=undoes,
        reason=why.reason,
        message=why.message,
        report=why.report,
    )


def confirm(by: Judge, proposal: Proposal) -> Act:
    """Do a proposed act, as the one who proposed it. Both are checked now, and the game as it is now.

    Refused with ``same_proposer``, ``already_decided``, and as the act itself; then it still waits.
    """
    with transaction.atomic():
        kept = _open(proposal)
        if kept.who_id in by.selves:
            raise Refusal("same_proposer")
        _require(by, ActKind(kept.what), kept.game, kept.undoes)
        act = _done(kept, Judge(kept.who, second=by.user))
        _close(kept, by, Waiting.CONFIRMED, act)
    return act


def turn_down(by: Judge, proposal: Proposal) -> None:
    """Drop a proposed act: another moderator, or whoever proposed it. Refused as ``confirm``."""
    with transaction.atomic():
        kept = _open(proposal)
        _require(by, ActKind(kept.what), kept.game, kept.undoes)
        _close(kept, by, Waiting.TURNED_DOWN)


def others(by: Judge, kind: ActKind) -> int:
    """How many other moderators have the permission to confirm an act of this kind."""
    staff = User.objects.filter(is_active=True, is_staff=True).exclude(pk__in=by.selves)
    return sum(not one.barred and one.has_perm(permission_of(kind)) for one in staff)


def _require(by: Judge, kind: ActKind, game: Game, undoes: Act | None) -> None:
    require_judge(by, kind, game)
    if undoes is not None:
        require_permission(by, permission_of(ActKind(undoes.what)))


def _open(proposal: Proposal) -> Proposal:
    """The row, locked, so that two moderators do not do it twice."""
    found = Proposal.objects.select_for_update(of=("self",)).select_related("who", "game", "undoes")
    kept = found.get(pk=proposal.pk)
    if kept.state != Waiting.OPEN:
        raise Refusal("already_decided")
    return kept


def _done(kept: Proposal, by: Judge) -> Act:
    why = Why(kept.reason, kept.message, kept.report)
    if kept.undoes is not None:
        return undo(by, kept.undoes, why)
    acts: Mapping[str, Any] = {
        ActKind.AWARD: games.award,
        ActKind.CHANGE_RESULT: games.change_result,
        ActKind.CALL_OFF: games.call_off,
        ActKind.REOPEN: games.reopen,
    }
    act: Act = acts[kept.what](by, kept.game, **kept.data, why=why)
    return act


def _close(kept: Proposal, by: Judge, state: Waiting, act: Act | None = None) -> None:
    kept.state, kept.act, kept.decided_by, kept.decided_at = state, act, by.user, timezone.now()
    kept.save(update_fields=["state", "act", "decided_by", "decided_at"])
