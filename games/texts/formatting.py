"""Sentences and words one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.utils.functional import lazy
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

UNSPACED_LANGUAGES = ("zh",)
"""Languages whose full stop has its room in it."""


def join_sentences(sentences: Iterable[str]) -> str:
    """Return the sentences, without empty ones, with what the language in use puts between two: a space or nothing."""
    between = "" if (get_language() or "").startswith(UNSPACED_LANGUAGES) else " "
    return between.join(sentence for sentence in sentences if sentence)


def join_words(words: Sequence[str]) -> str:
    """One word after another as the language has it: not every one puts a space beside "and"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(most)s and %(last)s") % {"most": _(", ").join(words[:-1]), "last": words[-1]}


# Lengths of time in words, for sentences that state a limit.


def format_duration(span: timedelta) -> str:
    """``2 minutes``: in weeks, days, hours or minutes if they come out even, else in whole seconds."""
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
"""The same, in the language of who reads it."""
