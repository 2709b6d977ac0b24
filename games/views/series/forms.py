"""Form field of the length of a series."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.texts.series import BEST_OF_LABELS


class SeriesForm(forms.Form):
    """Length of the series that a new game begins. A program may omit the field, which means no limit."""

    best_of = forms.TypedChoiceField(
        label=_("Series"),
        choices=list(BEST_OF_LABELS.items()),
        coerce=int,
        empty_value=None,
        initial=0,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_best_of(self) -> int:
        """Return the choice, or no limit if it is empty."""
        return self.cleaned_data["best_of"] or 0

    @property
    def has_default_length(self) -> bool:
        """Return whether the field has its default and no errors."""
        value: Any = self["best_of"].value()
        return str(value) in ("0", "", "None") and not self["best_of"].errors
