"""Pages of the rules: the rules with examples, and the comparison of rule books."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from games.inference.record import TableRecord, TableTrick
from games.inference.tally import Tally, compute_tally
from games.rules.cards import DECK, Card, Faction
from games.rules.scoring import Vote, VoteBasis, compute_vote
from games.rules.state import Cards
from games.rules.tricks import list_follow_options
from games.texts.formatting import join_words
from games.texts.rulebooks import CHOSEN_POINTS, SETTLED_POINTS
from games.texts.table import describe_trick, format_card, format_faction

# Examples. Only their cards are written here; winners and votes follow from the rules.

SEATS = ("leader", "other")


@dataclass(frozen=True, slots=True)
class TrickExample:
    """Example of a trick that seat 0 leads. ``revealed`` is the card at stake, in phase one only."""

    lead: Card
    follow: Card
    revealed: Card | None = None

    @property
    def follower_wins(self) -> bool:
        """Return whether the follower wins the trick."""
        return count_example(self).tricks[-1].winner == 1

    @property
    def text(self) -> str:
        """Return sentences with the winner, the reason, and where the cards go."""
        text = describe_trick(
            count_example(self), len(count_example(self).tricks) - 1, (_("the leader"), _("the other player"))
        )
        return re.sub(r"(?:^|\. )\w", lambda match: match[0].upper(), text)


@dataclass(frozen=True, slots=True)
class HandCard:
    """Card of a hand, and whether it is legal."""

    card: Card
    is_legal: bool


@dataclass(frozen=True, slots=True)
class HandExample:
    """Example of a hand that follows a led card."""

    lead: Card
    hand: Cards

    @property
    def cards(self) -> list[HandCard]:
        """Return the cards of the hand, each with its legality."""
        legal = list_follow_options(self.hand, self.lead.faction)
        return [HandCard(card, card in legal) for card in self.hand]

    @property
    def text(self) -> str:
        """Return a sentence with the legal cards."""
        names = [format_card(hand_card.card) for hand_card in self.cards if hand_card.is_legal]
        if len(names) == len(self.hand):
            return _("You may play any card.")
        return _("You may play: %(cards)s.") % {"cards": join_words(names)}


VOTE_TEXTS: Mapping[VoteBasis, str | Promise] = {
    VoteBasis.COUNT: gettext_lazy("More cards win the vote."),
    VoteBasis.CARD: gettext_lazy("Tied: the highest card wins the vote."),
    VoteBasis.NONE: gettext_lazy("Tied, highest card included: nobody gets the vote."),
}


@dataclass(frozen=True, slots=True)
class PilesExample:
    """Example of the cards of one faction in both score piles."""

    piles: tuple[Cards, Cards]

    @property
    def vote(self) -> Vote:
        """Return the vote of the faction."""
        return compute_vote(self.piles[0][0].faction, self.piles)

    @property
    def sides(self) -> list[tuple[Cards, bool]]:
        """Return each pile, and whether it has the vote."""
        return [(pile, self.vote.seat == seat) for seat, pile in enumerate(self.piles)]

    @property
    def text(self) -> str:
        """Return a sentence with the reason for the vote."""
        return str(VOTE_TEXTS[self.vote.by])


@cache
def count_example(example: TrickExample) -> Tally:
    """Return the tally of the trick, as a table computes it."""
    trick = TableTrick(lead=example.lead, follow=example.follow, revealed=example.revealed)
    if example.revealed:
        return compute_tally(TableRecord(SEATS, leader=0, phase_one=(trick,)))
    return compute_tally(TableRecord(SEATS, leader=None, phase_two=(trick,), phase_two_leader=0))


def _parse_cards(codes: str) -> Cards:
    return tuple(Card.parse(code) for code in codes.split())


def _parse_trick(codes: str) -> TrickExample:
    return TrickExample(*_parse_cards(codes))


def _parse_hand(lead: str, hand: str) -> HandExample:
    return HandExample(Card.parse(lead), _parse_cards(hand))


TRICKS: Mapping[str, TrickExample] = {
    "knights": _parse_trick("G9 K2"),
    "undead": _parse_trick("U4 U7 D8"),
    "dwarves": _parse_trick("D6 D3"),
    "doppelgangers": _parse_trick("U5 P8"),
    "higher": _parse_trick("K4 K7"),
    "equal": _parse_trick("G6 P6"),
    "other": _parse_trick("D3 G9"),
    "phase_one": _parse_trick("G8 G5 P9"),
    "phase_two": _parse_trick("K8 U2"),
}
HANDS: Mapping[str, HandExample] = {
    "held": _parse_hand("U6", "G3 K7 U1 U9 P4"),
    "none": _parse_hand("U6", "G3 K7 D2 D8 P4"),
    "wild": _parse_hand("P5", "G3 K7 U1 D8 P4"),
    "knight": _parse_hand("G8", "G1 K7 U9 D2 P6"),
}
PILES: Mapping[str, PilesExample] = {
    "count": PilesExample((_parse_cards("G0 G2 G4"), _parse_cards("G8 G9"))),
    "level": PilesExample((_parse_cards("U3 U9"), _parse_cards("U7 U8"))),
}


@dataclass(frozen=True, slots=True)
class FactionText:
    """Description of a faction."""

    faction: Faction
    values: str | Promise
    power: str | Promise

    @property
    def letter(self) -> str:
        """Return the letter of the faction in card codes."""
        return self.faction.value

    @property
    def key(self) -> str:
        """Return the key of the faction in examples and addresses."""
        return self.faction.key

    @property
    def name(self) -> str:
        """Return the name of the faction in the active language."""
        return format_faction(self.faction)

    @property
    def sample_cards(self) -> list[str]:
        """Return the codes of three cards: the lowest, a middle one, and the highest."""
        values = sorted({card.value for card in DECK if card.faction is self.faction})
        return [f"{self.letter}{value}" for value in (values[0], values[len(values) // 2], values[-1])]

    @property
    def example(self) -> TrickExample | None:
        """Return a trick that shows the power of the faction, or None if it has no power."""
        return TRICKS.get(self.key)

    @property
    def cards(self) -> int:
        """Return the number of cards of the faction in the deck."""
        return sum(card.faction is self.faction for card in DECK)


FACTIONS = (
    FactionText(
        Faction.GOBLINS,
        pgettext_lazy("values of the Goblin cards", "0 to 9, with five zeros"),
        gettext_lazy("No special power, but strength in numbers."),
    ),
    FactionText(
        Faction.KNIGHTS,
        pgettext_lazy("values of the Knight cards", "2 to 9"),
        gettext_lazy("A Knight played second beats a Goblin, whatever their values."),
    ),
    FactionText(
        Faction.UNDEAD,
        pgettext_lazy("values of ten cards", "0 to 9"),
        gettext_lazy("In phase one, Undead played in a trick go straight to the winner's score pile."),
    ),
    FactionText(
        Faction.DWARVES,
        pgettext_lazy("values of ten cards", "0 to 9"),
        gettext_lazy("In phase two, the loser of a trick collects the Dwarves played in it, so losing can pay off."),
    ),
    FactionText(
        Faction.DOPPELGANGERS,
        pgettext_lazy("values of ten cards", "0 to 9"),
        gettext_lazy(
            "Wild: you may always play one. Played second, it counts as the led faction, but gets no special power."
        ),
    ),
)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules."""
    context = {"factions": FACTIONS, "tricks": TRICKS, "hands": HANDS, "piles": PILES}
    return render(request, "rules/rules.html", context)


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """Show the comparison of five rule books, and the rulings of this site."""
    return render(request, "rules/rulings.html", {"choices": CHOSEN_POINTS, "settled": SETTLED_POINTS})
