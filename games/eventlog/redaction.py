"""Redaction of the event log: removes the names of an erased account from entries.

This is the one exception to the rule that the log is append-only. Only names in the data of entries are replaced, and a
further entry records the redaction. Number, kind, seat, cards and time of every entry stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.eventlog import event_store, storage
from games.eventlog.storage import Append
from games.models import Entry, Game
from games.rules.errors import Refusal
from games.state.erasure import ERASED_KIND, ErasedPerson
from games.state.game_state import Event, GameState
from games.state.kinds import STATE_CLASSES
from games.state.moderation import MODERATED_KIND


def erase_names(game: Game, find_person: Callable[[GameState], ErasedPerson]) -> GameState:
    """Remove a person's names from a game's log, in a transaction of its own, and send ``committed`` after commit.

    ``find_person`` returns the person's names and seats in a state. Idempotent. Raise ``Refusal`` with ``busy`` after
    ``MAX_ATTEMPTS`` conflicts with other writers.
    """
    for _ in range(event_store.MAX_ATTEMPTS):
        state = event_store.load_state(game.pk)
        with transaction.atomic():
            after = _erase_once(game, state, find_person(state))
            if after is not None:
                return after
    raise Refusal("busy")


def _erase_once(game: Game, state: GameState, person: ErasedPerson) -> GameState | None:
    """Return the state without the names, or None if another writer has advanced the game."""
    entries = list(Entry.objects.filter(game=game).order_by("number"))
    if len(entries) != state.version:
        return None
    changed = _list_changed_entries(STATE_CLASSES[game.mode](game.pk, game.code), entries, person)
    erasure = Event(ERASED_KIND, data=_describe_person(person), at=timezone.now())
    if not changed and any((entry.kind, entry.data) == (ERASED_KIND, erasure.data) for entry in entries):
        return state
    events = [event_store.build_event(entry) for entry in entries]
    after = STATE_CLASSES[game.mode](game.pk, game.code).fold([*events, erasure])
    append = Append(state, after, (erasure,))
    if not storage.claim_versions([append]):
        return None
    for entry in changed:
        Entry.objects.filter(pk=entry.pk).update(data=entry.data)
    event_store.insert_append(append)
    return after


def _list_changed_entries(state: GameState, entries: list[Entry], person: ErasedPerson) -> list[Entry]:
    """Return the entries that contain one of the names, redacted but not saved."""
    changed = []
    for entry in entries:
        event = event_store.build_event(entry)
        state = state.advance(event)
        data = _redact_event(state, event, person)
        if data != entry.data:
            entry.data = data
            changed.append(entry)
    return changed


def _describe_person(person: ErasedPerson) -> dict[str, Any]:
    """Return the data of the erasure entry: the user's key, or the seats of a person without an account."""
    return {"seats": sorted(person.seats)} if person.user is None else {"user": person.user}


def _redact_event(state: GameState, event: Event, person: ErasedPerson) -> dict[str, Any]:
    data: Mapping[str, Any] = state.redact_event(event, person)
    if event.kind == MODERATED_KIND:
        data = {**data, "why": person.replace_in_text(data["why"])}
    return dict(data)
