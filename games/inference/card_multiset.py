"""Immutable multiset of cards, packed in an integer so that the searches of completions count fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.rules.cards import COPIES, DECK, Card

BITS = 8
"""Bits of a count; the highest bit is set only during a subtraction of counts."""
MAX_COUNT = 40
"""The highest count of a card: more than the spots of a kind in which it can be logged.

It is also so low that the sum of the counts of four kinds does not need the highest bit of a count.
"""
CARDS = tuple(COPIES)
RANKS = {card: rank for rank, card in enumerate(sorted(CARDS))}
"""The index of each card among all cards, sorted."""
COUNT_BITS = (1 << BITS) - 1
UNITS = {card: 1 << BITS * at for at, card in enumerate(CARDS)}
"""The packed multiset of a single copy of each card."""
HIGHEST = sum(unit << BITS - 1 for unit in UNITS.values())
SOME = sum(unit * ((1 << BITS - 1) - 1) for unit in UNITS.values())
"""The addend that sets the highest bit of each count that is not 0."""


class CardMultiset:
    """The number of copies of each card. Immutable; a difference below 0 is 0."""

    __slots__ = ("packed",)

    def __init__(self, cards: Iterable[Card] | Mapping[Card, int] = ()) -> None:
        """Count cards, or take the count of each card from a mapping; counts are capped at ``MAX_COUNT``."""
        if isinstance(cards, Mapping):
            self.packed = sum(UNITS[card] * min(count, MAX_COUNT) for card, count in cards.items())
            return
        counts: dict[Card, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        self.packed = sum([UNITS[card] * min(count, MAX_COUNT) for card, count in counts.items()])

    @classmethod
    def of(cls, packed: int) -> CardMultiset:
        """Return the cards that ``UNITS`` add up to; the trap: no more than ``MAX_COUNT`` of a card."""
        found = cls.__new__(cls)
        found.packed = packed
        return found

    def __add__(self, other: CardMultiset) -> CardMultiset:
        return CardMultiset.of(self.packed + other.packed)

    def __sub__(self, other: CardMultiset) -> CardMultiset:
        return CardMultiset.of(_subtract(self.packed, other.packed))

    def __or__(self, other: CardMultiset) -> CardMultiset:
        """Return the larger count of each card."""
        return CardMultiset.of(_subtract(self.packed, other.packed) + other.packed)

    def without(self, other: CardMultiset) -> CardMultiset:
        """Return the cards of which ``other`` has none, with their counts."""
        there = other.packed + SOME & HIGHEST
        return CardMultiset.of(self.packed & ~((there << 1) - (there >> BITS - 1)))

    def only(self) -> Card | None:
        """Return the card if all copies are copies of it; None for no cards or several different cards."""
        at = ((self.packed & -self.packed).bit_length() - 1) // BITS
        return CARDS[at] if self.packed and not self.packed >> BITS * (at + 1) else None

    def __getitem__(self, card: Card) -> int:
        return self.packed >> UNITS[card].bit_length() - 1 & COUNT_BITS

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self[card] > 0

    def __iter__(self) -> Iterator[Card]:
        """Iterate over each card once, in the order of the deck."""
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __bool__(self) -> bool:
        return self.packed > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardMultiset) and self.packed == other.packed

    def __hash__(self) -> int:
        return hash(self.packed)

    def __repr__(self) -> str:
        return f"Held([{', '.join(map(str, self.elements()))}])"

    def counts(self) -> bytes:
        """Return the count of each card, in the order of the deck."""
        return self.packed.to_bytes(len(CARDS), "little")

    def keys(self) -> list[Card]:
        """Return each card once, in the order of the deck."""
        if not self.packed:
            return []
        return [card for card, count in zip(CARDS, self.counts(), strict=True) if count]

    def items(self) -> list[tuple[Card, int]]:
        """Return each card with its count, in the order of the deck."""
        return [(card, count) for card, count in zip(CARDS, self.counts(), strict=True) if count]

    def elements(self) -> list[Card]:
        """Return every copy of each card, in the order of the deck."""
        if not self.packed:
            return []
        return [card for card, count in zip(CARDS, self.counts(), strict=True) if count for _ in range(count)]

    def in_order(self) -> list[Card]:
        """Return every copy of each card as cards sort, which is not the order of the deck."""
        return sorted(self.elements(), key=RANKS.__getitem__)

    def total(self) -> int:
        """Return the number of cards, every copy counted."""
        return sum(self.counts())


def _subtract(first: int, second: int) -> int:
    """Return the counts of ``first`` less the counts of ``second``, none below 0.

    A count keeps its highest bit where the subtraction did not borrow it; the other counts are cleared.
    """
    less = (first | HIGHEST) - second
    kept = less & HIGHEST
    return less & kept - (kept >> BITS - 1)


FULL_DECK = CardMultiset(DECK)
EMPTY = CardMultiset()
DUPLICATE_CARDS = CardMultiset([card for card, copies in COPIES.items() for _ in range(copies) if copies > 1])
