"""Forms that start a game of a shared deal, online or with the printed deck."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.names import MAX_LENGTH
from games.state.sheet import LogDepth
from games.texts.opponents import OPPONENTS, describe_level
from games.views.companion.forms import DEPTHS
from games.views.matches.forms import OptionalNameMixin

FRIEND, ANYONE = "friend", "visitor"


class PlayDealForm(OptionalNameMixin, forms.Form):
    """Opponent of a game of a shared deal, and a name for a visitor without one; an empty name is generated.

    The opponent is a friend with the link, another visitor of the page, or the level of a bot.
    """

    opponent = forms.ChoiceField(label=_("Opponent"), widget=forms.RadioSelect)
    name = forms.CharField(label=_("Your name"), required=False, max_length=MAX_LENGTH * 10)

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Offer the bots in the active language."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        bots = [(level, describe_level(bot)) for level, bot in OPPONENTS.items()]
        people = [(FRIEND, _("A friend with the link")), (ANYONE, _("Anyone on this page"))]
        field = self.fields["opponent"]
        field.choices = [*people, *bots]  # type: ignore[attr-defined]
        field.initial = FRIEND


PHONES, SORTED = "phones", "sorted"


class DealTableForm(OptionalNameMixin, forms.Form):
    """Options of a table of a shared deal: its deck, how much to log, and a name for a visitor without one.

    The players set up the deck with their phones, or somebody has sorted it with the organizer's lists.
    """

    deck = forms.ChoiceField(
        label=_("Deck"),
        choices=[(PHONES, _("Set it up with our phones")), (SORTED, _("It's already sorted for this deal"))],
        initial=PHONES,
        widget=forms.RadioSelect,
    )
    depth = forms.ChoiceField(
        label=_("How much to log"),
        choices=[(depth.value, texts.name) for depth, texts in DEPTHS.items()],
        initial=LogDepth.EVERY.value,
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("Your name"), required=False, max_length=MAX_LENGTH * 10)
