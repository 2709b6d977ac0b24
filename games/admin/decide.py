"""What a moderator fills in to decide a report or an appeal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.admin.reason_fields import lines, ready_words
from games.admin.verdicts import Option
from games.models.moderation import LONGEST
from games.services.moderation import Why
from games.words.reasons import REASONS


class DecideForm(forms.Form):
    """An outcome, and a note that the sender reads."""

    outcome = forms.ChoiceField(label=_("Outcome"), widget=forms.RadioSelect)
    note = forms.CharField(label=_("Note to the sender"), required=False, max_length=LONGEST, widget=lines(2))

    def __init__(self, outcomes: Iterable[tuple[str, Any]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["outcome"]
        field.choices = list(outcomes)


class VerdictForm(DecideForm):
    """A verdict on a case: one choice does and answers everything."""

    canned = ready_words(_("Why"))
    words = forms.CharField(
        label=_("Own words instead"),
        required=False,
        max_length=LONGEST,
        widget=lines(2),
        help_text=_("Whoever it concerns reads them, and they are the reason on record."),
    )
    newest = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """The newest report that the page showed."""

    def __init__(self, groups: Iterable[tuple[str, list[Option]]], *args: Any, **kwargs: Any) -> None:
        self.groups = list(groups)
        self.options = {one.code: one for _title, found in self.groups for one in found}
        super().__init__([(code, one.label) for code, one in self.options.items()], *args, **kwargs)
        self.order_fields(["outcome", "canned", "words", "note"])

    def clean(self) -> dict[str, Any]:
        """An act takes words."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = self.options.get(given.get("outcome", ""))
        if chosen is not None and chosen.deed is not None and not (given.get("words") or given.get("canned")):
            self.add_error("words", self.fields["outcome"].error_messages["required"])
        return given

    @property
    def option(self) -> Option:
        return self.options[self.cleaned_data["outcome"]]

    def why(self, report: Any) -> Why:
        """The words of the act: one's own, or else the ready ones."""
        given = self.cleaned_data
        return Why(given["words"] or REASONS.get(given["canned"], ""), "", report)


UNDO = "undo"


def rulings(outcomes: Any, undoable: bool) -> list[tuple[str, Any]]:
    """The outcomes of an appeal, where it can be with granting by undoing the act in the same step."""
    own = [(value, label) for value, label in outcomes.choices]
    return [*own[:1], (UNDO, _("Granted: undo the act now")), *own[1:]] if undoable else own
