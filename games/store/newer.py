"""Reading what was added to many games since, together."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

from django.db import Error, connection
from django.db.models import Q, QuerySet

from games.models import Entry, Game
from games.store import log
from games.store.rows import Row, read
from games.stories.kinds import KINDS
from games.stories.story import Story

logger = logging.getLogger(__name__)

TOGETHER = 200
"""Games whose entries are read by one query."""


class Shown(NamedTuple):
    """A game as far as it is shown, of which nobody has the story at hand."""

    game_id: int
    version: int


Ahead = dict[int, int]
"""Games, and the versions at which they stand in the database."""


class Tail:
    """``ahead`` again and again: no game is asked for while nothing was added to the log since they were last, unless
    an older version of one is shown than then."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Ask for all with the next time: what was found was not shown."""
        self._last: int | None = None
        self._asked: dict[int, int] = {}

    def behind(self) -> bool:
        """Whether anything may have been added to the log since games were asked for."""
        last = last_entry()
        return last is None or last != self._last

    def ahead(self, shown: Iterable[Story | Shown]) -> Ahead:
        known, last = {one.game_id: one for one in shown}, last_entry()
        versions, asked = {game_id: one.version for game_id, one in known.items()}, self._asked
        no_older = all(asked.get(game_id, version + 1) <= version for game_id, version in versions.items())
        if last is not None and last == self._last and no_older:
            return {}
        found = ahead(known.values())
        self._last, self._asked = last, versions
        return found


def last_entry() -> int | None:
    """The key of the newest entry, 0 in an empty log. None where keys are no order of commits: SQLite alone has one
    writer at a time, and gives no key twice."""
    if connection.vendor != "sqlite":
        return None
    found = read(_newest)
    return int(found[0][0]) if found else 0


def _newest() -> QuerySet[Entry, Row]:
    return Entry.objects.order_by("-pk").values_list("pk")[:1]


def ahead(shown: Iterable[Story | Shown]) -> Ahead:
    """Of what is shown, the games that the log is ahead of. One query, however many they are."""
    known = {one.game_id: one.version for one in shown}
    versions = Game.objects.filter(pk__in=list(known)).values_list("pk", "version")
    return {game_id: version for game_id, version in versions if version > known[game_id]}


def newer(shown: Iterable[Story | Shown]) -> list[Story]:
    """``ahead``, as they stand in the log. Two queries for 200 of them.

    The trap: a game that goes on card by card has to take all of them in for it.
    """
    known = {one.game_id: one for one in shown}
    versions = ahead(known.values())
    stories = [story for game_id in versions if (story := _story(known[game_id])) is not None]
    behind = [story for story in stories if story.version < versions[story.game_id]]
    return grown(behind) + [story for story in stories if story.version >= versions[story.game_id]]


def _story(shown: Story | Shown) -> Story | None:
    """What this process knows of a game."""
    if isinstance(shown, Story):
        return shown
    return _readable(shown.game_id, lambda: log.cache.get(shown.game_id) or log.load(shown.game_id))


def grown(stories: Iterable[Story]) -> list[Story]:
    """``newer`` for stories of which it is known that the log is ahead: one query for 200 of them."""
    known = {story.game_id: story for story in stories}
    games = sorted(known)
    found = (_read(known, games[first : first + TOGETHER]) for first in range(0, len(games), TOGETHER))
    return [story for some in found for story in some]


def stories(games: Iterable[Game]) -> dict[int, Story]:
    """The stories of rows that were just read, by their keys, without those that cannot be read: no query where this
    process knows them, else one for 200 of them."""
    rows = list(games)
    known = {game.pk: log.cache.get(game.pk) or KINDS[game.mode](game.pk, game.code) for game in rows}
    behind = {game.pk for game in rows if known[game.pk].version < game.version}
    read = {story.game_id: story for story in grown(known[game_id] for game_id in behind)}
    return {game_id: story for game_id, story in known.items() if game_id not in behind} | read


def apart(games: Iterable[Game]) -> dict[int, Story]:
    """``stories`` of games that nobody plays any more: read anew, one query for 200 of them, and not remembered, since
    they would take the place of those that are played."""
    blank = {game.pk: KINDS[game.mode](game.pk, game.code) for game in games}
    entries = Entry.objects.filter(game__in=blank).order_by("game_id", "number")
    found = groupby(entries, lambda entry: entry.game_id)
    return {game_id: blank[game_id].fold(map(log.fact_of, some)) for game_id, some in found}


def _read(known: dict[int, Story], games: list[int]) -> list[Story]:
    missing = Q()
    for game_id in games:
        missing |= Q(game_id=game_id, number__gt=known[game_id].version)
    entries = Entry.objects.filter(missing).order_by("game_id", "number")
    found = (_folded(known[game_id], some) for game_id, some in groupby(entries, lambda entry: entry.game_id))
    return [story for story in found if story is not None]


def _folded(story: Story, entries: Iterable[Entry]) -> Story | None:
    facts = [log.fact_of(entry) for entry in entries]
    rewritten = any(fact.rewrites for fact in facts)
    after = _readable(story.game_id, lambda: log.load(story.game_id) if rewritten else story.fold(facts))
    if after is not None:
        log.cache.put(after)
    return after


def _readable(game_id: int, read: Callable[[], Story]) -> Story | None:
    """A game that cannot be read, because a newer release wrote it, must not silence the others. A database that cannot
    be asked silences all, and is asked again."""
    try:
        return read()
    except Error:
        raise
    except Exception:
        logger.exception("game %d cannot be read", game_id)
        return None
