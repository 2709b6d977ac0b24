"""Acts on games: the row of the act and the event in the log, written in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from games.eventlog import event_store
from games.models import Act, Game, User
from games.rules.errors import Refusal
from games.services.moderation.permissions import (
    Justification,
    Moderator,
    clean_justification,
    require_game_permission,
    require_second_moderator,
)
from games.services.seat_rows import sync_rows
from games.state.game_state import Event, GameState
from games.state.moderation import FINAL_ACTS, MODERATED_KIND, ActKind

Check = Callable[[Any], Mapping[str, Any]]
"""Function that returns the data of an act's event for the current state, or raises ``Refusal`` if the act is not
possible."""


def act_on_game(
    moderator: Moderator,
    kind: ActKind,
    game: Game,
    justification: Justification,
    check: Check,
    number: int | None = None,
    undoes: Act | None = None,
) -> Act:
    """Act on a game: create the row of the act, and log its event.

    Raise ``Refusal`` with ``not_permitted``, ``plays_here``, ``reason_needed`` or ``second_needed``, as ``check`` does,
    and with ``already_so`` if the act would change nothing.
    """
    require_game_permission(moderator, kind, game)
    justification = clean_justification(justification)
    require_second_moderator(moderator, kind, game, undoes)
    with transaction.atomic():
        act = create_act(moderator, kind, justification, game=game, number=number, undoes=undoes)
        result = log_act(moderator, act, justification, check)
        act.complete(*result)
    return act


def create_act(
    moderator: Moderator,
    kind: ActKind,
    justification: Justification,
    game: Game | None = None,
    person: User | None = None,
    number: int | None = None,
    undoes: Act | None = None,
    data: Mapping[str, Any] | None = None,
) -> Act:
    """Create the row of an act. If a log gets an event of it, call ``complete`` on the row in the same transaction."""
    return Act.objects.create(
        who=moderator.user,
        what=kind,
        game=game,
        person=person,
        number=number,
        undoes=undoes,
        reason=justification.reason,
        message=justification.message,
        report=justification.report,
        data=dict(data or {}),
    )


def log_act(
    moderator: Moderator, act: Act, justification: Justification, check: Check, game: Game | None = None
) -> tuple[int, dict[str, Any]]:
    """Append an act to the log of ``game``, by default the game of the act.

    Return the number of the entry and the data from ``check``.
    """
    game = game or act.game
    if game is None:
        raise ValueError("an act without a game has no log")
    kind = ActKind(act.what)
    data: dict[str, Any] = {}

    def decide(state: GameState) -> Sequence[Event]:
        data.clear()
        data.update(check(state))
        event = Event(
            MODERATED_KIND,
            data={"act": act.pk, "what": kind.value, "why": justification.text_for_players, **data},
            actor_id=moderator.user.pk,
        )
        if kind not in FINAL_ACTS:
            _require_change(state, kind, event.data)
        return [event]

    state = event_store.append_to_any(game, decide)
    sync_rows(game, state)
    return state.version, data


def _require_change(state: GameState, kind: ActKind, data: Mapping[str, Any]) -> None:
    aspect_value = state.build_aspect_value(kind, data)
    if aspect_value.aspect.get(state) == aspect_value.value:
        raise Refusal("already_so")
