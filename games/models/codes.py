"""The public code of a game."""

from __future__ import annotations

import secrets

CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8


def new_code() -> str:
    """A public game code: random, without the look-alikes 0, O, 1 and I. It names a game and opens nothing."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
