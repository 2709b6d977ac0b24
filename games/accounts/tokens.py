"""API tokens of programs, read from the Authorization header and looked up by their digest."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from games.models import Token

PREFIX = "claim_"
"""The prefix of each secret, by which a leaked one is recognised."""
SESSION_KEY_PREFIX = "token:"
"""The prefix of the keys of ``get_session_key``. Keys of real sessions contain no colon."""
_BEARER = re.compile(r"[Bb]earer +(\S+) *")


def parse_bearer(header: str | None) -> str | None:
    """Return the secret of an ``Authorization`` header; None without one, or for another scheme."""
    match = _BEARER.fullmatch(header or "")
    return None if match is None else match[1]


def get_bearer(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the secret in the headers of a WebSocket handshake; see ``parse_bearer``."""
    values = (value.decode("latin1") for name, value in headers if name == b"authorization")
    return parse_bearer(next(values, None))


def hash_secret(secret: str) -> str:
    """Return the digest that is stored. The secret is long and random enough for a plain hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def get_token(secret: str) -> Token | None:
    """Return the token with this secret, its user joined; None for an unknown secret or an inactive user."""
    if not secret.startswith(PREFIX):
        return None
    token = Token.objects.select_related("user").filter(digest=hash_secret(secret)).first()
    return token if token is not None and token.user.is_active else None


def get_session_key(token: Token) -> str:
    """Return the key that identifies the sockets of a token, in place of a session key."""
    return f"{SESSION_KEY_PREFIX}{token.pk}"
