"""Cleaning of names and texts that users type."""

from __future__ import annotations

import re
import unicodedata

MAX_LENGTH = 1000
COMBINING = frozenset({"Mn", "Me", "Mc"})
"""Unicode categories of combining marks."""
_MAX_MARKS = 2
"""Maximum number of combining marks on a character."""
# Control, format (zero width, bidi), private use, surrogate, unassigned.
_DROPPED_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
# Invisible letters and symbols whose category does not say so, and variation selectors.
_DROPPED = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    chr(code) for code in range(0xFE00, 0xFE10)
)


def clean_text(text: str, max_length: int = MAX_LENGTH) -> str:
    """Return a text as it is stored: visible characters and line breaks, without bidi controls and stacked accents.

    A text that is too long is cut. Markup stays, so templates must escape the text.
    """
    lines = (strip_invisible(line) for line in re.split(r"\r\n|[\n\r\v\f\x85\u2028\u2029]", text))
    joined = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return unicodedata.normalize("NFC", joined)[:max_length].rstrip()


def strip_invisible(text: str) -> str:
    """Return a text on one line, without invisible characters, stacked marks and repeated spaces."""
    visible: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        if category.startswith("Z") or character in "\t\n\r":
            character, category = " ", "Zs"
        if character in _DROPPED or category in _DROPPED_CATEGORIES:
            continue
        marks = marks + 1 if category in COMBINING else 0
        if marks <= _MAX_MARKS and not (marks and not visible):
            visible.append(character)
    return " ".join("".join(visible).split())
