"""Immutable multiset of cards, packed into an integer so that searches of completions count fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.rules.cards import COPIES, DECK, Card

BITS = 8
"""The bits of a count; the highest bit is set only while counts are subtracted."""
MAX_COUNT = 40
"""The highest count of a card: above the number of spots of one kind in which it can be logged.

It is also low enough that the sum of the counts for four kinds of spot does not need the highest bit of a count.
"""
CARDS = tuple(COPIES)
RANKS = {card: rank for rank, card in enumerate(sorted(CARDS))}
"""The index of each card in the sorted order of cards."""
COUNT_BITS = (1 << BITS) - 1
UNITS = {card: 1 << BITS * index for index, card in enumerate(CARDS)}
"""For each card, the packed multiset of a single copy of it."""
HIGHEST = sum(unit << BITS - 1 for unit in UNITS.values())
SOME = sum(unit * ((1 << BITS - 1) - 1) for unit in UNITS.values())
"""The addend that sets the highest bit of each count that is not 0."""


class CardMultiset:
    """A number of copies of each card. Immutable; a count never goes below 0 in a subtraction."""

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
        """Return the multiset for a sum of ``UNITS``. The trap: counts are not capped at ``MAX_COUNT``."""
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
        """Return the cards that ``other`` lacks, with their counts."""
        present = other.packed + SOME & HIGHEST
        return CardMultiset.of(self.packed & ~((present << 1) - (present >> BITS - 1)))

    def only(self) -> Card | None:
        """Return the only card, in any number of copies; None for no cards or several different cards."""
        index = ((self.packed & -self.packed).bit_length() - 1) // BITS
        return CARDS[index] if self.packed and not self.packed >> BITS * (index + 1) else None

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
        return f"CardMultiset([{', '.join(map(str, self.elements()))}])"

    def counts(self) -> bytes:
        """Return the count of each of ``CARDS``, including zeros."""
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
        """Return every copy of each card in sorted order, which is not the order of the deck."""
        return sorted(self.elements(), key=RANKS.__getitem__)

    def total(self) -> int:
        """Return the number of cards, counting every copy."""
        return sum(self.counts())


def _subtract(first: int, second: int) -> int:
    """Return the counts of ``first`` less the counts of ``second``, none below 0.

    A count keeps its highest bit unless the subtraction borrows it; counts that lose it are cleared.
    """
    difference = (first | HIGHEST) - second
    positive = difference & HIGHEST
    return difference & positive - (positive >> BITS - 1)


FULL_DECK = CardMultiset(DECK)
EMPTY = CardMultiset()
DUPLICATE_CARDS = CardMultiset([card for card, copies in COPIES.items() for _ in range(copies) if copies > 1])
