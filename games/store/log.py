"""The log: reading it into a story, and appending to it. Every write to a game goes through ``append``."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from games.models import Entry, Game
from games.rules.errors import Refusal
from games.store import broadcast, rows
from games.stories.online import Match
from games.stories.status import Mode
from games.stories.story import Fact, Story
from games.stories.table import Table

S = TypeVar("S", bound=Story)

ATTEMPTS = 20


STORIES: dict[str, type[Story]] = {Mode.ONLINE: Match, Mode.TABLE: Table}


class Cache:
    """The last few thousand stories by game. A story is a pure value, so an old one is harmless:
    the claim of the version finds out."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._stories: OrderedDict[int, Story] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: int) -> Story | None:
        with self._lock:
            story = self._stories.get(game_id)
            if story is not None:
                self._stories.move_to_end(game_id)
            return story

    def put(self, story: Story) -> None:
        with self._lock:
            known = self._stories.get(story.game_id)
            if known is None or known.version < story.version:
                self._stories[story.game_id] = story
                self._stories.move_to_end(story.game_id)
            while len(self._stories) > self._size:
                self._stories.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._stories.clear()


cache = Cache(4096)


def load(game_id: int) -> Story:
    """The story as it stands in the database; only the entries not yet folded are read.

    Refused with ``no_such_game``. What it reads is kept, so a transaction that wrote the
    game must have ended.
    """
    story = cache.get(game_id) or _blank(game_id)
    newer = Entry.objects.filter(game_id=game_id, number__gt=story.version).order_by("number")
    story = story.fold(fact_of(entry) for entry in newer)
    cache.put(story)
    return story


def load_as(kind: type[S], game_id: int) -> S:
    """``load`` for a game that must be of this kind; refused with ``no_such_game`` otherwise."""
    return _of_kind(kind, load(game_id))


def append(kind: type[S], game_id: int, decide: Callable[[S], Sequence[Fact]]) -> S:
    """Append what ``decide`` says and give the story after it; the story as it is if that is nothing.

    ``decide`` looks at the story, which must be of this kind, and says what to append, or raises
    ``Refusal``, or gives nothing when all is done already. It may be called again with a newer
    story when somebody else was first, so it must have no effects of its own. Published after
    commit. Refused as ``decide`` refuses, with ``no_such_game``, and with ``busy`` when others were
    first every time.
    """
    story = _of_kind(kind, cache.get(game_id) or load(game_id))
    for _ in range(ATTEMPTS):
        try:
            facts = decide(story)
        except Refusal:
            # Another process may have moved the game on since this one last looked.
            newer = _of_kind(kind, load(game_id))
            if newer.version == story.version:
                raise
            story = newer
            continue
        if not facts:
            return story
        after = story.fold(facts)
        with transaction.atomic(savepoint=False):
            if _claim(story, after):
                _insert(story, facts)
                _announce(after)
                return after
        story = _of_kind(kind, load(game_id))
    raise Refusal("busy")


def begin(game: Game, facts: Sequence[Fact]) -> Story:
    """The first entries of a game whose row was made in the same transaction."""
    story = STORIES[game.mode](game.pk, game.code)
    after = story.fold(facts)
    _claim(story, after)
    _insert(story, facts)
    _announce(after)
    return after


def fact_of(entry: Entry) -> Fact:
    return Fact(entry.kind, entry.seat, entry.data, entry.client_id, entry.actor_id)


def _blank(game_id: int) -> Story:
    found = Game.objects.filter(pk=game_id).values_list("mode", "code").first()
    if found is None:
        raise Refusal("no_such_game")
    mode, code = found
    return STORIES[mode](game_id, code)


def _of_kind(kind: type[S], story: Story) -> S:
    if not isinstance(story, kind):
        raise Refusal("no_such_game")
    return story


def _claim(story: Story, after: Story) -> bool:
    """Move the game from the version of ``story`` to that of ``after``; False when somebody else was first."""
    values = {"version": after.version, "changed_at": timezone.now(), **after.columns()}
    return rows.update(Game, {"id": story.game_id, "version": story.version}, values) == 1


def _insert(story: Story, facts: Sequence[Fact]) -> None:
    now = timezone.now()
    rows.insert(Entry, [_row(story.game_id, number, fact, now) for number, fact in enumerate(facts, story.version + 1)])


def _row(game_id: int, number: int, fact: Fact, now: datetime) -> dict[str, Any]:
    return {
        "game": game_id,
        "number": number,
        "kind": fact.kind,
        "seat": fact.seat,
        "data": dict(fact.data),
        "client_id": fact.client_id,
        "actor": fact.actor_id,
        "created_at": now,
    }


def _announce(story: Story) -> None:
    """Tell of ``story`` after commit. Django reports what fails then by the function's name, which a partial lacks."""

    def committed() -> None:
        _committed(story)

    transaction.on_commit(committed, robust=True)


def _committed(story: Story) -> None:
    cache.put(story)
    broadcast.publish(story)
