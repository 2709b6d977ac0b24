"""What a kind of game shows to its sockets. The hub delivers; a face says what and to whom."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from games.store import presence
from games.store.broadcast import Note
from games.store.presence import Stay
from games.store.tags import person_tag, session_tag, user_tag

Audience = int | str | None
"""Whoever sees the same: a seat, or another name that the face gives; None for watchers."""


@dataclass(eq=False, slots=True)
class Listener:
    """One socket that looks at a game. ``send`` takes a text; ``close`` says goodbye with a code of ``CLOSING``.

    ``lease`` is the row whose presence the socket renews, None for a watcher. ``person`` is the account behind it,
    where a socket is let in by something else than its session.
    """

    user_id: int | None
    lease: int | None
    session_key: str | None
    language: str
    send: Callable[[str], Awaitable[None]]
    close: Callable[[str], Awaitable[None]]
    person: int | None = None
    heard: float = field(default_factory=time.monotonic)
    due: int = 0
    told: int = 0

    def beaten(self, version: int) -> None:
        """Note that a beat told this version: whoever reads shows at least the one before it by now."""
        self.due, self.told = self.told, version

    def answered(self, version: int) -> None:
        """Note the answer to a beat. One with an old version is no proof of life: nobody reads there."""
        if version >= self.due:
            self.heard = time.monotonic()

    @property
    def tags(self) -> set[str]:
        people = {person_tag(one) for one in (self.user_id, self.person)}
        return {session_tag(self.session_key), user_tag(self.user_id), *people}

    @property
    def alive(self) -> bool:
        """Whether it was heard within the lease."""
        return time.monotonic() - self.heard < presence.LEASE.total_seconds()


@dataclass(eq=False, slots=True)
class Room:
    """A game that somebody of this process looks at, as it was last shown. ``stays`` are by seat or device."""

    story: Any
    face: Face
    listeners: set[Listener] = field(default_factory=set)
    stays: dict[int, Stay] = field(default_factory=dict)

    def stay(self, key: int) -> Stay:
        return self.stays.get(key, Stay(None, None))


class Face(ABC):
    """One kind of game. Everything about ``story`` is of that kind.

    A ``slow`` one renders for so long that the loop of all sockets must not wait for it.
    """

    slow = False

    @abstractmethod
    def audience(self, story: Any, listener: Listener) -> Audience:
        """As whom the socket sees the game."""

    def may_look(self, story: Any, listener: Listener) -> bool:
        """Whether the socket may see the game at all."""
        return bool(story.open_to(listener.user_id, listener.lease))

    def farewell(self, story: Any, listener: Listener) -> str:
        """The closing code for a socket that may not see the game any more."""
        return "may_not_watch"

    @abstractmethod
    def render(self, story: Any, audience: Audience, language: str) -> str:
        """The view of an audience as JSON text."""

    def note(self, story: Any, note: Note, audience: Audience, language: str) -> str | None:
        """A small message as an audience reads it, as JSON text; None where it is not for that audience."""
        return None

    @abstractmethod
    def beat(self, room: Room, audience: Audience) -> str:
        """The beat for an audience as JSON text."""

    @abstractmethod
    def exchange(self, leases: Iterable[int], game_ids: Iterable[int]) -> dict[int, dict[int, Stay]]:
        """Renew these leases and give the stays of these games; called in a database thread."""
