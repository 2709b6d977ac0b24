"""Formatting of sentences, lists and durations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.utils.functional import lazy
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

UNSPACED_LANGUAGES = ("zh",)
"""Languages without a space between sentences, because their full stop is a full-width character."""


def join_sentences(sentences: Iterable[str]) -> str:
    """Return the non-empty sentences joined as in the active language: with spaces or with nothing."""
    separator = "" if (get_language() or "").startswith(UNSPACED_LANGUAGES) else " "
    return separator.join(sentence for sentence in sentences if sentence)


def join_words(words: Sequence[str]) -> str:
    """Return words as an enumeration in the active language, such as ``A, B and C``."""
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": _(", ").join(words[:-1]), "last": words[-1]}


def format_duration(span: timedelta) -> str:
    """Return a duration such as ``2 minutes``, in the largest unit up to weeks that divides it, or in seconds."""
    seconds = int(span.total_seconds())
    hours, minutes = seconds // 3600, seconds // 60
    if hours and seconds % (7 * 24 * 3600) == 0:
        return ngettext("%(count)s week", "%(count)s weeks", hours // 168) % {"count": hours // 168}
    if hours and seconds % (24 * 3600) == 0:
        return ngettext("%(count)s day", "%(count)s days", hours // 24) % {"count": hours // 24}
    if hours and seconds % 3600 == 0:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    if minutes and seconds % 60 == 0:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}


lazy_duration = lazy(format_duration, str)
"""Duration in words, translated lazily."""
