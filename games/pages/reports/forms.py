"""What people write to the moderators."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.moderation import LONGEST, Category


def _text(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LONGEST,
        error_messages={"required": _("Tell in a few words what happened.")},
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": LONGEST}),
    )


class ReportForm(forms.Form):
    """What a report is about, and what happened. ``targets`` are the values and labels to choose from."""

    target = forms.ChoiceField(label=_("What or whom do you report?"), widget=forms.RadioSelect)
    category = forms.ChoiceField(label=_("What is it about?"), choices=Category.choices, widget=forms.RadioSelect)
    text = _text(_("What happened?"))

    def __init__(self, targets: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        target: Any = self.fields["target"]
        target.choices = targets


class AppealForm(forms.Form):
    """Why a decision should be looked at again."""

    text = _text(_("Why should we look at it again?"))
