"""What the desk tells all moderators: who looked at hidden cards, and which acts wait for a second one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.admin.act_forms import seats
from games.models import Act, Game, Proposal, User, Waiting
from games.services.moderation import Judge, may
from games.services.moderation.proposals import others
from games.stories.act_kinds import ActKind
from games.words.moderation import preview

SHOWN = 20
TOLD_FOR = timedelta(days=14)
"""How long a look at hidden cards stands on the first page; on the game and in the record it stays for good."""


def lately_revealed(user: User) -> list[Act]:
    """The looks of other moderators at hidden cards, the latest first."""
    looks = Act.objects.filter(what=ActKind.REVEAL, at__gt=timezone.now() - TOLD_FOR).exclude(who=user)
    return list(looks.select_related("who", "game").order_by("-pk")[:SHOWN])


def all_waiting() -> list[Proposal]:
    """The acts that wait for a second moderator, the oldest first."""
    open_ones = Proposal.objects.filter(state=Waiting.OPEN)
    return list(open_ones.select_related("who", "game").order_by("pk")[:SHOWN])


def waiting_for(by: Judge, game: Game) -> dict[str, Any]:
    """What waits on a game, in words, with whether this moderator may confirm it, and whether anybody else may."""
    return {"waiting_acts": [_row(by, one) for one in _of(game)]}


def _of(game: Game) -> Any:
    return Proposal.objects.filter(game=game, state=Waiting.OPEN).select_related("who", "undoes").order_by("pk")


def _row(by: Judge, one: Proposal) -> dict[str, Any]:
    kind = ActKind(one.what)
    names = [str(name) for _, name in seats(one.game)]
    return {
        "row": one,
        "happens": preview(kind, names, **one.data),
        "mine": one.who_id in by.selves,
        "able": may(by, kind, one.game) is None,
        "alone": not others(Judge(one.who), kind),
    }
