"""What names sockets to other processes, so that they can be closed together, and opens nothing."""

from __future__ import annotations

import hashlib


def session_tag(session_key: str | None) -> str:
    """What names a session to other processes without opening it."""
    return "session:" + hashlib.sha256((session_key or "").encode()).hexdigest()


def user_tag(user_id: int | None) -> str:
    return f"user:{user_id}"


def person_tag(user_id: int | None) -> str:
    """What names a person behind a socket, also where the socket is a device's rather than a session's."""
    return f"person:{user_id}"
