"""The rules of the game, in the site's own words."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from games.pages.examples import HANDS, PILES, TRICKS, TrickExample
from games.rules.cards import DECK, Faction
from games.words.rulebooks import CHOICES, SETTLED
from games.words.table import faction_text


@dataclass(frozen=True, slots=True)
class FactionText:
    """A faction as the page shows it."""

    faction: Faction
    values: str | Promise
    power: str | Promise

    @property
    def letter(self) -> str:
        return self.faction.value

    @property
    def key(self) -> str:
        return self.faction.key

    @property
    def name(self) -> str:
        return faction_text(self.faction)

    @property
    def folk(self) -> list[str]:
        """The codes of the cards that are shown: the lowest, one of the middle, the highest."""
        values = sorted({card.value for card in DECK if card.faction is self.faction})
        return [f"{self.letter}{value}" for value in (values[0], values[len(values) // 2], values[-1])]

    @property
    def example(self) -> TrickExample | None:
        """Its power at work."""
        return TRICKS.get(self.key)

    @property
    def cards(self) -> int:
        return sum(card.faction is self.faction for card in DECK)


FACTIONS = (
    FactionText(
        Faction.GOBLINS,
        pgettext_lazy("values of the Goblin cards", "0 to 9, with five zeros"),
        _("No power at all, but there are many of them: a big vote that takes patience to win."),
    ),
    FactionText(
        Faction.KNIGHTS,
        pgettext_lazy("values of the Knight cards", "2 to 9"),
        _("A Knight played second on a Goblin beats it, whatever the two values are."),
    ),
    FactionText(
        Faction.UNDEAD,
        pgettext_lazy("values of ten cards", "0 to 9"),
        _("In phase one, each Undead that is played goes straight to the score pile of whoever wins the trick."),
    ),
    FactionText(
        Faction.DWARVES,
        pgettext_lazy("values of ten cards", "0 to 9"),
        _("In phase two, the loser of a trick takes the Dwarves played in it. Losing can pay."),
    ),
    FactionText(
        Faction.DOPPELGANGERS,
        pgettext_lazy("values of ten cards", "0 to 9"),
        _("May always be played. Played second, it counts as a card of the faction that was led, by its value alone."),
    ),
)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    shown = {"factions": FACTIONS, "tricks": TRICKS, "hands": HANDS, "piles": PILES}
    return render(request, "pages/rules.html", shown)


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """Five rule books side by side, and what holds here."""
    return render(request, "pages/rulings.html", {"choices": CHOICES, "settled": SETTLED})
