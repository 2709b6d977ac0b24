"""The 52 cards and how they are written."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games.rules.errors import Refusal


class Faction(StrEnum):
    """A faction; its value is the letter used in card codes."""

    GOBLINS = "G"
    KNIGHTS = "K"
    UNDEAD = "U"
    DWARVES = "D"
    DOPPELGANGERS = "P"

    # The library's own is a function in Python, and cards are looked up by it a hundred times a move.
    __hash__ = str.__hash__

    @property
    def key(self) -> str:
        """The faction's name in records: ``goblins`` for ``G``."""
        return self.name.lower()


class Card(NamedTuple):
    """One card. Cards sort as their codes do as text, which is the order records use."""

    faction: Faction
    value: int

    def __str__(self) -> str:
        return CODES[self]

    @classmethod
    def parse(cls, code: object) -> Card:
        """The card written ``code`` (faction letter and value, ``G0``).

        Refused with ``bad_card`` when no card of the deck is written so: wrong type,
        wrong case, or a Knight below 2 (ruling 1).
        """
        card = WRITTEN.get(code) if isinstance(code, str) else None
        if card is None:
            raise Refusal("bad_card", card=str(code)[:12])
        return card


COPIES = {Card(faction, value): 1 for faction in Faction for value in range(10)}
COPIES[Card(Faction.GOBLINS, 0)] = 5
del COPIES[Card(Faction.KNIGHTS, 0)], COPIES[Card(Faction.KNIGHTS, 1)]

CODES = {card: f"{card.faction.value}{card.value}" for card in COPIES}
WRITTEN = {code: card for card, code in CODES.items()}
CODE_OR_NONE: dict[Card | None, str | None] = {None: None} | CODES
CARD_OR_NONE: dict[str | None, Card | None] = {None: None} | WRITTEN

DECK: tuple[Card, ...] = tuple(card for card, copies in COPIES.items() for _ in range(copies))
"""All 52 cards, the five Goblin zeros included, by faction and value."""

_PLACES = {card: place for place, card in enumerate(COPIES)}


hand_order = _PLACES.__getitem__
"""Sort key for showing a hand: factions in the order of the rule table, then value."""
