"""The choice of a clock, as fields of the form that makes a game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.stories.clock import BY_THE_DAY, MINUTES, NONE, REAL_TIME, SECONDS
from games.words.clocks import clock_text

OWN = "own"


def _number(within: range, label: Any, initial: int) -> forms.IntegerField:
    least, most = within.start, within.stop - 1
    attributes = {"inputmode": "numeric", "autocomplete": "off"}
    widget = forms.NumberInput(attrs=attributes)
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, initial=initial, widget=widget
    )


def offered(none: Any) -> list[tuple[str, Any]]:
    """The clocks that all may choose, in the language of whoever asks; ``none`` is what one is called that is none."""
    return [(NONE, none), *[(one, clock_text(one)) for one in (*REAL_TIME, *BY_THE_DAY)]]


def choices() -> list[tuple[str, Any]]:
    """Those, and one's own."""
    return [*offered(pgettext_lazy("clock", "None")), (OWN, pgettext_lazy("clock", "Your own"))]


def looked_for() -> list[tuple[str, Any]]:
    """What one may look for an opponent with."""
    return offered(_("No clock"))


class ClockForm(forms.Form):
    """A form of a game that is about to be made. What is absent, as a program may leave it, means no clock."""

    clock = forms.ChoiceField(label=_("Clock"), choices=choices, initial=NONE, required=False, widget=forms.RadioSelect)
    minutes = _number(MINUTES, _("Minutes for each player"), 5)
    seconds = _number(SECONDS, _("Seconds more for every card"), 5)

    def agreed(self) -> str:
        """The choice as a game keeps it; call it on a valid form. A missing number is what the form began with."""
        chosen: dict[str, Any] = self.cleaned_data
        if chosen["clock"] != OWN:
            return str(chosen["clock"])
        told = {name: self.fields[name].initial if chosen[name] is None else chosen[name] for name in _OWN}
        return "{minutes}+{seconds}".format(**told)


_OWN = ("minutes", "seconds")
