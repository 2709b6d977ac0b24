"""The site's own forms."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.pages.online.clock_fields import ClockForm
from games.pages.ruling_fields import RulingsForm
from games.people.names import MAX_LENGTH, own_name
from games.rules.rulings import LastTrick, Lead
from games.stories.online import Options

LISTED, PRIVATE = "open", "private"


class NameForm(forms.Form):
    """The one thing a guest has to say."""

    name = forms.CharField(
        label=_("Your name"),
        # Longer than a name may be: accents and invisible characters are cleaned away before counting.
        max_length=MAX_LENGTH * 10,
        error_messages={"required": _("Type a name to play under.")},
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
        return own_name(self.cleaned_data["name"])


class NewGameForm(ClockForm, RulingsForm):
    """What the creator of a game chooses."""

    who = forms.ChoiceField(
        label=_("Who may take the other seat"),
        choices=[(LISTED, _("Anyone")), (PRIVATE, _("By link only"))],
        initial=LISTED,
        widget=forms.RadioSelect,
    )
    lead = forms.ChoiceField(
        label=_("Who leads the first trick"),
        choices=[
            (Lead.RANDOM.value, pgettext_lazy("who leads first", "Chance")),
            (Lead.CREATOR.value, pgettext_lazy("who leads first", "Me")),
            (Lead.OTHER.value, pgettext_lazy("who leads first", "The other")),
        ],
        initial=Lead.RANDOM.value,
        widget=forms.RadioSelect,
    )
    watch = forms.BooleanField(
        label=_("Others may watch"),
        help_text=_("Shown under Watch if it is open to anyone, else to who knows the address. No hand is shown."),
        required=False,
        initial=True,
    )

    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("It counts for the ratings of both. Whoever takes the seat needs an account, and agrees to it."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """People look back at every trick unless they choose otherwise; programs get what a record means."""
        super().__init__(*args, **kwargs)
        self.fields["last_trick"].initial = LastTrick.ALL.value

    def options(self) -> Options:
        """The choices as the game keeps them; call it on a valid form."""
        chosen: dict[str, Any] = self.cleaned_data
        who = {"listed": chosen["who"] == LISTED, "watch": chosen["watch"], "rated": chosen["rated"]}
        return Options(**who, **asdict(self.rulings()), clock=self.agreed())
