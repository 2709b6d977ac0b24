"""Form for the house rules: the points on which the rule books are silent."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.rulings import MATCH_RULINGS, Draw, LastTrick, Rulings


class RulingsForm(forms.Form):
    """House rules of a new game. A program may omit a field, which then has its default."""

    strict = forms.BooleanField(
        label=_("Strict memory"),
        help_text=_("Nobody may look into their own follower pile before phase two, nor at older tricks."),
        required=False,
    )
    last_trick = forms.ChoiceField(
        label=_("The last trick may be looked at"),
        choices=[
            (LastTrick.LEAD.value, _("Until the next lead")),
            (LastTrick.TRICK.value, _("Until the next is complete")),
            (LastTrick.ALL.value, _("To the end, as all tricks")),
        ],
        initial=MATCH_RULINGS.last_trick,
        required=False,
        widget=forms.RadioSelect,
    )
    draw = forms.ChoiceField(
        label=_("When nobody has three votes"),
        choices=[(Draw.VOTES.value, _("More votes win")), (Draw.THREE.value, _("It is a draw"))],
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
