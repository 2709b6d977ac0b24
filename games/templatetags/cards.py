"""Cards in templates."""

from __future__ import annotations

from django import template

from games.admin.show import plain
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.words.table import card_text

register = template.Library()


@register.filter
def card_name(code: str) -> str:
    """``Goblin 7`` for ``G7``; what is no card of the deck is shown as plain text."""
    try:
        return card_text(Card.parse(code))
    except Refusal:
        return plain(code)
