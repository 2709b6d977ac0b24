"""What a kind of game shows to its sockets. The hub delivers; a face says what and to whom."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from games.store import presence
from games.store.broadcast import Note
from games.store.clock import clock
from games.store.presence import Stay
from games.store.tags import person_tag, session_tag, user_tag

Audience = int | str | None
"""Whoever sees the same: a seat, or another name that the face gives; None for watchers."""


DOUBT = timedelta(seconds=2)
"""Before a lease that another process renews runs out, it is read once more."""


@dataclass(eq=False, slots=True)
class Listener:
    """One socket that looks at a game. ``send`` takes a text; ``close`` says goodbye with a code of ``CLOSING``.

    ``lease`` is the row whose presence the socket renews, None for a watcher. ``person`` is the account behind it,
    where a socket is let in by something else than its session. ``shown`` is the newest version it was sent a view of,
    ``asking`` whether it waits for one that it asked for.
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
    shown: int = -1
    asking: bool = False
    answered_at: float = 0.0

    def beaten(self, version: int) -> None:
        """Note that a beat told this version: whoever reads shows at least the one before it by now."""
        self.due, self.told = self.told, version

    def answered(self, version: int, truth: int) -> bool:
        """Note the answer to a beat in a game that is at version ``truth``; False for one ahead of that.

        An answer with an old version, or with one that never was, is no proof of life: nobody reads there.
        """
        if self.due <= version <= truth:
            self.heard = time.monotonic()
        return version <= truth

    @property
    def silent_for(self) -> float:
        """Seconds since it was last heard."""
        return time.monotonic() - self.heard

    @property
    def tags(self) -> set[str]:
        people = {person_tag(one) for one in (self.user_id, self.person)}
        return {session_tag(self.session_key), user_tag(self.user_id), *people}

    @property
    def alive(self) -> bool:
        """Whether it was heard within the lease."""
        return self.silent_for < presence.LEASE.total_seconds()


@dataclass(eq=False, slots=True)
class Room:
    """A game that somebody of this process looks at, as it was last shown. ``stays`` are by seat or device.

    ``seated`` are the sockets that renew a lease, which are served before the ``watchers``. ``here`` is who was told
    to be here. The rest is kept by ``games.live.delivery``.
    """

    story: Any
    face: Face
    seated: set[Listener] = field(default_factory=set)
    watchers: set[Listener] = field(default_factory=set)
    stays: dict[int, Stay] = field(default_factory=dict)
    here: tuple[object, ...] = ()
    views: dict[tuple[Audience, str], str | asyncio.Task[str]] = field(default_factory=dict)
    views_of: int = -1
    streaming: bool = False
    telling: bool = False

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """All sockets, those at the table first."""
        return (*self.seated, *self.watchers)

    @property
    def empty(self) -> bool:
        return not self.seated and not self.watchers

    def enter(self, listener: Listener) -> None:
        self._side(listener).add(listener)

    def leave(self, listener: Listener) -> None:
        """Forget a socket, but not when it was last heard."""
        side, key = self._side(listener), self.key(listener)
        if listener in side and key is not None:
            heard = clock.now() - timedelta(seconds=listener.silent_for)
            stay = self.stay(key)
            self.stays[key] = replace(stay, seen_at=max(heard, stay.seen_at or heard))
        side.discard(listener)

    def key(self, listener: Listener) -> int | None:
        """What the stay of a socket at the table goes by."""
        key = self.face.audience(self.story, listener)
        return key if listener.lease is not None and isinstance(key, int) else None

    def held(self) -> set[int]:
        """The seats or devices that a living socket of this process holds."""
        return {key for one in self.seated if one.alive and (key := self.key(one)) is not None}

    def doubtful(self, now: datetime) -> bool:
        """Whether somebody who is held elsewhere would soon be told to be away, on news that may be old."""
        late = [key for key, stay in self.stays.items() if stay.here(now) and not stay.here(now + DOUBT)]
        return bool(late) and not self.held().issuperset(late)

    def seat(self, listener: Listener, lease: int) -> None:
        """Somebody who watched has taken a seat."""
        if listener in self.watchers:
            self.watchers.discard(listener)
            listener.lease = lease
            self.seated.add(listener)

    def stay(self, key: int) -> Stay:
        return self.stays.get(key, Stay(None, None))

    def _side(self, listener: Listener) -> set[Listener]:
        return self.watchers if listener.lease is None else self.seated


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

    def here(self, room: Room) -> tuple[object, ...]:
        """Who is here, as the beats of all audiences say it: whenever this changes, everybody is told."""
        return ()

    def lease(self, game_id: int, user_id: int) -> int | None:
        """The row of somebody who took a seat while watching; called in a thread that may use the database."""
        return None

    @abstractmethod
    def renew(self, leases: Mapping[int, float]) -> None:
        """Renew these leases, each by the seconds since it was last heard, with one statement however many they are.

        Called in a thread that may use the database, as is ``stays``.
        """

    @abstractmethod
    def stays(self, game_ids: Iterable[int]) -> Mapping[int, Mapping[int, Stay]]:
        """The stays of these games, by game and by what ``Room.stays`` goes by."""
