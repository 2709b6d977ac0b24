"""Acts of moderators: paused games, and the acts on games and people that are still in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef

from games.eventlog import event_store
from games.models import Act, Game, User
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


def list_acts_in_force(target: Game | User) -> list[Act]:
    """Return the acts on a game or a person whose effect still holds, newest first."""
    return _list_game_acts(target) if isinstance(target, Game) else _list_person_acts(target)


def _list_game_acts(game: Game) -> list[Act]:
    """Return the acts in force on a game, from a freshly read row."""
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


_IS_AFFECTED: Mapping[ActKind, Callable[[User], bool]] = {
    ActKind.MUTE: lambda person: person.muted,
    ActKind.SUSPEND: lambda person: person.suspended,
    ActKind.CLOSE: lambda person: person.closed_at is not None,
    ActKind.WARN: lambda person: person.warned_at is not None,
}
"""Whether an act of a kind affects a person now. Only the newest act of the kind that was not undone does so."""


def _list_person_acts(person: User) -> list[Act]:
    kinds = [kind for kind, is_affected in _IS_AFFECTED.items() if is_affected(person)]
    acts = Act.objects.filter(person=person, what__in=kinds, undone_by=None) if kinds else Act.objects.none()
    newest: dict[str, Act] = {}
    for act in acts.select_related("who").order_by("-pk"):
        newest.setdefault(act.what, act)
    return list(newest.values())


_END_FIELDS: Mapping[str, str] = {ActKind.MUTE: "muted_until", ActKind.SUSPEND: "suspended_until"}


def get_end(act: Act) -> datetime | None:
    """Return the end of a mute or suspension, None for a permanent mute and for other acts."""
    end = act.data.get("now", {}).get(_END_FIELDS.get(act.what, ""))
    return None if end is None else datetime.fromisoformat(end)


def is_permanent_mute(act: Act) -> bool:
    """Return whether an act is a mute without end."""
    return act.what == ActKind.MUTE and bool(act.data.get("now", {}).get("muted_for_good"))
