"""Factions, cards and the deck of 52 cards, with their text codes."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games.rules.errors import Refusal


class Faction(StrEnum):
    """Faction; its value is the first character of the codes of its cards."""

    GOBLINS = "G"
    KNIGHTS = "K"
    UNDEAD = "U"
    DWARVES = "D"
    DOPPELGANGERS = "P"

    # Hash in C, like plain strings: every move looks up many cards in dictionaries.
    __hash__ = str.__hash__

    @property
    def key(self) -> str:
        """Return the name of the faction in records, such as ``goblins`` for ``G``."""
        return self.name.lower()


class Card(NamedTuple):
    """Card of the deck. Cards sort like their codes, which is their order in records."""

    faction: Faction
    value: int

    def __str__(self) -> str:
        return CODES[self]

    @classmethod
    def parse(cls, code: object) -> Card:
        """Return the card with this code: the letter of the faction and the value, such as ``G0``.

        Raise ``Refusal`` with ``bad_card`` if no card of the deck has this code. Codes are case-sensitive, and there is
        no Knight below 2 (ruling 1).
        """
        card = CARDS_BY_CODE.get(code) if isinstance(code, str) else None
        if card is None:
            raise Refusal("bad_card", card=str(code)[:12])
        return card


COPIES = {Card(faction, value): 1 for faction in Faction for value in range(10)}
COPIES[Card(Faction.GOBLINS, 0)] = 5
del COPIES[Card(Faction.KNIGHTS, 0)], COPIES[Card(Faction.KNIGHTS, 1)]

CODES = {card: f"{card.faction.value}{card.value}" for card in COPIES}
CARDS_BY_CODE = {code: card for card, code in CODES.items()}
CODES_WITH_NONE: dict[Card | None, str | None] = {None: None} | CODES
CARDS_WITH_NONE: dict[str | None, Card | None] = {None: None} | CARDS_BY_CODE

DECK: tuple[Card, ...] = tuple(card for card, copies in COPIES.items() for _ in range(copies))
"""All 52 cards, including the five Goblin zeros, ordered by faction and value."""

_SORT_KEYS = {card: place for place, card in enumerate(COPIES)}


hand_sort_key = _SORT_KEYS.__getitem__
"""Sort key for the cards of a hand: by faction, in the order of ``Faction``, then by value."""
