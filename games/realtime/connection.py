"""WebSocket connection to a game, as the hub and the rooms of this process know it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from games.messaging import presence
from games.messaging.broadcast import build_person_tag, build_session_tag, build_user_tag

Audience = int | str | None
"""Key of the connections that see the same: a seat, a device, or a name of the presenter; None for watchers."""


@dataclass(eq=False, slots=True)
class Connection:
    """WebSocket connection to a game. ``send`` takes a text, ``close`` a code of ``CLOSING``.

    ``lease_id`` is the row whose presence the socket renews, None for a watcher. ``account_id`` is the account of a
    socket that is admitted without a session, such as that of a device. A socket that ``is_read_only`` does not count
    as presence. ``shown`` is the newest version that was sent to the socket as a view or an event (-1: none), and
    ``shown_as`` the audience and language of it. ``last_beat_version`` is the version in the last heartbeat; an answer
    with a version below ``acked_due`` does not count.
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
        """Record the version in a heartbeat. From now on answers must reach the version in the heartbeat before it."""
        self.acked_due, self.last_beat_version = self.last_beat_version, version

    def record_answer(self, version: int, current_version: int) -> bool:
        """Record an answer to a heartbeat. Return False if its version is ahead of ``current_version``.

        An answer whose version is too old or ahead does not count as a sign of life.
        """
        if self.acked_due <= version <= current_version:
            self.last_heard = time.monotonic()
        return version <= current_version

    @property
    def silent_for(self) -> float:
        """Return the seconds since the client was last heard from."""
        return time.monotonic() - self.last_heard

    @property
    def tags(self) -> set[str]:
        """Return the tags by which ``games.messaging.broadcast`` addresses the socket."""
        person_tags = {build_person_tag(user_id) for user_id in (self.user_id, self.account_id)}
        return {build_session_tag(self.session_key), build_user_tag(self.user_id), *person_tags}

    @property
    def is_alive(self) -> bool:
        """Return whether the client was heard from within the presence lease."""
        return self.silent_for < presence.PRESENCE_LEASE.total_seconds()


async def _send_nothing(text: str) -> None:
    """Ignore a text to a closed socket."""
