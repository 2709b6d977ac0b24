"""HMACs with the secret key of the site, and with the keys that it replaced (SECRET_KEY_FALLBACKS)."""

from __future__ import annotations

from django.conf import settings
from django.utils.crypto import salted_hmac


def list_secret_keys() -> list[str]:
    """Return the secret keys, the current one first."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def compute_hmacs(salt: str, text: str) -> list[bytes]:
    """Return the HMACs (SHA-256) of a text, one for each key: store the first, compare with all."""
    return [salted_hmac(salt, text, secret=key, algorithm="sha256").digest() for key in list_secret_keys()]
