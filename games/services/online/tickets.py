"""The seed of a game that is not made yet: its commitment is shown first, and a ticket keeps the place.

Nothing is stored before the game is: the seed follows from the ticket and the site's key. A ticket makes one game,
which ``UNIQUE(commitment)`` sees to, and is good for a day: games that are over, whose seeds are told, must be kept
longer.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner
from django.utils.crypto import salted_hmac

from games.rules.shuffle import BYTES, committed

LIFE = timedelta(days=1)
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Ticket:
    """What somebody who is about to make a game is handed: the ``ticket`` itself, and the seed's ``commitment``."""

    ticket: str
    commitment: str


def issue() -> Ticket:
    """A ticket for a seed that nobody has seen."""
    nonce = secrets.token_hex(16)
    return Ticket(_signer().sign(nonce), committed(_seed(nonce)))


def seed_of(ticket: str) -> str | None:
    """The seed that a ticket stands for; None when this site did not issue it, or too long ago."""
    try:
        return _seed(_signer().unsign(ticket[:LONGEST], max_age=LIFE))
    except BadSignature:
        return None


def fresh_seed() -> str:
    """A seed from the operating system's randomness, for a game without a ticket."""
    return secrets.token_hex(BYTES)


def _signer() -> TimestampSigner:
    """Keys that the site used before do not do: under another key the seed would be another."""
    return TimestampSigner(salt="games.deal.ticket", fallback_keys=[])


def _seed(nonce: str) -> str:
    return salted_hmac("games.deal.seed", nonce, algorithm="sha256").hexdigest()
