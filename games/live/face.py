"""What a kind of game shows to its sockets. The hub delivers; a face says what and to whom."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import inf
from typing import Any

from pydantic_core import from_json

from games.live.line import Line
from games.live.views import Moved, Views
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
    ``shown_as`` as whom, ``asking`` whether it waits for one that it asked for. One that ``folds`` is sent changes, and
    with them the answers to what it asked for; ``unanswered`` are the ids of that, with the version where it is known.
    ``line`` is the direct way of texts, where there is one. By one that only ``looks`` nobody is present.
    """

    user_id: int | None
    lease: int | None
    session_key: str | None
    language: str
    send: Callable[[str], Awaitable[None]]
    close: Callable[[str], Awaitable[None]]
    person: int | None = None
    looks: bool = False
    heard: float = field(default_factory=time.monotonic)
    due: int = 0
    told: int = 0
    folds: bool = False
    shown: int = -1
    shown_as: tuple[Audience, str] | None = None
    asking: bool = False
    answered_at: float = 0.0
    unanswered: dict[str, int | None] = field(default_factory=dict)
    line: Line | None = None

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

    def asks(self, client_ids: Iterable[str]) -> None:
        """Note that answers are due; where changes bring them, the next one may."""
        if self.folds:
            self.unanswered.update(dict.fromkeys(client_ids))

    def owed(self, client_id: str, version: int) -> bool:
        """Whether what was stored with this version has to be told on its own, and not with the change to it."""
        if not self.folds:
            return True
        if client_id not in self.unanswered:
            return False
        if version <= self.shown:
            del self.unanswered[client_id]
            return True
        self.unanswered[client_id] = version
        return False

    def told_with(self, version: int, answers: Callable[[str], int | None]) -> list[str]:
        """The ids that are answered by what is sent of a version; ``answers`` tells what the story knows of them."""
        known = {one: answers(one) if found is None else found for one, found in self.unanswered.items()}
        told = [one for one, found in known.items() if found is not None and found <= version]
        for one in told:
            del self.unanswered[one]
        return told

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
    to be here. ``whole`` is the version at which all who are expected sat at sockets of this process; -1 once somebody
    came or went. ``beat`` is what is told of that version. The rest is kept by ``games.live.delivery``.
    """

    story: Any
    face: Face
    seated: set[Listener] = field(default_factory=set)
    watchers: set[Listener] = field(default_factory=set)
    stays: dict[int, Stay] = field(default_factory=dict)
    here: tuple[object, ...] = ()
    shown: Views | None = None
    streaming: bool = False
    telling: bool = False
    whole: int = -1
    beat: str = ""

    @property
    def views(self) -> Views:
        """The texts of the newest version."""
        if self.shown is None:
            self.shown = Views(self.story, self.face)
        elif self.shown.version != self.story.version:
            self.shown = self.shown.next(self.story)
        return self.shown

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """All sockets, those at the table first."""
        return (*self.seated, *self.watchers)

    @property
    def empty(self) -> bool:
        return not self.seated and not self.watchers

    def enter(self, listener: Listener) -> None:
        self.whole = -1
        self._side(listener).add(listener)

    def leave(self, listener: Listener) -> None:
        """Forget a socket, but not when it was last heard."""
        self.whole = -1
        side = self._side(listener)
        if listener in side:
            self.note(listener)
        side.discard(listener)

    def note(self, listener: Listener) -> None:
        """Keep when a socket at the table was last heard."""
        key = self.key(listener)
        if key is not None:
            heard = clock.now() - timedelta(seconds=listener.silent_for)
            stay = self.stay(key)
            self.stays[key] = replace(stay, seen_at=max(heard, stay.seen_at or heard))

    def key(self, listener: Listener) -> int | None:
        """What the stay of a socket at the table goes by."""
        key = self.face.audience(self.story, listener)
        return key if listener.lease is not None and isinstance(key, int) else None

    def held(self) -> set[int]:
        """The seats or devices that a living socket of this process holds."""
        return {key for one in self.seated if one.alive and (key := self.key(one)) is not None}

    @property
    def calm(self) -> float:
        """A moment since which nothing can have changed of who is here: all who are expected were heard after it."""
        if self.whole != self.story.version:
            return -inf
        return min([one.heard for one in self.seated], default=inf)

    def look(self) -> None:
        """Find out whether all who are expected are here, and keep when each was last heard: from then on nobody
        reads it."""
        for one in self.seated:
            self.note(one)
        expected = self.face.expected(self.story)
        self.whole = self.story.version if expected is not None and expected <= self.held() else -1
        self.beat = ""

    def doubtful(self, now: datetime) -> bool:
        """Whether somebody who is held elsewhere would soon be told to be away, on news that may be old."""
        late = [key for key, stay in self.stays.items() if stay.here(now) and not stay.here(now + DOUBT)]
        return bool(late) and not self.held().issuperset(late)

    def seat(self, listener: Listener, lease: int) -> None:
        """Somebody who watched has taken a seat."""
        if listener in self.watchers:
            self.whole = -1
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
        """Whether the socket may see the game at all; whoever has a seat may."""
        return bool(story.open_to(listener.user_id, listener.lease))

    def farewell(self, story: Any, listener: Listener) -> str:
        """The closing code for a socket that may not see the game any more."""
        return "may_not_watch"

    @abstractmethod
    def render(self, story: Any, audience: Audience, language: str) -> str:
        """The view of an audience as JSON text."""

    def view(self, story: Any, audience: Audience, language: str) -> Mapping[str, Any]:
        """What ``render`` says, as a value of JSON."""
        found: Mapping[str, Any] = from_json(self.render(story, audience, language))
        return found

    def moved(self, before: Any, after: Any) -> Moved | None:
        """What happened from one story to the next, where there is a shorter way to tell what changes by it than
        comparing two views; None where there is none."""
        return None

    def answer(self, story: Any, audience: Audience, client_id: str) -> int | None:
        """The version with what an audience asked for under this id; None where that is not stored."""
        return None

    def note(self, story: Any, note: Note, audience: Audience, language: str) -> str | None:
        """A small message as an audience reads it, as JSON text; None where it is not for that audience."""
        return None

    @abstractmethod
    def beat(self, room: Room, audience: Audience) -> str:
        """The beat for an audience as JSON text."""

    def lasts(self, story: Any) -> bool:
        """Whether the beat stays the same as long as who is here and the version do."""
        return True

    def here(self, room: Room) -> tuple[object, ...]:
        """Who is here, as the beats of all audiences say it: whenever this changes, everybody is told."""
        return ()

    def expected(self, story: Any) -> set[int] | None:
        """Who has to be here so that the beat is one text for everybody, and the same until somebody goes or the game
        moves on; None where it never is."""
        return None

    def lease(self, game_id: int, user_id: int) -> int | None:
        """The row of somebody who took a seat while watching; called in a thread that may use the database."""
        return None

    def waits(self, story: Any) -> bool:
        """Whether it is in the lobby as long as somebody is here."""
        return False

    @abstractmethod
    def rows(self) -> presence.Rows:
        """The rows of leases. Called in a thread that may use the database, as is ``stays``."""

    @abstractmethod
    def stays(self, game_ids: Iterable[int]) -> Mapping[int, Mapping[int, Stay]]:
        """The stays of these games, by game and by what ``Room.stays`` goes by."""
