"""Cards with their copies, as one number: what is counted again with every gap that is filled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.rules.cards import COPIES, DECK, Card

BITS = 8
"""Of a count, the highest of which is set only while counts are subtracted."""
MOST = 40
"""As many of one card as are counted: more than there are places of a kind to log it in, and so few that the counts of
four kinds together do not need the highest bit."""
CARDS = tuple(COPIES)
RANKS = {card: rank for rank, card in enumerate(sorted(CARDS))}
"""Where each card is among all, sorted."""
COUNT_BITS = (1 << BITS) - 1
UNITS = {card: 1 << BITS * at for at, card in enumerate(CARDS)}
"""What one of a card adds."""
HIGHEST = sum(unit << BITS - 1 for unit in UNITS.values())
SOME = sum(unit * ((1 << BITS - 1) - 1) for unit in UNITS.values())
"""What sets the highest bit of each count that is not 0, by adding it."""


class Held:
    """How many of each card there are. It cannot be changed; what is less than none is none."""

    __slots__ = ("packed",)

    def __init__(self, cards: Iterable[Card] | Mapping[Card, int] = ()) -> None:
        """Cards one by one, or how many there are of each."""
        if isinstance(cards, Mapping):
            self.packed = sum(UNITS[card] * min(count, MOST) for card, count in cards.items())
            return
        counts: dict[Card, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        self.packed = sum([UNITS[card] * min(count, MOST) for card, count in counts.items()])

    @classmethod
    def of(cls, packed: int) -> Held:
        """The cards that ``UNITS`` add up to; the trap: no more than ``MOST`` of a card."""
        found = cls.__new__(cls)
        found.packed = packed
        return found

    def __add__(self, other: Held) -> Held:
        return Held.of(self.packed + other.packed)

    def __sub__(self, other: Held) -> Held:
        return Held.of(_less(self.packed, other.packed))

    def __or__(self, other: Held) -> Held:
        """Of each card the larger number."""
        return Held.of(_less(self.packed, other.packed) + other.packed)

    def without(self, other: Held) -> Held:
        """The cards of which the other has none."""
        there = other.packed + SOME & HIGHEST
        return Held.of(self.packed & ~((there << 1) - (there >> BITS - 1)))

    def only(self) -> Card | None:
        """The card, if it is but one, however often it is there."""
        at = ((self.packed & -self.packed).bit_length() - 1) // BITS
        return CARDS[at] if self.packed and not self.packed >> BITS * (at + 1) else None

    def __getitem__(self, card: Card) -> int:
        return self.packed >> UNITS[card].bit_length() - 1 & COUNT_BITS

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self[card] > 0

    def __iter__(self) -> Iterator[Card]:
        """Each card once, in the order of the deck."""
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __bool__(self) -> bool:
        return self.packed > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.packed == other.packed

    def __hash__(self) -> int:
        return hash(self.packed)

    def __repr__(self) -> str:
        return f"Held([{', '.join(map(str, self.elements()))}])"

    def counts(self) -> bytes:
        """How many there are of each card, in the order of the deck."""
        return self.packed.to_bytes(len(CARDS), "little")

    def keys(self) -> list[Card]:
        if not self.packed:
            return []
        return [card for card, count in zip(CARDS, self.counts(), strict=True) if count]

    def items(self) -> list[tuple[Card, int]]:
        return [(card, count) for card, count in zip(CARDS, self.counts(), strict=True) if count]

    def elements(self) -> list[Card]:
        """Each card as often as it is there, in the order of the deck."""
        if not self.packed:
            return []
        return [card for card, count in zip(CARDS, self.counts(), strict=True) if count for _ in range(count)]

    def in_order(self) -> list[Card]:
        """The same as cards sort, which is another order than the deck's."""
        return sorted(self.elements(), key=RANKS.__getitem__)

    def total(self) -> int:
        return sum(self.counts())


def _less(first: int, second: int) -> int:
    """All counts of the first less those of the second, none below 0.

    The highest bit of a count is left where the subtraction needed none of it; the others are cleared.
    """
    less = (first | HIGHEST) - second
    kept = less & HIGHEST
    return less & kept - (kept >> BITS - 1)


WHOLE = Held(DECK)
NONE = Held()
TWINS = Held([card for card, copies in COPIES.items() for _ in range(copies) if copies > 1])
