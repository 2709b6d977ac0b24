"""Letters: one font that comes with the site, so that a name looks alike wherever the site runs.

It has Latin, Greek, Cyrillic, Chinese, Japanese and Korean. A letter of another script is drawn as an empty box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from PIL.ImageFont import FreeTypeFont, truetype

FONT = Path(__file__).parent / "fonts" / "microhei.woff2"
_WIDE = frozenset({"W", "F"})


@lru_cache(maxsize=8)
def font(size: int) -> FreeTypeFont:
    return truetype(FONT, size)


def lines(text: str, size: int, width: int) -> list[str]:
    """A text in lines no wider than ``width``: broken between words, between Chinese characters, or where it must."""
    found, now = [], ""
    for piece in _pieces(text, size, width):
        if now.strip() and _wide(now + piece.rstrip(), size) > width:
            found.append(now.strip())
            now = ""
        now += piece
    return [*found, now.strip()]


def _pieces(text: str, size: int, width: int) -> Iterator[str]:
    """What is not taken apart: words with the space behind them, single wide characters, letters of endless words."""
    for word in text.split(" "):
        spaced = f"{word} "
        if _wide(word, size) <= width and not any(map(_is_wide, word)):
            yield spaced
        else:
            yield from _letters(spaced)


def _letters(word: str) -> Iterator[str]:
    """The letters of a word one by one; a mark stays with its letter, and a stop with what it ends."""
    piece = ""
    for letter in word:
        glued = unicodedata.combining(letter) or unicodedata.category(letter) in ("Po", "Pe", "Zs")
        if piece and not glued:
            yield piece
            piece = ""
        piece += letter
    yield piece


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in _WIDE


def _wide(text: str, size: int) -> float:
    return font(size).getlength(text)
