"""The form that opens a physical table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import User
from games.pages.ruling_fields import RulingsForm
from games.people.names import MAX_LENGTH, own_name
from games.rules.rulings import Lead
from games.services.table.places import Choice
from games.stories.sheet import Depth

_NAME_ATTRIBUTES = {
    "maxlength": MAX_LENGTH,
    "autocomplete": "off",
    "autocapitalize": "words",
    "spellcheck": "false",
}


def name_field(label: Any) -> forms.CharField:
    """A name that may be left out. It may be typed longer than it is: what is invisible is cleaned away first."""
    return forms.CharField(
        label=label, max_length=MAX_LENGTH * 10, required=False, widget=forms.TextInput(attrs=_NAME_ATTRIBUTES)
    )


@dataclass(frozen=True, slots=True)
class DepthWords:
    """What is said of a depth: its name, what it costs and what it gives."""

    name: Any
    costs: Any
    gives: Any


DEPTHS = {
    Depth.PILES: DepthWords(
        _("Count our piles"),
        _("About 13 taps, all of them after the game."),
        _("The votes and who won; nothing while you play."),
    ),
    Depth.SCORING: DepthWords(
        _("Follow what scores"),
        _("About 30 taps: the Undead of phase one, then every trick of phase two."),
        _("The votes as they stand, trick by trick, and slips of phase two."),
    ),
    Depth.EVERY: DepthWords(
        _("Follow every card"),
        _("About 70 taps: every card as it falls."),
        _("Also your followers when phase two begins, slips of the whole game, and its full record."),
    ),
}
"""The depths in the order of what they cost; the taps are those of a whole game, of both phones together."""
SUGGESTED = Depth.SCORING


class TableForm(forms.Form):
    """A form in which names are given by ``me``, who is None without an account."""

    def __init__(self, *args: Any, me: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.me = me

    def named(self, text: str) -> str:
        return own_name(text, self.me) if text.strip() else ""


class NewTableForm(RulingsForm, TableForm):
    """Who plays, how much is logged, and what the device that asks is for."""

    first = name_field(_("First player"))
    second = name_field(_("Second player"))
    depth = forms.ChoiceField(
        label=_("How closely do you want to score?"),
        choices=[(depth.value, words.name) for depth, words in DEPTHS.items()],
        initial=SUGGESTED.value,
        widget=forms.RadioSelect,
    )
    device = forms.ChoiceField(
        label=_("This device is for"),
        choices=[
            (Choice.FIRST.value, _("The first player")),
            (Choice.SECOND.value, _("The second player")),
            (Choice.BOTH.value, _("Both players")),
            (Choice.DISPLAY.value, pgettext_lazy("what a device is for", "Showing the table to all")),
        ],
        initial=Choice.FIRST.value,
        widget=forms.RadioSelect,
    )
    lead = forms.ChoiceField(
        label=_("Who leads the first trick"),
        choices=[
            (Lead.CHOSEN.value, pgettext_lazy("who leads first", "We choose")),
            (Lead.RANDOM.value, pgettext_lazy("who leads first", "Chance")),
        ],
        initial=Lead.CHOSEN.value,
        required=False,
        widget=forms.RadioSelect,
    )
    watch = forms.BooleanField(
        label=_("Others may watch"),
        help_text=_("Whoever knows the address sees what lies open on the table."),
        required=False,
        initial=True,
    )

    def clean_first(self) -> str:
        return self.named(self.cleaned_data["first"])

    def clean_second(self) -> str:
        return self.named(self.cleaned_data["second"])

    def depths(self) -> Iterator[tuple[Any, DepthWords, bool]]:
        """Each choice of the depth with its words, and whether it is the one suggested."""
        for option, (depth, words) in zip(self["depth"], DEPTHS.items(), strict=True):
            yield option, words, depth is SUGGESTED

    def clean_lead(self) -> str:
        return self.cleaned_data["lead"] or Lead.CHOSEN

    def names(self) -> tuple[str, str]:
        """Both names, with a plain one for who gave none; call it on a valid form."""
        chosen = self.cleaned_data
        return chosen["first"] or gettext("Player 1"), chosen["second"] or gettext("Player 2")


class OptionalNameForm(TableForm):
    """The name under which somebody sits down, where they give one."""

    name = name_field(_("Your name"))

    def clean_name(self) -> str:
        return self.named(self.cleaned_data["name"])
