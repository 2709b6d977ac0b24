"""Sentences one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language

UNSPACED = ("zh",)
"""Languages whose full stop has its room in it."""


def together(sentences: Iterable[str]) -> str:
    """The sentences, without empty ones, with what the language in use puts between two: a space or nothing."""
    between = "" if (get_language() or "").startswith(UNSPACED) else " "
    return between.join(sentence for sentence in sentences if sentence)
