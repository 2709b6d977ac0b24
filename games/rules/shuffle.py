"""A deal that nobody chooses: it follows from a seed of the site and a part of each player. docs/deal.md tells it
step by step.

The site shows the ``commitment`` of its seed before anybody gives a part, so it cannot choose the seed afterwards; the
players give theirs without knowing the seed. Whoever gives an honest part makes the deal unforeseen for all others.
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
BYTES = 32
"""Of a seed and of a part; both are written as hexadecimal digits in small letters."""
WORD = 4
"""Bytes of the stream that make one number."""

Parts = tuple[str | None, str | None]
"""What each seat gave; None where it gave nothing."""

_HEX = re.compile(f"[0-9a-f]{{{2 * BYTES}}}")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What a deal follows from. The ``seed`` is as secret as the cards; ``commitment`` and ``parts`` are not.

    ``lead`` is the seat that leads the first trick, None where chance is to decide. The trap: ``commitment`` is what
    was told before the deal; only ``kept`` says whether it is that of the seed.
    """

    commitment: str
    seed: str = field(repr=False)
    parts: Parts = (None, None)
    lead: Seat | None = None

    @classmethod
    def of(cls, seed: str, lead: Seat | None = None) -> Shuffle:
        """A shuffle from this seed that has no parts yet."""
        return cls(committed(seed), seed, lead=lead)

    @property
    def kept(self) -> bool:
        """Whether the seed is the one that was committed to."""
        return committed(self.seed) == self.commitment

    def given(self, seat: Seat, part: str | None) -> Shuffle:
        """With the part of a seat; the first that a seat gives stays."""
        first, second = self.parts
        return replace(self, parts=(first or part, second) if seat == 0 else (first, second or part))

    def dealt(self) -> State:
        """The state before the first lead."""
        numbers = _numbers(self._key())
        leader = _below(2, numbers) if self.lead is None else self.lead
        cards = list(DECK)
        for last in range(len(cards) - 1, 0, -1):
            chosen = _below(last + 1, numbers)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return deal(tuple(cards), leader)

    def _key(self) -> bytes:
        lead = b"" if self.lead is None else b"%d" % self.lead
        fields = [*(bytes.fromhex(part or "") for part in self.parts), lead]
        text = b"".join(bytes([len(one)]) + one for one in fields)
        return _hmac(bytes.fromhex(self.seed), f"{VERSION} key ".encode() + text)


def well_formed(text: object) -> bool:
    """Whether a text is a seed, a part or a commitment: 64 hexadecimal digits in small letters."""
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def committed(seed: str) -> str:
    """The commitment of a seed: it tells nothing of it, and no other seed has the same."""
    return hashlib.sha256(f"{VERSION} commitment ".encode() + bytes.fromhex(seed)).hexdigest()


def _hmac(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


def _numbers(key: bytes) -> Iterator[int]:
    """Numbers below 2**32 without end: the blocks of a counter, four bytes each."""
    counter = 0
    while True:
        block = _hmac(key, counter.to_bytes(8, "big"))
        yield from (int.from_bytes(block[at : at + WORD], "big") for at in range(0, len(block), WORD))
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number from 0 to ``limit`` - 1, each as likely: those that would favour the small ones are passed over."""
    whole = 2 ** (8 * WORD)
    fair = whole - whole % limit
    return next(number for number in numbers if number < fair) % limit
