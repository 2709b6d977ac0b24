"""Deliver: the one place through which a committed change leaves for everybody who looks at the game.

Sockets of this process get the new view at once, from the match that was just committed. Other processes
get a hint with game and version over the channel layer and read the log themselves, so that a hint
lost by the layer costs only the seconds until the next beat.
"""

from __future__ import annotations

from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.match import Match

SITE = "games.site"
"""The group that every process listens to."""


class Local(Protocol):
    """The sockets of this process; both methods may be called in any thread."""

    def publish(self, match: Match) -> None: ...

    def end(self, tag: str) -> None: ...


_local: Local | None = None


def subscribe(local: Local) -> None:
    """Make ``local`` the one that hears of everything that happens in this process."""
    global _local
    _local = local


def publish(match: Match) -> None:
    """Tell everybody that ``match`` is committed. To be called after commit, from any thread."""
    if _local is not None:
        _local.publish(match)
    elif reaches_others():
        async_to_sync(hint)(match)


def end(tag: str) -> None:
    """Close the sockets that carry ``tag`` (see ``games.live.sessions``) in all processes."""
    if _local is not None:
        _local.end(tag)
    elif reaches_others():
        async_to_sync(hint_end)(tag)


def reaches_others() -> bool:
    """Whether the channel layer leads to other processes; the in-memory one ends in this one."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def group(game_id: int) -> str:
    return f"game.{game_id}"


async def hint(match: Match) -> None:
    """Tell the other processes that the game has a new version."""
    await _send(group(match.game_id), {"type": "game.changed", "game": match.game_id, "version": match.version})


async def hint_end(tag: str) -> None:
    await _send(SITE, {"type": "sockets.end", "tag": tag})


async def _send(to: str, message: dict[str, Any]) -> None:
    await get_channel_layer().group_send(to, message)
