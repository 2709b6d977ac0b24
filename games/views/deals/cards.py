"""Lists of the cards of a shared deal, to sort a printed deck."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from games.models import SharedDeal
from games.rules.cards import Card, Faction
from games.texts.table import format_card, format_faction


def build_card_lists(deal: SharedDeal) -> dict[str, Any]:
    """Return the hands by faction, and the deck in drawing order."""
    state = deal.shuffle.dealt()
    return {
        "hands": [group_by_faction(hand) for hand in state.hands],
        "deck": [format_card(card) for card in state.deck],
    }


def group_by_faction(hand: Iterable[Card]) -> list[tuple[str, str]]:
    """Return the factions of some cards, each with their values in order."""
    order = list(Faction)
    cards = sorted(hand, key=lambda card: (order.index(card.faction), card.value))
    groups = groupby(cards, key=lambda card: card.faction)
    return [(format_faction(faction), " ".join(str(card.value) for card in group)) for faction, group in groups]
