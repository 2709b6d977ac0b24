"""The examples on the page of the rules: chosen here, while who wins and what goes where follows from the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.cards import Card
from games.rules.logged.slots import TableRecord, TableTrick
from games.rules.logged.tally import Tally, tally
from games.rules.scoring import By, Vote, vote
from games.rules.state import Cards
from games.rules.tricks import follow_options
from games.words.table import card_text, story
from games.words.together import listed

SEATS = ("leader", "other")


@dataclass(frozen=True, slots=True)
class TrickExample:
    """A trick that seat 0 leads; ``revealed`` in phase one alone."""

    lead: Card
    follow: Card
    revealed: Card | None = None

    @property
    def follower_wins(self) -> bool:
        return told(self).tricks[-1].winner == 1

    @property
    def text(self) -> str:
        """Who won and why, and where the cards go."""
        told_by = story(told(self), len(told(self).tricks) - 1, (_("the leader"), _("the other player")))
        return re.sub(r"(?:^|\. )\w", lambda begin: begin[0].upper(), told_by)


@dataclass(frozen=True, slots=True)
class Held:
    """A card of a hand, and whether it may answer."""

    card: Card
    legal: bool


@dataclass(frozen=True, slots=True)
class HandExample:
    """A hand that is to answer a led card."""

    lead: Card
    hand: Cards

    @property
    def held(self) -> list[Held]:
        legal = follow_options(self.hand, self.lead.faction)
        return [Held(card, card in legal) for card in self.hand]

    @property
    def text(self) -> str:
        """Which cards may answer."""
        names = [card_text(held.card) for held in self.held if held.legal]
        if len(names) == len(self.hand):
            return _("May be played: every card.")
        return _("May be played: %(cards)s.") % {"cards": listed(names)}


VERDICTS: Mapping[By, str | Promise] = {
    By.COUNT: gettext_lazy("More cards: they have the vote."),
    By.CARD: gettext_lazy("Equally many: the highest card has the vote."),
    By.NONE: gettext_lazy("Level up to the highest card: this faction does not vote."),
}


@dataclass(frozen=True, slots=True)
class PilesExample:
    """The cards of one faction in both score piles."""

    piles: tuple[Cards, Cards]

    @property
    def vote(self) -> Vote:
        return vote(self.piles[0][0].faction, self.piles)

    @property
    def sides(self) -> list[tuple[Cards, bool]]:
        """Each pile, and whether the vote is its."""
        return [(pile, self.vote.seat == seat) for seat, pile in enumerate(self.piles)]

    @property
    def text(self) -> str:
        return str(VERDICTS[self.vote.by])


@cache
def told(example: TrickExample) -> Tally:
    """The trick as it would be followed at a table."""
    trick = TableTrick(lead=example.lead, follow=example.follow, revealed=example.revealed)
    if example.revealed:
        return tally(TableRecord(SEATS, leader=0, phase_one=(trick,)))
    return tally(TableRecord(SEATS, leader=None, phase_two=(trick,), phase_two_leader=0))


def _cards(codes: str) -> Cards:
    return tuple(Card.parse(code) for code in codes.split())


def _trick(codes: str) -> TrickExample:
    return TrickExample(*_cards(codes))


def _hand(lead: str, hand: str) -> HandExample:
    return HandExample(Card.parse(lead), _cards(hand))


TRICKS: Mapping[str, TrickExample] = {
    "knights": _trick("G9 K2"),
    "undead": _trick("U4 U7 D8"),
    "dwarves": _trick("D6 D3"),
    "doppelgangers": _trick("U5 P8"),
    "higher": _trick("K4 K7"),
    "equal": _trick("G6 P6"),
    "other": _trick("D3 G9"),
    "phase_one": _trick("G8 G5 P9"),
    "phase_two": _trick("K8 U2"),
}
HANDS: Mapping[str, HandExample] = {
    "held": _hand("U6", "G3 K7 U1 U9 P4"),
    "none": _hand("U6", "G3 K7 D2 D8 P4"),
    "wild": _hand("P5", "G3 K7 U1 D8 P4"),
    "knight": _hand("G8", "G1 K7 U9 D2 P6"),
}
PILES: Mapping[str, PilesExample] = {
    "count": PilesExample((_cards("G0 G2 G4"), _cards("G8 G9"))),
    "level": PilesExample((_cards("U3 U9"), _cards("U7 U8"))),
}
