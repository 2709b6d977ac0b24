"""What a moderator fills in to decide a report or an appeal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.moderation import LONGEST


class DecideForm(forms.Form):
    """An outcome, and a note that the sender reads."""

    outcome = forms.ChoiceField(label=_("Outcome"), widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note to the sender"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60, "maxlength": LONGEST}),
    )

    def __init__(self, outcomes: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["outcome"]
        field.choices = outcomes.choices
