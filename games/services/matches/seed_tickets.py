"""Tickets for the seeds of games, whose commitment can be shown before the game exists.

Nothing is stored until then, since the seed is derived from the ticket and the site's key. ``UNIQUE(commitment)``
limits a ticket to one game. A ticket is valid for a day, so finished games, whose seeds are public, must be kept
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
    """The ``ticket`` that the creator of a game sends back, and the ``commitment`` to its seed."""

    ticket: str
    commitment: str


def issue_ticket() -> SeedTicket:
    """Issue a ticket for a new seed."""
    nonce = secrets.token_hex(16)
    return SeedTicket(_get_signer().sign(nonce), compute_commitment(_derive_seed(nonce)))


def get_seed(ticket: str) -> str | None:
    """Return the seed of a ticket, or None if the ticket has expired or this site did not issue it."""
    try:
        return _derive_seed(_get_signer().unsign(ticket[:MAX_LENGTH], max_age=LIFETIME))
    except BadSignature:
        return None


def generate_seed() -> str:
    """Return a random seed from the operating system, for a game without a ticket."""
    return secrets.token_hex(SEED_BYTES)


def _get_signer() -> TimestampSigner:
    """Return the signer of tickets. It accepts no older keys, from which other seeds would be derived."""
    return TimestampSigner(salt="games.deal.ticket", fallback_keys=[])


def _derive_seed(nonce: str) -> str:
    return salted_hmac("games.deal.seed", nonce, algorithm="sha256").hexdigest()
