"""The cards that a seat may have played where a card is not logged, or not known to be its own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Options = tuple[tuple[int, int], ...]
"""Cards, each with its bit; 0 where it is not among those still to be played."""


class Ways(dict[int, Options]):
    """By which of ``bits`` are left: the cards that may have been played; worked out when they are asked for first.

    Of bits that are ``alike``, one stands for the others.
    """

    __slots__ = ("alike", "bits", "cards")

    def __init__(self, cards: Options, alike: Iterable[int]) -> None:
        super().__init__()
        self.cards, self.alike = cards, tuple(alike)
        self.bits = sum([bit for _card, bit in cards])

    def __missing__(self, left: int) -> Options:
        kept = self.told_apart(left)
        found = self[left] = tuple([one for one in self.cards if kept & one[1]])
        return found

    def count(self, left: int) -> int:
        """How many there are, where they are not needed themselves."""
        return self.told_apart(left).bit_count() if left else len(self[0])

    def told_apart(self, left: int) -> int:
        """The bits that are left, one alone of those that are alike."""
        for same in self.alike:
            held = left & same
            left ^= held ^ (held & -held)
        return left


@cache
def settled(card: int) -> Ways:
    """The one way to play a card that is logged and known to be the seat's."""
    found = Ways(((card, 0),), ())
    found[0] = found.cards
    return found
