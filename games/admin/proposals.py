"""Proposals that wait for a second moderator, and notices of revealed cards to all moderators."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.admin.action_forms import list_seat_choices
from games.models import Act, Game, Proposal, ProposalStatus, User
from games.services.moderation.permissions import Moderator, find_refusal
from games.services.moderation.proposals import count_other_moderators
from games.state.moderation import ActKind
from games.texts.moderation import describe_preview

MAX_ROWS = 20
REVEAL_NOTICE_PERIOD = timedelta(days=14)
"""How long the admin index shows a reveal of hidden cards. The page of the game shows it for good."""


def list_recent_reveals(user: User) -> list[Act]:
    """Return the recent reveals of hidden cards by other moderators, latest first."""
    reveals = Act.objects.filter(what=ActKind.REVEAL, at__gt=timezone.now() - REVEAL_NOTICE_PERIOD).exclude(who=user)
    return list(reveals.select_related("who", "game").order_by("-pk")[:MAX_ROWS])


def list_open_proposals() -> list[Proposal]:
    """Return the proposals that wait for a second moderator, oldest first."""
    proposals = Proposal.objects.filter(state=ProposalStatus.OPEN)
    return list(proposals.select_related("who", "game", "undoes").order_by("pk")[:MAX_ROWS])


def build_proposals_context(moderator: Moderator, game: Game) -> dict[str, Any]:
    """Return the open proposals on a game, with whether this moderator or any other may confirm each."""
    return {"proposals": [_build_row(moderator, proposal) for proposal in _query_open_proposals(game)]}


def _query_open_proposals(game: Game) -> Any:
    return Proposal.objects.filter(game=game, state=ProposalStatus.OPEN).select_related("who", "undoes").order_by("pk")


def _build_row(moderator: Moderator, proposal: Proposal) -> dict[str, Any]:
    kind = ActKind(proposal.what)
    names = [str(name) for _, name in list_seat_choices(proposal.game)]
    return {
        "proposal": proposal,
        "effect": describe_preview(kind, names, **proposal.data),
        "is_own": proposal.who_id in moderator.selves,
        "is_permitted": find_refusal(moderator, kind, proposal.game) is None,
        "has_no_second": not count_other_moderators(Moderator(proposal.who), kind),
    }
