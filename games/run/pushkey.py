"""The key by which push services know this site (VAPID): made at the first start, kept beside the secret key.

Browsers that wanted to be told are bound to it: with another one they have to be asked again.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.run import secret

FILE = "push_key"
SIZE = 32


def private_key() -> str:
    """The 32 bytes of the private key in base64 for addresses, without padding: of ``PUSH_KEY``, or of the file.

    Refuses with ``secret.SecretError`` where it can be neither read nor made, or is no such key.
    """
    key = settings.PUSH_KEY or secret.kept(Path(settings.VAR_DIR) / FILE, _made, "push key", "PUSH_KEY to such a key")
    _loaded(key)
    return key


def public_key() -> str:
    """The same of the public key, as scripts hand it to the browser."""
    point = _loaded(private_key()).public_key()
    return _coded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _made() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _coded(number.to_bytes(SIZE, "big"))


@cache
def _loaded(key: str) -> ec.EllipticCurvePrivateKey:
    try:
        raw = urlsafe_b64decode(key + "=" * (-len(key) % 4))
        if len(raw) != SIZE:
            raise ValueError("another length")
        return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    except ValueError as error:
        raise secret.SecretError("The push key is none: delete its file, or leave PUSH_KEY out.") from error


def _coded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
