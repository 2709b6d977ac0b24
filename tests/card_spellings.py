"""Search for cards in pages, in every spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import unescape
from urllib.parse import unquote

from django.conf import settings
from django.utils import translation

from games.rules.cards import DECK, Card, Faction
from games.texts.table import format_card, format_faction

_BETWEEN = r"""[\s"'<>=&;:,.()\[\]{}\\/|_-]"""
_TAG = r"(?:<[^>]*>|&nbsp;|\s)*"


def find_cards(text: str, cards: Iterable[Card]) -> set[Card]:
    """Return the cards that a text names.

    By code, by name in any language, by faction and value apart, as JSON or as Python writes them, escaped or not.
    """
    plain = {text, unescape(text), unquote(unescape(text)), _unescaped(unescape(text))}
    there = {faction: [one for one in plain if _any_of(faction).search(one)] for faction in Faction}
    return {card for card in cards if any(_pattern(card).search(one) for one in there[card.faction])}


@cache
def _pattern(card: Card) -> re.Pattern[str]:
    return _spelled(card.faction, str(card.value), _words(card))


@cache
def _any_of(faction: Faction) -> re.Pattern[str]:
    """Return the pattern of all cards of a faction: most pages name none, so that five searches do instead of fifty."""
    return _spelled(faction, "[0-9]", set().union(*(_words(card) for card in DECK if card.faction is faction)))


def _spelled(faction: Faction, value: str, words: set[str]) -> re.Pattern[str]:
    names = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    letter = faction.value
    ways = [
        rf"(?<![A-Za-z0-9]){letter}[ _-]?{value}(?![A-Za-z0-9])",
        rf"(?<![A-Za-z])(?:{names}){_TAG}[\s:#-]*{_TAG}{value}(?!\d)",
        rf"""data-faction={_BETWEEN}*{letter}["'][^>]*>(?:(?!data-faction).)*?<b>{value}</b>""",
        rf"""["'](?:{letter}|{names})["']{_BETWEEN}+(?:"?value"?{_BETWEEN}+)?["']?{value}(?!\d)""",
    ]
    return re.compile("|".join(f"(?:{way})" for way in ways), re.IGNORECASE | re.DOTALL)


def _words(card: Card) -> set[str]:
    """Return the names of its faction, singular and plural."""
    words = {card.faction.key, card.faction.name, card.faction.key.removesuffix("s")}
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            words |= {format_faction(card.faction), format_card(card).replace(str(card.value), "").strip()}
    return words


def _unescaped(text: str) -> str:
    r"""Resolve escapes of JSON such as ``\u0044``."""
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text).replace('\\"', '"')
