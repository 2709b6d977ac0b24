"""One socket that looks at a game."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from games.live.line import Line
from games.store import presence
from games.store.tags import person_tag, session_tag, user_tag

Audience = int | str | None
"""Whoever sees the same: a seat, or another name that the face gives; None for watchers."""


@dataclass(eq=False, slots=True)
class Listener:
    """One socket that looks at a game. ``send`` takes a text; ``close`` says goodbye with a code of ``CLOSING``.

    ``lease`` is the row whose presence the socket renews, None for a watcher. ``person`` is the account behind it,
    where a socket is let in by something else than its session. ``shown`` is the newest version it was sent a view of,
    ``shown_as`` as whom, ``asking`` whether it waits for one that it asked for. One that ``folds`` is sent changes, and
    with them the answers to what it asked for; ``unanswered`` are the ids of that, with the version where it is known.
    ``line`` is the direct way of texts, where there is one. By one that only ``looks`` nobody is present. ``seat`` is
    the one whose cards it is shown, for as long as it is among those who are ``ready`` in its room, and ``noted`` when
    it was last heard by anything but its line.
    """

    user_id: int | None
    lease: int | None
    session_key: str | None
    language: str
    send: Callable[[str], Awaitable[None]]
    close: Callable[[str], Awaitable[None]]
    person: int | None = None
    looks: bool = False
    noted: float = field(default_factory=time.monotonic)
    due: int = 0
    told: int = 0
    folds: bool = False
    shown: int = -1
    shown_as: tuple[Audience, str] | None = None
    asking: bool = False
    answered_at: float = 0.0
    unanswered: dict[str, int | None] = field(default_factory=dict)
    line: Line | None = None
    seat: int | None = None

    def let_go(self) -> None:
        """The socket is no more: whoever still means to send it something does nothing."""
        self.send = self.close = _nowhere
        self.noted, self.line = self.heard, None

    def beaten(self, version: int) -> None:
        """Note that a beat told this version: whoever reads shows at least the one before it by now."""
        self.due, self.told = self.told, version
        if self.line is not None:
            self.line.awaited = ""

    def answered(self, version: int, truth: int) -> bool:
        """Note the answer to a beat in a game that is at version ``truth``; False for one ahead of that.

        An answer with an old version, or with one that never was, is no proof of life: nobody reads there.
        """
        if self.due <= version <= truth:
            self.noted = time.monotonic()
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
    def heard(self) -> float:
        """When it was last heard: its line keeps that of the answers that it takes."""
        return self.noted if self.line is None else max(self.noted, self.line.said)

    @heard.setter
    def heard(self, at: float) -> None:
        self.noted = at
        if self.line is not None:
            self.line.said = at

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


async def _nowhere(text: str) -> None:
    """Sends nothing to nobody."""
