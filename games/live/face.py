"""What a kind of game shows to its sockets. The hub delivers; a face says what and to whom."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import inf
from typing import Any, NamedTuple

from pydantic_core import from_json

from games.live.line import Line
from games.live.listener import Audience, Listener
from games.live.views import Moved, Views
from games.store import presence
from games.store.broadcast import Note
from games.store.clock import clock
from games.store.newer import Shown
from games.store.played import Played
from games.store.presence import Stay
from games.stories.story import Story

DOUBT = timedelta(seconds=2)
"""Before a lease that another process renews runs out, it is read once more."""


class Steady(NamedTuple):
    """A beat that is the same as the one before, for as long as the game stands at this version and all who are told
    answer: its frame, and the lines of all of them."""

    version: int
    frame: bytes
    lines: tuple[Line, ...]

    @property
    def owed(self) -> bool:
        """Whether the answer of anybody is still to come."""
        return any(line.owes for line in self.lines)


Ready = tuple[Listener, ...]


@dataclass(eq=False, slots=True)
class Room:
    """A game that somebody of this process looks at, as it was last shown. ``stays`` are by seat or device.

    ``basis`` is how it stood before the cards played ``since``, which changed nothing else: who sits where, say, is
    said by it still.

    ``seated`` are the sockets that renew a lease, which are served before the ``watchers``. ``here`` is who was told
    to be here. ``whole`` is the version at which all who are expected sat at sockets of this process; -1 once somebody
    came or went. ``beat`` is what is told of that version, ``steady`` how that is told again, and ``asked_at``
    when it was told last. ``ready`` are those at the table,
    where all of them are known to show the newest version by lines and to fold the next, and nobody watches; none where
    that has to be found out. The rest is kept by ``games.live.delivery``.
    """

    basis: Any
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
    steady: Steady | None = None
    asked_at: float = 0.0
    version: int = 0
    since: list[Played] = field(default_factory=list)
    ready: Ready = ()

    def __post_init__(self) -> None:
        self.version = self.basis.version

    @property
    def story(self) -> Any:
        """The game as it stands. Where ``basis`` will do it saves taking in what was played since."""
        if self.since:
            self.take_in()
        return self.basis

    @story.setter
    def story(self, story: Any) -> None:
        if self.since:
            self.take_in()
        self.basis, self.version, self.ready = story, story.version, ()

    @property
    def standing(self) -> Story | Shown:
        """How far it is shown; the story, if it is at hand."""
        return Shown(self.basis.game_id, self.version) if self.since else self.basis

    def stood(self, story: Any) -> None:
        """How the game stands, by whoever happens to know."""
        if self.since and story.version == self.version:
            self.basis, self.since, self.shown = story, [], Views(story, self.face)

    def take_in(self, said: Moved | None = None) -> None:
        """Find out how the game stands; ``said`` tells of the last card, where it is known."""
        *earlier, last = self.since
        self.since = []
        before = self.basis.fold([card.fact for card in earlier])
        self.basis = before.fold([last.fact])
        shown = self.shown
        if shown is None or shown.version != before.version:
            shown = Views(before, self.face)
        self.shown = shown.next(self.basis, said)

    @property
    def views(self) -> Views:
        """The texts of the newest version."""
        story = self.story
        if self.shown is None:
            self.shown = Views(story, self.face)
        elif self.shown.version != story.version:
            self.shown = self.shown.next(story)
        return self.shown

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """All sockets, those at the table first."""
        return (*self.seated, *self.watchers)

    @property
    def empty(self) -> bool:
        return not self.seated and not self.watchers

    def enter(self, listener: Listener) -> None:
        self.unsettle()
        self._side(listener).add(listener)

    def leave(self, listener: Listener) -> None:
        """Forget a socket, but not when it was last heard."""
        self.unsettle()
        side = self._side(listener)
        if listener in side:
            self.note(listener)
        side.discard(listener)

    def unsettle(self) -> None:
        """Who is here may not be who was told to be."""
        self.whole, self.steady, self.ready = -1, None, ()

    def answered(self, listener: Listener, version: int) -> None:
        """Note the answer to a beat, with a version that the game has reached."""
        listener.answered(version, self.version)
        if version >= listener.due and listener.line is not None:
            listener.line.owes = False

    @property
    def owed(self) -> bool:
        """Whether somebody has yet to answer the last of the beats that are told again and again."""
        return self.steady is not None and self.steady.owed

    def note(self, listener: Listener) -> None:
        """Keep when a socket at the table was last heard."""
        key = self.key(listener)
        if key is not None:
            heard = clock.now() - timedelta(seconds=listener.silent_for)
            stay = self.stay(key)
            self.stays[key] = replace(stay, seen_at=max(heard, stay.seen_at or heard))

    def key(self, listener: Listener) -> int | None:
        """What the stay of a socket at the table goes by."""
        key = self.face.audience(self.basis, listener)
        return key if listener.lease is not None and isinstance(key, int) else None

    def held(self) -> set[int]:
        """The seats or devices that a living socket of this process holds."""
        return {key for one in self.seated if one.alive and (key := self.key(one)) is not None}

    @property
    def settled(self) -> bool:
        """Whether all who are expected sat here when that was looked at last, and nothing but cards came since."""
        return bool(self.whole >= self.basis.version)

    @property
    def calm(self) -> float:
        """A moment since which nothing can have changed of who is here: all who are expected were heard after it."""
        if not self.settled:
            return -inf
        return min([one.heard for one in self.seated], default=inf)

    def look(self) -> None:
        """Find out whether all who are expected are here, and keep when each was last heard: from then on nobody
        reads it."""
        for one in self.seated:
            self.note(one)
        expected = self.face.expected(self.basis)
        self.whole = self.version if expected is not None and expected <= self.held() else -1
        self.beat, self.steady = "", None

    def doubtful(self, now: datetime) -> bool:
        """Whether somebody who is held elsewhere would soon be told to be away, on news that may be old."""
        late = [key for key, stay in self.stays.items() if stay.here(now) and not stay.here(now + DOUBT)]
        return bool(late) and not self.held().issuperset(late)

    def seat(self, listener: Listener, lease: int) -> None:
        """Somebody who watched has taken a seat."""
        if listener in self.watchers:
            self.unsettle()
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

    def moved(self, before: Any, after: Any, earlier: Moved | None) -> Moved | None:
        """What happened from one story to the next, where there is a shorter way to tell what changes by it than
        comparing two views; None where there is none. ``earlier`` is what was found before that."""
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
