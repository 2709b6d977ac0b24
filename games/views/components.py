"""Style guide: a page with every component in both themes."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules.cards import CODES, Faction
from games.texts.table import format_faction
from games.views.rules import HANDS, PILES, TRICKS

SYMBOLS = ("crown", "lead", "seal", "laurel", "frame")
"""Symbols of the sprite besides those of the factions."""
ICONS = ("crown", "theme", "globe", "bell", "person")


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """Show the style guide to staff; raise 404 for all other users."""
    if not request.user.is_staff:
        raise Http404
    context = {
        "deck": [[code for card, code in CODES.items() if card.faction is faction] for faction in Faction],
        "factions": [(faction.value, format_faction(faction)) for faction in Faction],
        "symbols": SYMBOLS,
        "icons": ICONS,
        "trick": TRICKS["knights"],
        "hand": HANDS["held"],
        "piles": PILES["level"],
    }
    return render(request, "components/styleguide.html", context)
