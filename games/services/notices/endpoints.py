"""Where the site sends to: an address that a browser named, so nobody's word but the setting's is taken for it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.conf import settings

LONGEST = 1000
_ADDRESS = re.compile(r"(https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?)/[\w.~:/?=&%+,;!$'()*-]*", re.ASCII)
"""Narrower than addresses may be, so that nobody reads one in two ways."""


def service_of(endpoint: str) -> str | None:
    """The entry of ``PUSH_SERVICES`` that allows to send to this address; None where none does.

    A name stands for https at its usual port, ``*.`` before it for all below it, a full origin for itself.
    """
    found = _ADDRESS.fullmatch(endpoint)
    if found is None or len(endpoint) > LONGEST:
        return None
    parts = urlsplit(endpoint)
    usual = parts.scheme == "https" and ":" not in parts.netloc
    return next((one for one in settings.PUSH_SERVICES if _is(one, found[1], parts.netloc if usual else "")), None)


def host_of(endpoint: str) -> str:
    """Whose service it is, for its person to read."""
    return urlsplit(endpoint).hostname or ""


def _is(allowed: str, origin: str, host: str) -> bool:
    if "://" in allowed:
        return origin.lower() == allowed.rstrip("/").lower()
    if allowed.startswith("*."):
        return host.lower().endswith(allowed[1:].lower())
    return host.lower() == allowed.lower()
