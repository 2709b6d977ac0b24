"""Forms for reports and appeals."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.moderation import MAX_TEXT_LENGTH, Category


def _text_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=MAX_TEXT_LENGTH,
        error_messages={"required": _("Describe briefly what happened.")},
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": MAX_TEXT_LENGTH}),
    )


class ReportForm(forms.Form):
    """Report: its target, its category, and what happened. ``targets`` are the values and labels of targets."""

    target = forms.ChoiceField(label=_("What or whom do you report?"), widget=forms.RadioSelect)
    category = forms.ChoiceField(label=_("What is it about?"), choices=Category.choices, widget=forms.RadioSelect)
    text = _text_field(_("What happened?"))

    def __init__(self, targets: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        target: Any = self.fields["target"]
        target.choices = targets


class AppealForm(forms.Form):
    """Appeal, with its reason."""

    text = _text_field(_("Why should we look at it again?"))
