"""Proposals of acts that decide a game, for a second moderator to confirm.

A moderator who has seen the hidden cards of a game can only propose such an act.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Act, Game, Proposal, ProposalStatus, User
from games.rules.errors import Refusal
from games.services.moderation import games
from games.services.moderation.permissions import (
    Justification,
    Moderator,
    clean_justification,
    require_game_permission,
    require_permission,
)
from games.services.moderation.undo import undo_act
from games.state.moderation import ActKind, get_permission


def propose_action(
    moderator: Moderator,
    kind: ActKind,
    game: Game,
    justification: Justification,
    data: Mapping[str, Any],
    undoes: Act | None = None,
) -> Proposal:
    """Propose an act for another moderator to confirm; the game stays as it is until then.

    Raise ``Refusal`` with ``not_permitted``, ``plays_here``, ``reason_needed``, and with ``already_so`` if the same act
    is proposed already.
    """
    _require_permissions(moderator, kind, game, undoes)
    justification = clean_justification(justification)
    same = Proposal.objects.filter(who=moderator.user, what=kind, game=game, undoes=undoes, state=ProposalStatus.OPEN)
    if any(other.data == dict(data) for other in same):
        raise Refusal("already_so")
    return Proposal.objects.create(
        who=moderator.user,
        what=kind,
        game=game,
        data=dict(data),
        undoes=undoes,
        reason=justification.reason,
        message=justification.message,
        report=justification.report,
    )


def confirm_proposal(moderator: Moderator, proposal: Proposal) -> Act:
    """Execute a proposed act in the name of its proposer.

    Both moderators and the game are checked again. Raise ``Refusal`` with ``same_proposer`` or ``already_decided``, and
    as the act does; the proposal then stays open.
    """
    with transaction.atomic():
        row = _lock_proposal(proposal)
        if row.who_id in moderator.selves:
            raise Refusal("same_proposer")
        _require_permissions(moderator, ActKind(row.what), row.game, row.undoes)
        act = _execute(row, Moderator(row.who, second=moderator.user))
        _close_proposal(row, moderator, ProposalStatus.CONFIRMED, act)
    return act


def decline_proposal(moderator: Moderator, proposal: Proposal) -> None:
    """Decline a proposal, as its proposer may do too.

    Raise ``Refusal`` with ``already_decided``, ``not_permitted`` or ``plays_here``.
    """
    with transaction.atomic():
        row = _lock_proposal(proposal)
        _require_permissions(moderator, ActKind(row.what), row.game, row.undoes)
        _close_proposal(row, moderator, ProposalStatus.TURNED_DOWN)


def count_other_moderators(moderator: Moderator, kind: ActKind) -> int:
    """Return the number of other moderators who may confirm an act of this kind."""
    staff = User.objects.filter(is_active=True, is_staff=True).exclude(pk__in=moderator.selves)
    return sum(not user.barred and user.has_perm(get_permission(kind)) for user in staff)


def _require_permissions(moderator: Moderator, kind: ActKind, game: Game, undoes: Act | None) -> None:
    require_game_permission(moderator, kind, game)
    if undoes is not None:
        require_permission(moderator, get_permission(ActKind(undoes.what)))


def _lock_proposal(proposal: Proposal) -> Proposal:
    """Return the open proposal, locked, so that two moderators cannot both decide it."""
    rows = Proposal.objects.select_for_update(of=("self",)).select_related("who", "game", "undoes")
    row = rows.get(pk=proposal.pk)
    if row.state != ProposalStatus.OPEN:
        raise Refusal("already_decided")
    return row


def _execute(proposal: Proposal, moderator: Moderator) -> Act:
    justification = Justification(proposal.reason, proposal.message, proposal.report)
    if proposal.undoes is not None:
        return undo_act(moderator, proposal.undoes, justification)
    acts: Mapping[str, Any] = {
        ActKind.AWARD: games.award_win,
        ActKind.CHANGE_RESULT: games.change_result,
        ActKind.CALL_OFF: games.cancel_game,
        ActKind.REOPEN: games.reopen_game,
    }
    act: Act = acts[proposal.what](moderator, proposal.game, **proposal.data, justification=justification)
    return act


def _close_proposal(proposal: Proposal, moderator: Moderator, state: ProposalStatus, act: Act | None = None) -> None:
    proposal.state, proposal.act, proposal.decided_by, proposal.decided_at = state, act, moderator.user, timezone.now()
    proposal.save(update_fields=["state", "act", "decided_by", "decided_at"])
