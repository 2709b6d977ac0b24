"""Forms of online games: the clock, a name, and a new game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.names import MAX_LENGTH, clean_own_name
from games.rules.rulings import Lead
from games.state.clock import DAILY, MINUTES, NO_CLOCK, REAL_TIME, SECONDS
from games.state.match_state import MatchOptions
from games.texts.clocks import format_clock
from games.views.rulings_form import RulingsForm
from games.views.series.forms import SeriesForm

CUSTOM = "own"


def _build_number_field(within: range, label: Any, initial: int) -> forms.IntegerField:
    least, most = within.start, within.stop - 1
    attributes = {"inputmode": "numeric", "autocomplete": "off"}
    widget = forms.NumberInput(attrs=attributes)
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, initial=initial, widget=widget
    )


def list_offered_clocks() -> list[tuple[str, Any]]:
    """Return the choices of clocks that every player has, in the active language."""
    return [(NO_CLOCK, _("No clock")), *[(clock, format_clock(clock)) for clock in (*REAL_TIME, *DAILY)]]


def list_clock_choices() -> list[tuple[str, Any]]:
    """Return the choices of clocks for a new game: the offered ones and a custom one."""
    return [*list_offered_clocks(), (CUSTOM, pgettext_lazy("clock", "Custom"))]


class ClockForm(forms.Form):
    """Clock of a new game. A program may omit the fields, which means no clock."""

    clock = forms.ChoiceField(
        label=_("Clock"), choices=list_clock_choices, initial=NO_CLOCK, required=False, widget=forms.RadioSelect
    )
    minutes = _build_number_field(MINUTES, _("Minutes per player"), 5)
    seconds = _build_number_field(SECONDS, _("Extra seconds per card"), 5)

    def agreed(self) -> str:
        """Return the time control as a game stores it.

        The form must be valid. A missing number has its initial value.
        """
        choices: dict[str, Any] = self.cleaned_data
        if choices["clock"] != CUSTOM:
            return str(choices["clock"])
        numbers = {
            name: self.fields[name].initial if choices[name] is None else choices[name] for name in _CUSTOM_FIELDS
        }
        return "{minutes}+{seconds}".format(**numbers)


_CUSTOM_FIELDS = ("minutes", "seconds")

LISTED_CHOICE, PRIVATE_CHOICE = "open", "private"


class NameForm(forms.Form):
    """Name of a guest."""

    name = forms.CharField(
        label=_("Your name"),
        # The input may be longer than a name: accents and invisible characters are removed before counting.
        max_length=MAX_LENGTH * 10,
        error_messages={"required": _("Enter a name.")},
        widget=forms.TextInput(
            attrs={
                "maxlength": MAX_LENGTH,
                "autocomplete": "nickname",
                "autocapitalize": "words",
                "spellcheck": "false",
            }
        ),
    )

    def clean_name(self) -> str:
        """Return the cleaned name."""
        return clean_own_name(self.cleaned_data["name"])


class OptionalNameMixin:
    """Mixin that cleans the field ``name`` of a form, which may be empty."""

    cleaned_data: dict[str, Any]

    def clean_name(self) -> str:
        """Return the cleaned name, or an empty string."""
        text = self.cleaned_data["name"]
        return clean_own_name(text) if text.strip() else ""


class NewGameForm(ClockForm, SeriesForm, RulingsForm):
    """Options of a new game."""

    who = forms.ChoiceField(
        label=_("Who can join"),
        choices=[(PRIVATE_CHOICE, _("Only with the link")), (LISTED_CHOICE, _("Anyone"))],
        initial=PRIVATE_CHOICE,
        widget=forms.RadioSelect,
    )
    lead = forms.ChoiceField(
        label=_("First lead"),
        choices=[
            (Lead.RANDOM.value, pgettext_lazy("who leads first", "Random")),
            (Lead.CREATOR.value, pgettext_lazy("who leads first", "Me")),
            (Lead.OTHER.value, pgettext_lazy("who leads first", "Opponent")),
        ],
        initial=Lead.RANDOM.value,
        widget=forms.RadioSelect,
    )
    watch = forms.BooleanField(
        label=_("Allow spectators"),
        help_text=_(
            "Public games are listed under Watch; private ones can be watched with the link. Hands stay hidden."
        ),
        required=False,
        initial=True,
    )

    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("Counts for both players' ratings. Your opponent needs an account."),
        required=False,
    )

    def options(self) -> MatchOptions:
        """Return the options as a game stores them. The form must be valid."""
        choices: dict[str, Any] = self.cleaned_data
        audience = {"listed": choices["who"] == LISTED_CHOICE, "watch": choices["watch"], "rated": choices["rated"]}
        terms = {"clock": self.agreed(), "best_of": choices["best_of"]}
        return MatchOptions(**audience, **asdict(self.rulings()), **terms)
