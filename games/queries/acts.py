"""Acts of moderators on games: paused games, and the acts that are still in force."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from games.eventlog import event_store
from games.models import Act, Game
from games.state.moderation import ActKind


def build_paused_expression(game: str = "pk") -> Exists:
    """Return a query expression for whether a game is paused or was when it ended.

    ``game`` is the field that refers to the game.
    """
    return Exists(Act.objects.filter(game=OuterRef(game), what=ActKind.FREEZE, undone_by=None))


def is_paused(game: Game) -> bool:
    """Return whether a game goes on only once a moderator resumes it, from a freshly read row."""
    state = event_store.get_current_state(game)
    return state.frozen and not state.over


def list_paused(games: Iterable[Game]) -> frozenset[int]:
    """Return the keys of those of some running games that are paused."""
    pauses = Act.objects.filter(game__in=games, what=ActKind.FREEZE, undone_by=None)
    return frozenset(pauses.values_list("game", flat=True))


def list_acts_in_force(game: Game) -> list[Act]:
    """Return the acts on a game whose effect still holds, newest first, from a freshly read row."""
    state = event_store.get_current_state(game)
    numbers = [verdict.act for verdict in state.verdicts if verdict.holds(state)]
    acts = Act.objects.filter(pk__in=numbers, game=game) if numbers else Act.objects.none()
    return list(acts.select_related("who").order_by("-pk"))


def is_in_force(act: Act) -> bool:
    """Return whether the effect of an act on a game still holds."""
    if act.game is None:
        return False
    state = event_store.get_current_state(act.game)
    verdict = state.verdict(act.pk)
    return verdict is not None and verdict.holds(state)
