"""Forms of tables: a new table, and the name of a joining player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.accounts.names import MAX_LENGTH, clean_own_name
from games.models import User
from games.rules.rulings import Lead
from games.services.companion.places import PlaceChoice
from games.state.sheet import LogDepth
from games.texts.names import FIRST_PLAYER, SECOND_PLAYER, restore_name
from games.views.rulings_form import RulingsForm
from games.views.series.forms import SeriesForm

_NAME_ATTRIBUTES = {
    "maxlength": MAX_LENGTH,
    "autocomplete": "off",
    "autocapitalize": "words",
    "spellcheck": "false",
}


def build_name_field(label: Any) -> forms.CharField:
    """Return a field for an optional name.

    The input may be longer than a name: invisible characters are removed before counting.
    """
    return forms.CharField(
        label=label, max_length=MAX_LENGTH * 10, required=False, widget=forms.TextInput(attrs=_NAME_ATTRIBUTES)
    )


@dataclass(frozen=True, slots=True)
class DepthText:
    """Texts of a log depth: its name, what it costs in taps, and what it gives."""

    name: Any
    costs: Any
    gives: Any


DEPTHS = {
    LogDepth.PILES: DepthText(
        _("Count the final piles"),
        _("About 13 taps, all after the game."),
        _("Shows the votes and the winner, but only at the end."),
    ),
    LogDepth.SCORING: DepthText(
        _("Log what scores"),
        _("About 30 taps: the Undead of phase one, then every trick of phase two."),
        _("Shows the votes after every trick and catches slips in phase two."),
    ),
    LogDepth.EVERY: DepthText(
        _("Log every card"),
        _("About 70 taps: every card as it's played."),
        _("Also shows your followers for phase two, catches slips in both phases and keeps a full record."),
    ),
}
"""Log depths in the order of their cost. The taps are those of a whole game, on both phones together."""
SUGGESTED_DEPTH = LogDepth.SCORING


class TableForm(forms.Form):
    """Base form for names that the user ``me`` types; None for a visitor without a name."""

    def __init__(self, *args: Any, me: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.me = me

    def named(self, text: str) -> str:
        """Return the cleaned name as it is stored, or an empty string."""
        return restore_name(clean_own_name(text, self.me)) if text.strip() else ""


class NewTableForm(SeriesForm, RulingsForm, TableForm):
    """Options of a new table: players, log depth, house rules, length of the series, and place of the device."""

    first = build_name_field(_("First player"))
    second = build_name_field(_("Second player"))
    depth = forms.ChoiceField(
        label=_("How much to log"),
        choices=[(depth.value, texts.name) for depth, texts in DEPTHS.items()],
        initial=SUGGESTED_DEPTH.value,
        widget=forms.RadioSelect,
    )
    device = forms.ChoiceField(
        label=_("This device is for"),
        choices=[
            (PlaceChoice.FIRST.value, _("First player")),
            (PlaceChoice.SECOND.value, _("Second player")),
            (PlaceChoice.BOTH.value, _("Both players")),
            (PlaceChoice.DISPLAY.value, pgettext_lazy("what a device is for", "Shared display")),
        ],
        initial=PlaceChoice.FIRST.value,
        widget=forms.RadioSelect,
    )
    lead = forms.ChoiceField(
        label=_("First lead"),
        choices=[
            (Lead.CHOSEN.value, pgettext_lazy("who leads first", "We choose")),
            (Lead.RANDOM.value, pgettext_lazy("who leads first", "Random")),
        ],
        initial=Lead.CHOSEN.value,
        required=False,
        widget=forms.RadioSelect,
    )
    watch = forms.BooleanField(
        label=_("Allow spectators"),
        help_text=_("Anyone with the link can see what's face up on the table."),
        required=False,
        initial=True,
    )

    def clean_first(self) -> str:
        """Return the cleaned name, or an empty string."""
        return self.named(self.cleaned_data["first"])

    def clean_second(self) -> str:
        """Return the cleaned name, or an empty string."""
        return self.named(self.cleaned_data["second"])

    def list_depths(self) -> Iterator[tuple[Any, DepthText, bool]]:
        """Yield the option of each log depth with its texts, and whether it is the suggested one."""
        for option, (depth, texts) in zip(self["depth"], DEPTHS.items(), strict=True):
            yield option, texts, depth is SUGGESTED_DEPTH

    def clean_lead(self) -> str:
        """Return the choice, or the default if it is empty."""
        return self.cleaned_data["lead"] or Lead.CHOSEN

    def names(self) -> tuple[str, str]:
        """Return both names, with a default for an empty one. The form must be valid."""
        choices = self.cleaned_data
        return choices["first"] or FIRST_PLAYER, choices["second"] or SECOND_PLAYER


class OptionalNameForm(TableForm):
    """Optional name of a player who takes a seat."""

    name = build_name_field(_("Your name"))

    def clean_name(self) -> str:
        """Return the cleaned name, or an empty string."""
        return self.named(self.cleaned_data["name"])
