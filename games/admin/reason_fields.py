"""The words of an act: a reason of ours, or one's own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from games.models.moderation import LONGEST
from games.words.reasons import REASONS


def lines(rows: int = 3) -> forms.Textarea:
    """A field for several lines."""
    return forms.Textarea(attrs={"rows": rows, "cols": 60, "maxlength": LONGEST})


def ready_words(label: Any) -> forms.ChoiceField:
    """One of the sentences that people read in their own language; nothing for one's own words."""

    def options() -> list[tuple[str, str]]:
        return [("", gettext("my own words")), *((key, gettext(text)) for key, text in REASONS.items())]

    return forms.ChoiceField(label=label, choices=options, required=False)
