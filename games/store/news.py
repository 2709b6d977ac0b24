"""What processes tell each other, and how it is written: that a game moved on, a small message, who is here.

What a game's entries say goes along where it is small, so that nobody has to read it: entries hold cards, so they go
by the site's own Redis alone, never by what anybody with a connection to the database can hear.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from games.store.listeners import Commit
from games.store.played import Played
from games.store.presence import Stay
from games.stories.story import Fact, Story

S = TypeVar("S", bound=Story)

EVERYWHERE = 0
"""The game of a note that is no game's, but a person's."""
SMALL = 2048
"""Bytes of a game's new entries that still go along."""


@dataclass(frozen=True, slots=True)
class Moved:
    """That a game has reached ``version``. ``entries`` are the last ones as JSON text, or nothing."""

    game_id: int
    version: int
    entries: str = ""

    def onto(self, story: S) -> S | None:
        """The story with the entries, where they are just those that it lacks; None where they have to be read."""
        facts = [_fact(row) for row in json.loads(self.entries or "[]")]
        if not facts or story.version + len(facts) != self.version or any(fact.rewrites for fact in facts):
            return None
        return story.fold(facts)


@dataclass(frozen=True, slots=True)
class Note:
    """A small message to those who look at a game, beside its story: said once, kept nowhere, and lost where nobody
    listens. ``data`` is plain JSON without a secret; each kind of game says to whom and in which words it is shown.
    ``private`` is what goes by the site's own Redis alone."""

    game_id: int
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class End:
    """That the sockets with a tag (see ``games.store.tags``) are to be closed, saying ``code``."""

    tag: str
    code: str


@dataclass(frozen=True, slots=True)
class Stayed:
    """When those at a game were last heard, and since when without a gap; by seat or device."""

    game_id: int
    stays: Mapping[int, Stay]


Item = Moved | Note | End | Stayed


def moved(commit: Commit) -> Moved:
    """What a commit means to the other processes."""
    entries = json.dumps([_row(fact) for fact in commit.facts], separators=(",", ":"))
    story = commit.story
    return Moved(story.game_id, story.version, entries if len(entries) <= SMALL else "")


def played(card: Played) -> Moved:
    """``moved`` for a played card."""
    return Moved(card.game_id, card.version, json.dumps([_row(card.fact)], separators=(",", ":")))


def written(items: Iterable[Item], *, entries: bool) -> str:
    """The items as text; with what the games' entries say, or without."""
    return json.dumps([_listed(item, entries) for item in items], separators=(",", ":"))


def read(text: str) -> list[Item]:
    """The items of a text; kinds that this release does not know are left out."""
    made = ((_KINDS.get(kind), rest) for kind, *rest in json.loads(text))
    return [make(*rest) for make, rest in made if make is not None]


def _stayed(game_id: int, rows: Iterable[list[Any]]) -> Stayed:
    return Stayed(game_id, {key: Stay(_moment(seen), _moment(since)) for key, seen, since in rows})


_KINDS: Mapping[str, Callable[..., Item]] = {"moved": Moved, "note": Note, "end": End, "stayed": _stayed}


def _listed(item: Item, entries: bool) -> list[Any]:
    match item:
        case Moved():
            return ["moved", item.game_id, item.version, *([item.entries] if entries else [])]
        case Note():
            private = [dict(item.private)] if entries and item.private else []
            return ["note", item.game_id, item.kind, dict(item.data), *private]
        case End():
            return ["end", item.tag, item.code]
        case Stayed():
            rows = [[key, _iso(stay.seen_at), _iso(stay.here_since)] for key, stay in item.stays.items()]
            return ["stayed", item.game_id, rows]


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _row(fact: Fact) -> list[Any]:
    return [fact.kind, fact.seat, dict(fact.data), fact.client_id, fact.actor_id, _iso(fact.at)]


def _fact(row: list[Any]) -> Fact:
    kind, seat, data, client_id, actor_id, at = row
    return Fact(kind, seat, data, client_id, actor_id, _moment(at))
