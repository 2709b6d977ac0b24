"""Every component of the site on one page, in both themes, for whoever works on its looks."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.examples import HANDS, PILES, TRICKS
from games.rules.cards import CODES, Faction
from games.words.table import faction_text

SIGNS = ("crown", "lead", "seal", "laurel", "frame")
"""The drawings of the sprite that are of no faction."""
ICONS = ("crown", "theme", "globe", "bell", "person")


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """For staff alone; to everybody else there is nothing at this address."""
    if not request.user.is_staff:
        raise Http404
    shown = {
        "deck": [[code for card, code in CODES.items() if card.faction is faction] for faction in Faction],
        "factions": [(faction.value, faction_text(faction)) for faction in Faction],
        "signs": SIGNS,
        "icons": ICONS,
        "trick": TRICKS["knights"],
        "hand": HANDS["held"],
        "piles": PILES["level"],
    }
    return render(request, "pages/components.html", shown)
