"""Forms of the host of a tournament: results, names, and changes of a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.names import MAX_LENGTH, clean_own_name
from games.models import Entrant
from games.rules.cards import DECK, Faction
from games.state.series import Pair
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.texts.names import translate_name
from games.texts.series import Names
from games.texts.tournament_host import describe_outcome

MAX_REASON = 200
NO_RESULT = "open"
"""Value of the outcome that takes the result of a board back."""
_OUTCOMES = (BoardOutcome.FIRST, BoardOutcome.SECOND, BoardOutcome.DRAW, BoardOutcome.NOBODY)


def _build_reason() -> forms.CharField:
    attributes = {"maxlength": MAX_REASON, "autocomplete": "off"}
    return forms.CharField(
        label=_("Reason (optional)"), max_length=MAX_REASON, required=False, widget=forms.TextInput(attrs=attributes)
    )


def _build_number(label: Any, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most, widget=widget)


class ReasonForm(forms.Form):
    """Reason of a correction, which may be empty."""

    reason = _build_reason()


class SetResultForm(forms.Form):
    """Result of a board. The players' ``names`` label the fields; votes and cards may be empty."""

    outcome = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    forfeit = forms.BooleanField(
        label=_("Not played"),
        help_text=_("The points count, but not as a game: the two can meet again."),
        required=False,
    )
    first_votes = _build_number("", len(Faction))
    second_votes = _build_number("", len(Faction))
    first_cards = _build_number("", len(DECK))
    second_cards = _build_number("", len(DECK))
    reason = _build_reason()

    def __init__(self, names: Names, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        outcome: Any = self.fields["outcome"]
        outcome.choices = [
            *((each.value, describe_outcome(each, names)) for each in _OUTCOMES),
            (NO_RESULT, _("no result")),
        ]
        for seat, name in zip(("first", "second"), names, strict=True):
            self.fields[f"{seat}_votes"].label = _("Votes of %(name)s") % {"name": name}
            self.fields[f"{seat}_cards"].label = _("Cards of %(name)s") % {"name": name}

    @classmethod
    def of_result(cls, names: Names, result: BoardResult | None) -> SetResultForm:
        """Return the form with a result, or empty without one."""
        if result is None:
            return cls(names)
        votes, cards = result.votes or (None, None), result.cards or (None, None)
        numbers = dict(zip(("first_votes", "second_votes", "first_cards", "second_cards"), votes + cards, strict=True))
        return cls(names, initial={"outcome": result.outcome.value, "forfeit": result.forfeit, **numbers})

    def clean(self) -> dict[str, Any]:
        """Require both numbers of a pair, or neither."""
        values: dict[str, Any] = super().clean() or {}
        for name in ("votes", "cards"):
            if (values.get(f"first_{name}") is None) != (values.get(f"second_{name}") is None):
                raise forms.ValidationError(_("Enter the numbers of both players, or of neither."))
        return values

    def build_result(self) -> BoardResult | None:
        """Return the result, or None to take it back. The form must be valid."""
        values: dict[str, Any] = self.cleaned_data
        if values["outcome"] == NO_RESULT:
            return None
        outcome = BoardOutcome(values["outcome"])
        if values["forfeit"]:
            return BoardResult(outcome, forfeit=True)
        return BoardResult(outcome, self._get_pair("votes"), self._get_pair("cards"))

    def _get_pair(self, name: str) -> Pair | None:
        first, second = self.cleaned_data[f"first_{name}"], self.cleaned_data[f"second_{name}"]
        return None if first is None else (first, second)


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
