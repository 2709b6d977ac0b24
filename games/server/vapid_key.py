"""VAPID key, which identifies this site to push services: created at the first start, kept beside the secret key.

Push subscriptions are bound to the key: after a change browsers must subscribe again.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.server import secret_keys

FILE_NAME = "push_key"
KEY_SIZE = 32
"""Bytes of a private key."""


def get_private_key() -> str:
    """Return the private key of ``PUSH_KEY`` or of the file, in URL-safe base64 without padding.

    Raises ``SecretKeyError`` if the key can be neither read nor created, or is malformed.
    """
    key = settings.PUSH_KEY or secret_keys.get_or_create_key(
        Path(settings.VAR_DIR) / FILE_NAME, _generate_key, "push key", "PUSH_KEY to such a key"
    )
    _load_key(key)
    return key


def get_public_key() -> str:
    """Return the public key in the same encoding, as scripts pass it to the browser."""
    point = _load_key(get_private_key()).public_key()
    return _encode_base64url(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _generate_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _encode_base64url(number.to_bytes(KEY_SIZE, "big"))


@cache
def _load_key(key: str) -> ec.EllipticCurvePrivateKey:
    try:
        raw = urlsafe_b64decode(key + "=" * (-len(key) % 4))
        if len(raw) != KEY_SIZE:
            raise ValueError("another length")
        return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    except ValueError as error:
        raise secret_keys.SecretKeyError("The push key is not valid: delete its file, or unset PUSH_KEY.") from error


def _encode_base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
