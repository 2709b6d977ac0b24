"""WebSocket connection to a game, as the hub and the rooms of this process know it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from games.messaging import presence
from games.messaging.broadcast import build_person_tag, build_session_tag, build_user_tag

Audience = int | str | None
"""Connections that see the same: those of a seat or device, or another name of the presenter; None for watchers."""


@dataclass(eq=False, slots=True)
class Connection:
    """A WebSocket at a game. ``send`` takes a text; ``close`` says goodbye with a code of ``CLOSING``.

    ``lease_id`` is the row whose presence the socket renews, None for a watcher. ``account_id`` is the account behind
    the socket where something else than a session admits it, such as a device. A socket that ``is_read_only`` makes
    nobody present. ``shown`` is the newest version of which the socket was sent a view or an event, ``shown_as`` the
    audience and language of that. ``last_beat_version`` is the version that the last heartbeat told; answers must not
    be older than ``acked_due``.
    """

    user_id: int | None
    lease_id: int | None
    session_key: str | None
    language: str
    send: Callable[[str], Awaitable[None]]
    close: Callable[[str], Awaitable[None]]
    account_id: int | None = None
    is_read_only: bool = False
    last_heard: float = field(default_factory=time.monotonic)
    acked_due: int = 0
    last_beat_version: int = 0
    shown: int = -1
    shown_as: tuple[Audience, str] | None = None
    is_view_pending: bool = False
    view_sent_at: float = 0.0

    def discard(self) -> None:
        """Make ``send`` and ``close`` do nothing, since the socket is gone."""
        self.send = self.close = _send_nothing

    def record_heartbeat(self, version: int) -> None:
        """Record that a heartbeat told this version: from now on the client answers with the previous one at least."""
        self.acked_due, self.last_beat_version = self.last_beat_version, version

    def record_answer(self, version: int, current_version: int) -> bool:
        """Record the answer to a heartbeat in a game at ``current_version``. Return False for an answer ahead of it.

        An answer with an old version, or with one that never was, does not count as a sign of life.
        """
        if self.acked_due <= version <= current_version:
            self.last_heard = time.monotonic()
        return version <= current_version

    @property
    def silent_for(self) -> float:
        """Seconds since the client was last heard."""
        return time.monotonic() - self.last_heard

    @property
    def tags(self) -> set[str]:
        """The tags by which ``games.messaging.broadcast`` closes sockets and addresses people."""
        people = {build_person_tag(user_id) for user_id in (self.user_id, self.account_id)}
        return {build_session_tag(self.session_key), build_user_tag(self.user_id), *people}

    @property
    def is_alive(self) -> bool:
        """Whether the client was heard within the presence lease."""
        return self.silent_for < presence.PRESENCE_LEASE.total_seconds()


async def _send_nothing(text: str) -> None:
    """Drop a text."""
