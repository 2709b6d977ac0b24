"""Text in pictures, in a bundled font, so that names look alike on every server.

The font covers Latin, Greek, Cyrillic, Chinese, Japanese and Korean. Letters of other scripts are drawn as empty boxes.
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
def get_font(size: int) -> FreeTypeFont:
    """Return the font in this size."""
    return truetype(FONT, size)


def wrap_text(text: str, size: int, width: int) -> list[str]:
    """Return the text as lines no wider than ``width``.

    Lines break between words, between wide characters, and within words that are longer than a line.
    """
    lines, line = [], ""
    for piece in _split_text(text, size, width):
        if line.strip() and _measure_width(line + piece.rstrip(), size) > width:
            lines.append(line.strip())
            line = ""
        line += piece
    return [*lines, line.strip()]


def _split_text(text: str, size: int, width: int) -> Iterator[str]:
    """Yield the pieces between which a line may break.

    A piece is a word with its space, a wide character, or a letter of a word that is longer than a line.
    """
    for word in text.split(" "):
        spaced = f"{word} "
        if _measure_width(word, size) <= width and not any(map(_is_wide_character, word)):
            yield spaced
        else:
            yield from _split_word(spaced)


def _split_word(word: str) -> Iterator[str]:
    """Yield the letters of a word. Combining marks, punctuation and spaces stay with the letter before."""
    piece = ""
    for letter in word:
        joins_piece = unicodedata.combining(letter) or unicodedata.category(letter) in ("Po", "Pe", "Zs")
        if piece and not joins_piece:
            yield piece
            piece = ""
        piece += letter
    yield piece


def _is_wide_character(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in _WIDE


def _measure_width(text: str, size: int) -> float:
    return get_font(size).getlength(text)
