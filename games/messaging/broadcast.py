"""Broadcast of commits, notes and closings to the sockets of all processes, and messages to one person.

The sockets of this process get the committed state at once. Other processes get a message (see
``games.messaging.messages``); if it is lost, their next heartbeat finds the change.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from typing import Protocol

from django.db import Error, transaction

from games import circuit_breaker, metrics
from games.eventlog.signals import Commit
from games.messaging import publisher
from games.messaging.messages import NO_GAME, BusMessage, CloseSockets, Note, build_game_advanced

logger = logging.getLogger(__name__)

__all__ = ["LocalSockets", "Note", "close_sockets", "has_other_processes", "publish", "publish_note", "subscribe"]

# Tags: keys of groups of sockets. Other processes can read them, and they grant no access.


def build_session_tag(session_key: str | None) -> str:
    """Return the tag of the sockets of a session."""
    return "session:" + hashlib.sha256((session_key or "").encode()).hexdigest()


def build_user_tag(user_id: int | None) -> str:
    """Return the tag of the sockets of a person's sessions."""
    return f"user:{user_id}"


def build_person_tag(user_id: int | None) -> str:
    """Return the tag of all sockets of a person, also those of devices at tables."""
    return f"person:{user_id}"


class LocalSockets(Protocol):
    """Sockets of this process, and the message bus. All methods may be called in any thread."""

    def publish(self, commits: Sequence[Commit]) -> None:
        """Send commits to the sockets and to other processes."""

    def note(self, note: Note) -> None:
        """Send a note to the sockets and to other processes."""

    def end(self, tag: str, code: str) -> None:
        """Close the sockets with a tag, here and in other processes."""


_local: LocalSockets | None = None


def subscribe(local: LocalSockets) -> None:
    """Set the sockets of this process, which from now on get every commit, note and closing."""
    global _local
    _local = local


def publish(commits: Sequence[Commit], **_: object) -> None:
    """Send commits to all sockets. A receiver of ``committed``; the delivery is timed from here."""
    for commit in commits:
        state = commit.state
        metrics.count_commit(state.game_id, state.version, state.mode, (event.kind for event in commit.events))
    if _local is not None:
        _local.publish(commits)
    elif has_other_processes():
        _send([build_game_advanced(commit) for commit in commits])


def publish_note(note: Note) -> None:
    """Send a note to the sockets of its game, in all processes. May be called in any thread."""
    if _local is not None:
        _local.note(note)
    elif has_other_processes():
        _send([note])


def close_sockets(tag: str, code: str = "session_ended") -> None:
    """Close the sockets with a tag in all processes, with ``code`` as the reason."""
    if _local is not None:
        _local.end(tag, code)
    elif has_other_processes():
        _send([CloseSockets(tag, code)])


def has_other_processes() -> bool:
    """Return whether there is a transport to other processes."""
    return publisher.has_redis() or publisher.has_postgres()


def _send(items: Sequence[BusMessage]) -> None:
    """Send messages from a process without sockets. Drop them if no transport works: heartbeats catch up."""
    if publisher.has_redis() and not circuit_breaker.redis.is_open():
        try:
            publisher.publish_redis(items)
        except circuit_breaker.redis.errors as error:
            circuit_breaker.redis.record_failure(error)
        else:
            return
    try:
        if publisher.has_postgres():
            publisher.publish_postgres(items)
        else:
            metrics.count_dropped_messages(len(items))
    except Error as error:
        metrics.count_dropped_messages(len(items))
        logger.warning("messages to other processes were not sent: %s", error)


# Messages to one person, on all their open pages.


def notify_person(user_id: int, code: str) -> None:
    """Send ``code`` to all open pages of a person after commit. It is not stored: without an open page it is lost."""
    note = Note(NO_GAME, code, {"tag": build_person_tag(user_id)})
    transaction.on_commit(lambda: publish_note(note))


def notify_account(user_id: int, code: str, **data: str) -> None:
    """Send ``code`` to the open pages on which a person is logged in, and not to devices of tables.

    ``data`` must not be secret. See ``notify_person``.
    """
    note = Note(NO_GAME, code, {"tag": build_user_tag(user_id), **data})
    transaction.on_commit(lambda: publish_note(note))
