"""Template tag of link previews: what search engines and other sites show of a page."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.views.public_urls import get_origin

register = template.Library()

ART = {
    "front": gettext_lazy("A crown above five cards, one of each faction"),
    "learn": gettext_lazy("A Knight beating a Goblin"),
    "rules": gettext_lazy("Five cards, the highest of each faction"),
    "puzzle": gettext_lazy("Five cards and a question mark"),
    "leaderboard": gettext_lazy("Three cards on a podium"),
}
"""Pictures of static/img/share, with their alternative texts. docs/img/share.py draws them."""
LOCALES = {"en": "en_US", "nl": "nl_NL", "id": "id_ID", "zh-hant": "zh_TW"}
"""Open Graph's names of the languages."""


@register.inclusion_tag("components/link_preview.html", takes_context=True)
def link_preview(
    context: dict[str, Any],
    title: str = "",
    description: str = "",
    *,
    art: str = "front",
    picture: str = "",
    alt: str = "",
    path: str = "",
) -> dict[str, Any]:
    """Render the tags of a page.

    ``picture`` is the path of a picture of 1200 by 630 pixels, and ``alt`` its alternative text; without them, the
    picture is the ``art``. ``path`` is the path of the page, by default that of the request. Without a title, the tags
    describe the site and have no URL, since the URL of a page that nobody shares may be secret.
    """
    origin = get_origin(context["request"])
    return {
        "brand": settings.BRAND,
        "title": title or settings.BRAND,
        "description": description or _("A card game for two: win over three of the five factions."),
        "url": f"{origin}{path or context['request'].path}" if title else "",
        "image": f"{origin}{picture or static(f'img/share/{art}.png')}",
        "alt": alt or ART[art],
        "locale": LOCALES.get(get_language() or "", ""),
    }
