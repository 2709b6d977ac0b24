"""Texts that people write to each other: plain, of bounded length, and without characters that play tricks."""

from __future__ import annotations

import re
import unicodedata

from games.people.names import visible_characters

LONGEST = 1000


def clean_text(text: str, longest: int = LONGEST) -> str:
    """The text as it is kept: visible characters and line breaks, no directions, no towers of accents.

    What is too long is cut. Markup stays the characters it is made of: whoever shows a text escapes it.
    """
    lines = (visible_characters(line) for line in re.split(r"\r\n|[\n\r\v\f\x85\u2028\u2029]", text))
    joined = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return unicodedata.normalize("NFC", joined)[:longest].rstrip()
