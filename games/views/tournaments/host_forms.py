"""Forms of the host of a tournament: results, names, and changes of a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.names import MAX_LENGTH, clean_own_name
from games.models import Entrant
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.texts.names import translate_name
from games.texts.series import Names
from games.texts.tournament_host import describe_outcome
from games.views.tournaments.forms import ResultForm

MAX_REASON = 200
NO_RESULT = "open"
"""Value of the outcome that takes the result of a board back."""
_OUTCOMES = (BoardOutcome.FIRST, BoardOutcome.SECOND, BoardOutcome.DRAW, BoardOutcome.NOBODY)
_NUMBERS = ("first_votes", "second_votes", "first_cards", "second_cards")


def build_reason() -> forms.CharField:
    """Return a field for the reason of a correction, which may be empty."""
    attributes = {"maxlength": MAX_REASON, "autocomplete": "off"}
    return forms.CharField(
        label=_("Reason (optional)"), max_length=MAX_REASON, required=False, widget=forms.TextInput(attrs=attributes)
    )


class ReasonForm(forms.Form):
    """Reason of a correction, which may be empty."""

    reason = build_reason()


class SetResultForm(ResultForm):
    """Result that the host sets, also of a board that was not played, or none; with a reason."""

    forfeit = forms.BooleanField(
        label=_("Not played"),
        help_text=_("The points count, but not as a game: the two can meet again."),
        required=False,
    )
    reason = build_reason()

    def __init__(self, *args: Any, names: Names, **kwargs: Any) -> None:
        """Offer all outcomes, and none."""
        super().__init__(*args, names=names, **kwargs)
        outcomes = ((outcome.value, describe_outcome(outcome, names)) for outcome in _OUTCOMES)
        self.fields["outcome"].label = _("Result")
        self.fields["outcome"].choices = [*outcomes, (NO_RESULT, _("no result"))]  # type: ignore[attr-defined]

    @classmethod
    def of_result(cls, names: Names, result: BoardResult | None) -> SetResultForm:
        """Return the form with a result, or empty without one."""
        if result is None:
            return cls(names=names)
        votes, cards = result.votes or (None, None), result.cards or (None, None)
        numbers = dict(zip(_NUMBERS, votes + cards, strict=True))
        return cls(names=names, initial={"outcome": result.outcome.value, "forfeit": result.forfeit, **numbers})

    def build_result(self) -> BoardResult | None:
        """Return the result, or None to take it back. The form must be valid."""
        if self.cleaned_data["outcome"] == NO_RESULT:
            return None
        if self.cleaned_data["forfeit"]:
            return BoardResult(BoardOutcome(self.cleaned_data["outcome"]), forfeit=True)
        return self.result()


class EntrantNameForm(forms.Form):
    """Name of an entrant, typed by the host."""

    name = forms.CharField(
        label=_("Name"),
        # The input may be longer than a name: accents and invisible characters are removed before counting.
        max_length=MAX_LENGTH * 10,
        error_messages={"required": _("Enter a name.")},
        widget=forms.TextInput(
            attrs={"maxlength": MAX_LENGTH, "autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        ),
    )

    def clean_name(self) -> str:
        """Return the cleaned name."""
        return clean_own_name(self.cleaned_data["name"])


class SwapForm(forms.Form):
    """Two of the ``entrants``, who change places in a round. The cleaned values are their numbers."""

    one = forms.TypedChoiceField(label=_("Player"), coerce=int)
    other = forms.TypedChoiceField(label=_("Swaps with"), coerce=int)

    def __init__(self, entrants: Iterable[Entrant], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((entrant.number, translate_name(entrant.name)) for entrant in entrants)]
        fields: Any = self.fields
        fields["one"].choices = fields["other"].choices = choices

    def clean(self) -> dict[str, Any]:
        """Require two different players."""
        values: dict[str, Any] = super().clean() or {}
        if "one" in values and values["one"] == values.get("other"):
            raise forms.ValidationError(_("Choose two different players."))
        return values


class SettleForm(ReasonForm):
    """Result that all open boards of the current round get."""

    outcome = forms.TypedChoiceField(
        label=_("Result"),
        choices=[(BoardOutcome.DRAW.value, _("draw")), (BoardOutcome.NOBODY.value, _("both lost"))],
        coerce=BoardOutcome,
        widget=forms.RadioSelect,
    )
