"""The points on which the rule books are silent, as fields of the forms that make games."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.rulings import Draw, LastTrick, Rulings


class RulingsForm(forms.Form):
    """A form of a game that is about to be made. What is absent, as a program may leave it, is the default."""

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
        initial=LastTrick.TRICK.value,
        required=False,
        widget=forms.RadioSelect,
    )
    draw = forms.ChoiceField(
        label=_("When nobody has three votes"),
        choices=[(Draw.VOTES.value, _("More votes win")), (Draw.THREE.value, _("It is a draw"))],
        initial=Draw.VOTES.value,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_last_trick(self) -> str:
        """Strict memory holds for the tricks too: nobody who wants it means to look at all of them to the end."""
        chosen: str = self.cleaned_data["last_trick"]
        if self.cleaned_data["strict"]:
            return LastTrick.LEAD if chosen in ("", LastTrick.ALL) else chosen
        return chosen or LastTrick.TRICK

    def clean_draw(self) -> str:
        return self.cleaned_data["draw"] or Draw.VOTES

    def rulings(self) -> Rulings:
        """The choices; call it on a valid form, which has a field ``lead`` too."""
        chosen: dict[str, Any] = self.cleaned_data
        return Rulings(chosen["lead"], chosen["strict"], chosen["last_trick"], chosen["draw"])

    @property
    def plain(self) -> bool:
        """Whether these points stand as they stand by default, and rightly."""
        names = ("strict", "last_trick", "draw")
        return all(self[name].value() in (self[name].initial, None, False) and not self[name].errors for name in names)
