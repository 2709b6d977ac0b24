"""Verifiable shuffle: a commit-reveal protocol that derives the deal from a seed of the site and a part of each player.

``docs/deal.md`` describes it step by step. The site shows the ``commitment`` of its seed before either player gives a
part, so it cannot choose the seed afterwards; the players give their parts without knowing the seed. A random part from
one player makes the deal unpredictable for the other player and the site.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.rules.cards import DECK
from games.rules.moves import deal
from games.rules.state import Seat, State

VERSION = "claim-deal/1"
SEED_BYTES = 32
"""Bytes of a seed and of a part; both are written as lowercase hexadecimal digits."""
WORD_BYTES = 4
"""Bytes of the HMAC stream for each random number."""

Parts = tuple[str | None, str | None]
"""The part of each seat; None where the seat gave none."""

_HEX = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Commitment, seed and parts, which determine a deal.

    The ``seed`` is as secret as the cards; ``commitment`` and ``parts`` are public. ``lead`` is the seat that leads the
    first trick, None for a random leader. The trap: ``commitment`` is the one that was shown before the deal; only
    ``kept`` says whether it matches the seed.
    """

    commitment: str
    seed: str = field(repr=False)
    parts: Parts = (None, None)
    lead: Seat | None = None

    @classmethod
    def of(cls, seed: str, lead: Seat | None = None) -> Shuffle:
        """Return a shuffle with this seed and no parts."""
        return cls(compute_commitment(seed), seed, lead=lead)

    @property
    def kept(self) -> bool:
        """Return whether the commitment matches the seed."""
        return compute_commitment(self.seed) == self.commitment

    def given(self, seat: Seat, part: str | None) -> Shuffle:
        """Return the shuffle with the part of a seat added; a seat's first part is final."""
        first, second = self.parts
        return replace(self, parts=(first or part, second) if seat == 0 else (first, second or part))

    def dealt(self) -> State:
        """Return the deal of this shuffle: the state before the first lead."""
        numbers = _generate_numbers(self._key())
        leader = _draw_below(2, numbers) if self.lead is None else self.lead
        cards = list(DECK)
        for last in range(len(cards) - 1, 0, -1):
            chosen = _draw_below(last + 1, numbers)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return deal(tuple(cards), leader)

    def _key(self) -> bytes:
        lead = b"" if self.lead is None else b"%d" % self.lead
        fields = [*(bytes.fromhex(part or "") for part in self.parts), lead]
        text = b"".join(bytes([len(value)]) + value for value in fields)
        return _compute_hmac(bytes.fromhex(self.seed), f"{VERSION} key ".encode() + text)


def is_hex_digest(text: object) -> bool:
    """Return whether a text has the form of a seed, a part or a commitment: 64 lowercase hexadecimal digits."""
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def compute_commitment(seed: str) -> str:
    """Return the commitment of a seed: a hash that hides the seed and binds the site to it."""
    return hashlib.sha256(f"{VERSION} commitment ".encode() + bytes.fromhex(seed)).hexdigest()


def _compute_hmac(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


def _generate_numbers(key: bytes) -> Iterator[int]:
    """Yield numbers below 2**32 without end: HMAC blocks of a counter, four bytes for each number."""
    counter = 0
    while True:
        block = _compute_hmac(key, counter.to_bytes(8, "big"))
        yield from (int.from_bytes(block[at : at + WORD_BYTES], "big") for at in range(0, len(block), WORD_BYTES))
        counter += 1


def _draw_below(limit: int, numbers: Iterator[int]) -> int:
    """Return a uniform number from 0 to ``limit`` - 1; reject numbers that would cause modulo bias."""
    whole = 2 ** (8 * WORD_BYTES)
    fair = whole - whole % limit
    return next(number for number in numbers if number < fair) % limit
