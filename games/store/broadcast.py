"""Deliver: the one place through which a committed change leaves for everybody who looks at the game.

Sockets of this process get the new view at once, from the story that was just committed. Other processes
get news of it (see ``games.store.news``), so that news lost on the way costs only the seconds until the next beat.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Protocol

from django.db import Error

from games import metrics, outage
from games.store import post
from games.store.listeners import Commit
from games.store.news import End, Item, Note, moved
from games.store.played import Played
from games.stories.online_kinds import Kind
from games.stories.status import Mode

logger = logging.getLogger(__name__)

__all__ = ["Local", "Note", "deliver", "end", "follow", "note", "publish", "reaches_others", "subscribe"]


class Local(Protocol):
    """The sockets of this process; all methods may be called in any thread."""

    def publish(self, commit: Commit) -> None: ...

    def follow(self, cards: Sequence[Played], since: float) -> None: ...

    def note(self, note: Note) -> None: ...

    def end(self, tag: str, code: str) -> None: ...


_local: Local | None = None


def subscribe(local: Local) -> None:
    """Make ``local`` the one that hears of everything that happens in this process."""
    global _local
    _local = local


def publish(commit: Commit) -> None:
    """Tell everybody what is committed. To be called after commit, from any thread."""
    if _local is not None:
        _local.publish(commit)
    elif reaches_others():
        _tell(moved(commit))


def deliver(commit: Commit) -> None:
    """``publish``, as a listener after commits; counted first, since delivery is timed from here."""
    story = commit.story
    if commit.shown:
        return
    metrics.committed(story.game_id, story.version, story.mode, (fact.kind for fact in commit.facts))
    publish(commit)


def follow(cards: Sequence[Played]) -> None:
    """``deliver`` for the played cards of a commit. Where no socket is, none was played, so there is nobody to tell."""
    metrics.entered(Mode.ONLINE, Kind.PLAYED, len(cards))
    if _local is not None:
        _local.follow(cards, time.perf_counter())


def note(note: Note) -> None:
    """Show a small message to everybody who looks at its game, in all processes. From any thread."""
    if _local is not None:
        _local.note(note)
    elif reaches_others():
        _tell(note)


def end(tag: str, code: str = "session_ended") -> None:
    """Close the sockets that carry ``tag`` (see ``games.store.tags``) in all processes, saying ``code``."""
    if _local is not None:
        _local.end(tag, code)
    elif reaches_others():
        _tell(End(tag, code))


def reaches_others() -> bool:
    """Whether there is a way to other processes."""
    return post.has_redis() or post.has_notices()


def _tell(item: Item) -> None:
    """Send from a thread without sockets. Where no way is open beats make it good, and nobody is kept waiting."""
    if post.has_redis() and not outage.redis.lately():
        try:
            post.publish([item])
        except outage.redis.errors as error:
            outage.redis.failed(error)
        else:
            return
    try:
        if post.has_notices():
            post.as_notices([item])
        else:
            metrics.dropped()
    except Error as error:
        metrics.dropped()
        logger.warning("news is not told: %s", error)
