"""Deliver: the one place through which a committed change leaves for everybody who looks at the game.

Sockets of this process get the new view at once, from the story that was just committed. Other processes
get a hint with game and version over the channel layer and read the log themselves, so that a hint
lost by the layer costs only the seconds until the next beat.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer
from django.core.exceptions import ImproperlyConfigured

from games import metrics, outage
from games.store.listeners import Commit
from games.stories.story import Story

SITE = "games.site"
"""The group that every process listens to."""
EVERYWHERE = 0
"""The game of a note that is no game's."""


@dataclass(frozen=True, slots=True)
class Note:
    """A small message to those who look at a game, beside its story: said once, kept nowhere, and lost where nobody
    listens. ``data`` is plain JSON without a secret; each kind of game says to whom and in which words it is shown."""

    game_id: int
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


class Local(Protocol):
    """The sockets of this process; all methods may be called in any thread."""

    def publish(self, story: Story) -> None: ...

    def note(self, note: Note) -> None: ...

    def end(self, tag: str, code: str) -> None: ...


_local: Local | None = None


def subscribe(local: Local) -> None:
    """Make ``local`` the one that hears of everything that happens in this process."""
    global _local
    _local = local


def publish(story: Story) -> None:
    """Tell everybody that ``story`` is committed. To be called after commit, from any thread."""
    if _local is not None:
        _local.publish(story)
    elif reaches_others():
        _tell(hint(story))


def deliver(commit: Commit) -> None:
    """``publish``, as a listener after commits; counted first, since delivery is timed from here."""
    story = commit.story
    metrics.committed(story.game_id, story.version, story.mode, (fact.kind for fact in commit.facts))
    publish(commit.story)


def note(note: Note) -> None:
    """Show a small message to everybody who looks at its game, in all processes. From any thread."""
    if _local is not None:
        _local.note(note)
    elif reaches_others():
        _tell(hint_note(note))


def end(tag: str, code: str = "session_ended") -> None:
    """Close the sockets that carry ``tag`` (see ``games.store.tags``) in all processes, saying ``code``."""
    if _local is not None:
        _local.end(tag, code)
    elif reaches_others():
        _tell(hint_end(tag, code))


def reaches_others() -> bool:
    """Whether the channel layer leads to other processes; the in-memory one ends in this one."""
    return not isinstance(layer(), InMemoryChannelLayer)


def layer() -> BaseChannelLayer:
    """The configured channel layer; every installation has one."""
    configured = get_channel_layer()
    if configured is None:
        raise ImproperlyConfigured("CHANNEL_LAYERS has no default layer")
    return configured


def group(game_id: int) -> str:
    return f"game.{game_id}"


async def hint(story: Story) -> None:
    """Tell the other processes that the game has a new version."""
    await _send(group(story.game_id), {"type": "game.changed", "game": story.game_id, "version": story.version})


async def hint_note(note: Note) -> None:
    to = SITE if note.game_id == EVERYWHERE else group(note.game_id)
    await _send(to, {"type": "game.note", "game": note.game_id, "kind": note.kind, "data": note.data})


async def hint_end(tag: str, code: str) -> None:
    await _send(SITE, {"type": "sockets.end", "tag": tag, "code": code})


async def _send(to: str, message: dict[str, Any]) -> None:
    await layer().group_send(to, message)


def _tell(message: Coroutine[Any, Any, None]) -> None:
    """Send from a thread without sockets. Where the layer is away beats make it good, and nobody is kept waiting."""
    try:
        async_to_sync(_awaited)(message)
    except outage.redis.errors as error:
        metrics.dropped()
        outage.redis.failed(error)


async def _awaited(message: Coroutine[Any, Any, None]) -> None:
    await message
