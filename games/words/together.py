"""Sentences and words one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

UNSPACED = ("zh",)
"""Languages whose full stop has its room in it."""


def together(sentences: Iterable[str]) -> str:
    """The sentences, without empty ones, with what the language in use puts between two: a space or nothing."""
    between = "" if (get_language() or "").startswith(UNSPACED) else " "
    return between.join(sentence for sentence in sentences if sentence)


def listed(words: Sequence[str]) -> str:
    """One word after another as the language has it: not every one puts a space beside "and"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": _(", ").join(words[:-1]), "last": words[-1]}
