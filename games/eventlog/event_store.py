"""Event store: a game's state is the fold of its entries. Every write to a game goes through ``append``."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar, cast

from django.db import transaction

from games.eventlog import signals, storage
from games.eventlog.database_clock import database_clock
from games.eventlog.signals import Commit
from games.eventlog.storage import Append, VersionConflict
from games.models import Entry, Game
from games.rules.errors import Refusal
from games.state.game_state import Event, GameState
from games.state.kinds import STATE_CLASSES

S = TypeVar("S", bound=GameState)

MAX_ATTEMPTS = 20
"""Attempts of ``append`` before it gives up because other writers claim the version first."""
CACHE_SIZE = 4096
"""The number of games whose state a process keeps in memory."""


class StateCache:
    """Thread-safe cache of the most recently used states, by game.

    States are immutable, so a stale one is harmless: the claim of the version fails.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self.states: OrderedDict[int, GameState] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: int) -> GameState | None:
        """Return the cached state of a game, or None."""
        with self._lock:
            state = self.states.get(game_id)
            if state is not None:
                self.states.move_to_end(game_id)
            return state

    def put(self, state: GameState) -> None:
        """Cache a state, unless a newer state of the game is cached."""
        with self._lock:
            cached = self.states.get(state.game_id)
            if cached is None or cached.version < state.version:
                self.states[state.game_id] = state
                self.states.move_to_end(state.game_id)
            while len(self.states) > self._size:
                self.states.popitem(last=False)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self.states.clear()


state_cache = StateCache(CACHE_SIZE)


class _Deferred(threading.local):
    appends: list[Append] | None = None


_deferred = _Deferred()


def load_state(game_id: int) -> GameState:
    """Return the state as the database has it; only the entries that the cached state lacks are read.

    Raise ``Refusal`` with ``no_such_game`` if there is no such game. The result is cached, so do not call this within a
    transaction that has written to the game.
    """
    return _extend_state(state_cache.get(game_id) or _build_empty_state(game_id))


def read_uncached(game: Game) -> GameState:
    """Return the state without using the cache, for callers that go through many finished games."""
    return STATE_CLASSES[game.mode](game.pk, game.code).fold(_list_events(game.pk))


def get_state(kind: type[S], game: Game) -> S:
    """Return the state for a freshly read row; entries are queried only if the cached state lacks some.

    Raise ``Refusal`` with ``no_such_game`` if the game is of another kind or was deleted.
    """
    return _check_kind(kind, get_current_state(game))


def get_current_state(game: Game) -> GameState:
    """Return the state for a freshly read row of any kind; see ``get_state``.

    Raise ``Refusal`` with ``no_such_game`` if the game was deleted after its row was read.
    """
    state = state_cache.get(game.pk) or STATE_CLASSES[game.mode](game.pk, game.code)
    if 0 < game.version <= state.version:
        return state
    state = _extend_state(state)
    if game.version and not state.version:
        raise Refusal("no_such_game")
    return state


def load_state_of_kind(kind: type[S], game_id: int) -> S:
    """Return the state as the database has it.

    Raise ``Refusal`` with ``no_such_game`` if there is no such game or it is of another kind.
    """
    return _check_kind(kind, load_state(game_id))


def append(kind: type[S], game_id: int, decide: Callable[[S], Sequence[Event]]) -> S:
    """Append the events that ``decide`` returns, and return the state after them.

    ``decide`` gets the state and returns the events to append (none if nothing is left to do) or raises ``Refusal``. It
    is called again with a newer state if another writer was first, so it must have no side effects. ``committed`` is
    sent after commit.

    Raise the ``Refusal`` of ``decide``, ``no_such_game`` if there is no such game or it is of another kind, or ``busy``
    after ``MAX_ATTEMPTS``.
    """
    state = _check_kind(kind, state_cache.get(game_id) or load_state(game_id))
    for _ in range(MAX_ATTEMPTS):
        try:
            decided = decide(state)
        except Refusal:
            # The refusal may come from a stale state: another process may have advanced the game.
            newer = _check_kind(kind, load_state(game_id))
            if newer.version == state.version:
                raise
            state = newer
            continue
        if not decided:
            return state
        events = _stamp_events(decided)
        append = Append(state, state.fold(events), events)
        if _deferred.appends is not None:
            _deferred.appends.append(append)
            return cast("S", append.after)
        with transaction.atomic(savepoint=False):
            if _store_append(append):
                return cast("S", append.after)
        state = _check_kind(kind, load_state(game_id))
    raise Refusal("busy")


@contextmanager
def defer_appends(appends: list[Append]) -> Iterator[None]:
    """Collect the appends of this thread within the block, at most one for each game, for ``store_deferred``."""
    _deferred.appends = appends
    try:
        yield
    finally:
        _deferred.appends = None


def store_deferred(appends: Sequence[Append]) -> None:
    """Store deferred appends, and send ``committed`` after commit.

    The caller's transaction must not have written to these games before. Raise ``VersionConflict`` if another process
    has advanced one of them; the caller must then roll the transaction back.
    """
    if not storage.store_appends(appends):
        raise VersionConflict
    _send_after_commit(*appends)


def append_to_any(game: Game, decide: Callable[[GameState], Sequence[Event]]) -> GameState:
    """Append events to a game of any kind; see ``append``."""
    return append(STATE_CLASSES[game.mode], game.pk, decide)


def append_first(game: Game, decided: Sequence[Event]) -> GameState:
    """Append the first entries of a game whose row was created in the same transaction; return the state."""
    state, events = STATE_CLASSES[game.mode](game.pk, game.code), _stamp_events(decided)
    append = Append(state, state.fold(events), events)
    _store_append(append)
    return append.after


def insert_append(append: Append) -> None:
    """Insert the entries of a game whose version this transaction has claimed; send ``committed`` after commit."""
    storage.insert_entries([append])
    _send_after_commit(append)


def build_event(entry: Entry) -> Event:
    """Return the event that an entry of the log stores."""
    return Event(entry.kind, entry.seat, entry.data, entry.client_id, entry.actor_id, entry.created_at)


EVENT_FIELDS = ("kind", "seat", "data", "client_id", "actor_id", "created_at")
"""Fields of an entry in the order of ``Event``, for reading events without model instances."""


def _stamp_events(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events with the time that their entries will have."""
    now = database_clock.now()
    return tuple([Event(*event[:-1], now) for event in events])


def _list_events(game_id: int, after: int = 0) -> list[Event]:
    entries = Entry.objects.filter(game_id=game_id, number__gt=after).order_by("number")
    return [Event(*row) for row in entries.values_list(*EVENT_FIELDS)]


def _extend_state(state: GameState) -> GameState:
    """Return the state with the entries that follow it in the log, and cache it unless the log is empty.

    After a rewrite, which changes earlier entries, the whole log is folded anew.
    """
    newer = _list_events(state.game_id, state.version)
    if state.version and any(event.is_rewrite for event in newer):
        state, newer = STATE_CLASSES[state.mode](state.game_id, state.code), _list_events(state.game_id)
    state = state.fold(newer)
    if state.version:
        state_cache.put(state)
    return state


def _build_empty_state(game_id: int) -> GameState:
    row = Game.objects.filter(pk=game_id).values_list("mode", "code").first()
    if row is None:
        raise Refusal("no_such_game")
    mode, code = row
    return STATE_CLASSES[mode](game_id, code)


def _check_kind(kind: type[S], state: GameState) -> S:
    if not isinstance(state, kind):
        raise Refusal("no_such_game")
    return state


def _store_append(append: Append) -> bool:
    """Store an append and send ``committed`` after commit; return False if another writer was first."""
    if not storage.store_appends([append]):
        return False
    _send_after_commit(append)
    return True


def _send_after_commit(*appends: Append) -> None:
    """Cache the states and send ``committed`` after commit."""

    def send() -> None:
        for append in appends:
            state_cache.put(append.after)
            signals.send_commit(Commit(append.after, append.events, append.before))

    # Not a partial: Django logs a failing hook by its name, which a partial lacks.
    transaction.on_commit(send, robust=True)
