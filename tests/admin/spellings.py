"""Every way in which a page could name a card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import unescape
from urllib.parse import unquote

from django.conf import settings
from django.utils import translation

from games.rules.cards import Card
from games.words.table import card_text, faction_text

_BETWEEN = r"""[\s"'<>=&;:,.()\[\]{}\\/|_-]"""
_TAG = r"(?:<[^>]*>|&nbsp;|\s)*"


def named(text: str, cards: Iterable[Card]) -> set[Card]:
    """The cards that a text names: by code, by name in any language, by faction and value apart, as JSON or as Python
    writes them, escaped or not."""
    plain = {text, unescape(text), unquote(unescape(text)), _unescaped(unescape(text))}
    return {card for card in cards if any(_pattern(card).search(one) for one in plain)}


@cache
def _pattern(card: Card) -> re.Pattern[str]:
    value, words = card.value, sorted(_words(card), key=len, reverse=True)
    names = "|".join(re.escape(word) for word in words)
    letter = card.faction.value
    ways = [
        rf"(?<![A-Za-z0-9]){letter}[ _-]?{value}(?![A-Za-z0-9])",
        rf"(?<![A-Za-z])(?:{names}){_TAG}[\s:#-]*{_TAG}{value}(?!\d)",
        rf"""data-faction={_BETWEEN}*{letter}["'][^>]*>(?:(?!data-faction).)*?<b>{value}</b>""",
        rf"""["'](?:{letter}|{names})["']{_BETWEEN}+(?:"?value"?{_BETWEEN}+)?["']?{value}(?!\d)""",
    ]
    return re.compile("|".join(f"(?:{way})" for way in ways), re.IGNORECASE | re.DOTALL)


def _words(card: Card) -> set[str]:
    """What its faction is called, one of it and several."""
    words = {card.faction.key, card.faction.name, card.faction.key.removesuffix("s")}
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            words |= {faction_text(card.faction), card_text(card).replace(str(card.value), "").strip()}
    return words


def _unescaped(text: str) -> str:
    r"""Without JSON's ``\u0044``."""
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text).replace('\\"', '"')
