"""Record of the acts by which a host corrects a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Entrant, Pairing, Tournament, TournamentAct, User
from games.state.tournament.kinds import TournamentActKind


def record_act(
    tournament: Tournament,
    user: User,
    what: TournamentActKind,
    *,
    pairing: Pairing | None = None,
    entrant: Entrant | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    undoes: TournamentAct | None = None,
) -> TournamentAct:
    """Record an act of the host, in the transaction of the act."""
    return TournamentAct.objects.create(
        tournament=tournament,
        who=user,
        what=what,
        pairing=pairing,
        entrant=entrant,
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason,
        undoes=undoes,
    )
