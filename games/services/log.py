"""The log: reading it into a match, and appending to it. Every write to a game goes through ``append``."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.live import broadcast
from games.match import Fact, Kind, Match, fold
from games.models import Entry, Game
from games.rules.errors import Refusal

Decide = Callable[[Match], Sequence[Fact]]
"""Looks at a match and says what to append; raises ``Refusal``, or gives nothing when all is done already."""

ATTEMPTS = 20


class Cache:
    """The last few thousand matches by game. A match is a pure value, so an old one is harmless:
    the claim of the version finds out."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: int) -> Match | None:
        with self._lock:
            return self._matches.get(game_id)

    def put(self, match: Match) -> None:
        with self._lock:
            known = self._matches.get(match.game_id)
            if known is None or known.version < match.version:
                self._matches[match.game_id] = match
                self._matches.move_to_end(match.game_id)
            while len(self._matches) > self._size:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()


cache = Cache(4096)


def known(game_id: int) -> Match:
    """The match as this process last saw it, from the cache if it is there; another process may be ahead."""
    return cache.get(game_id) or load(game_id)


def load(game_id: int) -> Match:
    """The match as it stands in the database; only the entries not yet folded are read.

    Refused with ``no_such_game``. What it reads is kept, so a transaction that wrote the
    game must have ended.
    """
    match = cache.get(game_id) or _blank(game_id)
    newer = Entry.objects.filter(game_id=game_id, number__gt=match.version).order_by("number")
    match = fold(match, [fact_of(entry) for entry in newer])
    cache.put(match)
    return match


def append(game_id: int, decide: Decide) -> Match:
    """Append what ``decide`` says and give the match after it; the match as it is if that is nothing.

    ``decide`` may be called again with a newer match when somebody else was first, so it must
    have no effects of its own. Published after commit. Refused as ``decide`` refuses, with
    ``no_such_game``, and with ``busy`` when others were first every time.
    """
    match = known(game_id)
    for _ in range(ATTEMPTS):
        facts = decide(match)
        if not facts:
            return match
        after = fold(match, facts)
        with transaction.atomic(savepoint=False):
            if _claim(match, after):
                _insert(match, facts)
                transaction.on_commit(partial(_committed, after), robust=True)
                return after
        match = load(game_id)
    raise Refusal("busy")


def begin(game: Game, facts: Sequence[Fact]) -> Match:
    """The first entries of a game whose row was made in the same transaction."""
    match = _blank(game.pk)
    after = fold(match, facts)
    _claim(match, after)
    _insert(match, facts)
    transaction.on_commit(partial(_committed, after), robust=True)
    return after


def fact_of(entry: Entry) -> Fact:
    return Fact(Kind(entry.kind), entry.seat, entry.data, entry.client_id, entry.actor_id)


def _blank(game_id: int) -> Match:
    code = Game.objects.filter(pk=game_id).values_list("code", flat=True).first()
    if code is None:
        raise Refusal("no_such_game")
    return Match(game_id, code)


def _claim(match: Match, after: Match) -> bool:
    """Move the game from the version of ``match`` to that of ``after``; False when somebody else was first."""
    state = after.state
    return bool(
        Game.objects.filter(pk=match.game_id, version=match.version).update(
            version=F("version") + (after.version - match.version),
            status=after.status,
            turn=None if state is None or after.over else state.to_play,
            phase=state and state.phase,
            trick=state and state.number,
            ending=after.ending or "",
            winner=after.winner,
            changed_at=timezone.now(),
        )
    )


def _insert(match: Match, facts: Sequence[Fact]) -> None:
    Entry.objects.bulk_create(
        Entry(
            game_id=match.game_id,
            number=number,
            kind=fact.kind,
            seat=fact.seat,
            data=dict(fact.data),
            client_id=fact.client_id,
            actor_id=fact.actor_id,
        )
        for number, fact in enumerate(facts, match.version + 1)
    )


def _committed(match: Match) -> None:
    cache.put(match)
    broadcast.publish(match)
