"""Personal tokens as programs bring them: read from a header, known by their digest."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from games.models import Token

PREFIX = "claim_"
"""How each secret begins, so that whoever finds one somewhere knows what it opens."""
_BEARER = re.compile(r"[Bb]earer +(\S+) *")


def bearer(header: str | None) -> str | None:
    """The secret of an ``Authorization`` header; None where there is no such header, or one of another scheme."""
    found = _BEARER.fullmatch(header or "")
    return None if found is None else found[1]


def bearer_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The same for the headers of a handshake."""
    found = (value.decode("latin1") for name, value in headers if name == b"authorization")
    return bearer(next(found, None))


def digest(secret: str) -> str:
    """What is kept of a secret. It is long and random, so nobody finds one by trying."""
    return hashlib.sha256(secret.encode()).hexdigest()


def known(secret: str) -> Token | None:
    """The token with this secret, and its person; None for one that opens nothing."""
    if not secret.startswith(PREFIX):
        return None
    found = Token.objects.select_related("user").filter(digest=digest(secret)).first()
    return found if found is not None and found.user.is_active else None


def key_of(token: Token) -> str:
    """What a socket that came with a token goes by, where others have the key of a session."""
    return f"{KEY}{token.pk}"


KEY = "token:"
"""No key of a session has a colon."""
