"""Template filters of cards."""

from __future__ import annotations

from django import template

from games.admin.display import escape_invisible
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.texts.table import format_card

register = template.Library()


@register.filter
def card_name(code: str) -> str:
    """Return ``Goblin 7`` for ``G7``. Other text is returned with its invisible characters made visible."""
    try:
        return format_card(Card.parse(code))
    except Refusal:
        return escape_invisible(code)
