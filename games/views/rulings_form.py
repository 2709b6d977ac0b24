"""Form for the house rules: the points on which the rule books are silent."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.rulings import MATCH_RULINGS, Draw, LastTrick, Rulings


class RulingsForm(forms.Form):
    """House rules of a new game. A program may omit a field, which then has its default."""

    strict = forms.BooleanField(
        label=_("Strict memory"),
        help_text=_("No looking at your follower pile in phase one, or at older tricks."),
        required=False,
    )
    last_trick = forms.ChoiceField(
        label=_("Past tricks"),
        choices=[
            (LastTrick.LEAD.value, _("Previous trick, until the next lead")),
            (LastTrick.TRICK.value, _("Previous trick, until the next is complete")),
            (LastTrick.ALL.value, _("All tricks, for the whole game")),
        ],
        initial=MATCH_RULINGS.last_trick,
        required=False,
        widget=forms.RadioSelect,
    )
    draw = forms.ChoiceField(
        label=_("If nobody has three votes"),
        choices=[(Draw.VOTES.value, _("More votes win")), (Draw.THREE.value, _("Draw"))],
        initial=MATCH_RULINGS.draw,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_last_trick(self) -> str:
        """Return the choice, or the default if it is empty.

        With strict memory, an empty choice and ``LastTrick.ALL`` become ``LastTrick.LEAD``, because strict memory
        covers older tricks too.
        """
        choice: str = self.cleaned_data["last_trick"]
        if self.cleaned_data["strict"]:
            return LastTrick.LEAD if choice in ("", LastTrick.ALL) else choice
        return choice or MATCH_RULINGS.last_trick

    def clean_draw(self) -> str:
        """Return the choice, or the default if it is empty."""
        return self.cleaned_data["draw"] or MATCH_RULINGS.draw

    def rulings(self) -> Rulings:
        """Return the house rules. The form must be valid and have a field ``lead``."""
        choices: dict[str, Any] = self.cleaned_data
        return Rulings(choices["lead"], choices["strict"], choices["last_trick"], choices["draw"])

    @property
    def plain(self) -> bool:
        """Return whether these fields have their defaults and no errors."""
        names = ("strict", "last_trick", "draw")
        return all(self[name].value() in (self[name].initial, None, False) and not self[name].errors for name in names)
