"""Bulk loading of game states, with one query for each batch of games."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from itertools import groupby

from django.db import Error
from django.db.models import Q

from games.eventlog import event_store
from games.models import Entry, Game
from games.state.game_state import GameState
from games.state.kinds import STATE_CLASSES

logger = logging.getLogger(__name__)

BATCH_SIZE = 200
"""The number of games whose entries one query reads."""

StaleVersions = dict[int, int]
"""The version in the database, by the key of the game."""


def list_stale_versions(states: Iterable[GameState]) -> StaleVersions:
    """Return the versions of the games whose log is ahead of the given state. Makes one query in all."""
    known = {state.game_id: state.version for state in states}
    versions = Game.objects.filter(pk__in=list(known)).values_list("pk", "version")
    return {game_id: version for game_id, version in versions if version > known[game_id]}


def list_refreshed(states: Iterable[GameState]) -> list[GameState]:
    """Return the newer states of the games whose log is ahead of the given state.

    Makes one query, and one for each 200 games that are ahead.

    The trap: each state includes all new entries, so a caller that shows a game card by card must fold them itself.
    """
    known = {state.game_id: state for state in states}
    versions = list_stale_versions(known.values())
    return refresh_stale(known[game_id] for game_id in versions)


def refresh_stale(states: Iterable[GameState]) -> list[GameState]:
    """Return the newer states of games whose log is known to be ahead. Makes one query for each 200 games."""
    known = {state.game_id: state for state in states}
    games = sorted(known)
    batches = (_refresh_batch(known, games[start : start + BATCH_SIZE]) for start in range(0, len(games), BATCH_SIZE))
    return [state for batch in batches for state in batch]


def get_states(games: Iterable[Game]) -> dict[int, GameState]:
    """Return the states of freshly read rows, by key; games that this release cannot read are left out.

    Makes no query if the cache has all states, otherwise one for each 200 games that it lacks.
    """
    rows = list(games)
    known = {
        game.pk: event_store.state_cache.get(game.pk) or STATE_CLASSES[game.mode](game.pk, game.code) for game in rows
    }
    behind = {game.pk for game in rows if known[game.pk].version < game.version}
    refreshed = {state.game_id: state for state in refresh_stale(known[game_id] for game_id in behind)}
    return {game_id: state for game_id, state in known.items() if game_id not in behind} | refreshed


def load_uncached(games: Iterable[Game]) -> dict[int, GameState]:
    """Return the states of finished games, by key, without caching them: they would evict games in play.

    Makes one query for all games, so pass them in batches.
    """
    empty = {game.pk: STATE_CLASSES[game.mode](game.pk, game.code) for game in games}
    entries = Entry.objects.filter(game__in=empty).order_by("game_id", "number")
    logs = groupby(entries, lambda entry: entry.game_id)
    return {game_id: empty[game_id].fold(map(event_store.build_event, log)) for game_id, log in logs}


def _refresh_batch(known: dict[int, GameState], games: list[int]) -> list[GameState]:
    missing = Q()
    for game_id in games:
        missing |= Q(game_id=game_id, number__gt=known[game_id].version)
    entries = Entry.objects.filter(missing).order_by("game_id", "number")
    logs = groupby(entries, lambda entry: entry.game_id)
    refreshed = (_fold_entries(known[game_id], log) for game_id, log in logs)
    return [state for state in refreshed if state is not None]


def _fold_entries(state: GameState, entries: Iterable[Entry]) -> GameState | None:
    events = [event_store.build_event(entry) for entry in entries]
    is_rewritten = any(event.is_rewrite for event in events)
    after = _call_if_readable(
        state.game_id, lambda: event_store.load_state(state.game_id) if is_rewritten else state.fold(events)
    )
    if after is not None:
        event_store.state_cache.put(after)
    return after


def _call_if_readable(game_id: int, read: Callable[[], GameState]) -> GameState | None:
    """Return the state from ``read``, or None if the game cannot be read, because a newer release wrote it.

    Database errors are raised: they concern all games, and the caller tries again.
    """
    try:
        return read()
    except Error:
        raise
    except Exception:
        logger.exception("game %d cannot be read", game_id)
        return None
