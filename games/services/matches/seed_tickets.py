"""Tickets for the seed of a game to be created: the commitment is shown before the game exists.

Nothing is stored before the game is: the seed follows from the ticket and the site's key. A ticket makes one game,
which ``UNIQUE(commitment)`` sees to, and is valid for a day: finished games, whose seeds are public, must be kept
longer.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner
from django.utils.crypto import salted_hmac

from games.rules.shuffle import SEED_BYTES, compute_commitment

LIFETIME = timedelta(days=1)
MAX_LENGTH = 200


@dataclass(frozen=True, slots=True)
class SeedTicket:
    """The ``ticket`` that a creator of a game sends back, and the ``commitment`` to its seed."""

    ticket: str
    commitment: str


def issue_ticket() -> SeedTicket:
    """Issue a ticket for a seed that nobody has seen."""
    nonce = secrets.token_hex(16)
    return SeedTicket(_get_signer().sign(nonce), compute_commitment(_derive_seed(nonce)))


def get_seed(ticket: str) -> str | None:
    """Return the seed of a ticket; None when this site did not issue it, or too long ago."""
    try:
        return _derive_seed(_get_signer().unsign(ticket[:MAX_LENGTH], max_age=LIFETIME))
    except BadSignature:
        return None


def generate_seed() -> str:
    """Return a seed from the operating system's randomness, for a game without a ticket."""
    return secrets.token_hex(SEED_BYTES)


def _get_signer() -> TimestampSigner:
    """Return the signer of tickets; it takes no older keys, since under another key the seed would be another."""
    return TimestampSigner(salt="games.deal.ticket", fallback_keys=[])


def _derive_seed(nonce: str) -> str:
    return salted_hmac("games.deal.seed", nonce, algorithm="sha256").hexdigest()
