"""What each lesson is called, and what is said at its beginning and its end."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class About:
    """``missed`` is said at the end instead of ``shown`` where the cards did not show what the lesson is about."""

    title: str | Promise
    about: str | Promise
    intro: str | Promise
    shown: str | Promise = ""
    missed: str | Promise = ""


ABOUT = {
    "following": About(
        _("Following"),
        _("What you may answer with, and who wins a trick."),
        _(
            "One player leads a card, the other answers. The higher card of the faction that was led wins, and its "
            "player leads next."
        ),
        _("That is following: with the faction that was led if you hold it, with any card if you do not."),
    ),
    "phase-one": About(
        _("Phase one: followers"),
        _("The card at stake, and the one that nobody knows."),
        _(
            "In phase one you fight over the card at stake. Who wins the trick recruits it; who loses it takes the "
            "next card of the deck, unseen by the other."
        ),
        _("Phase one is over: the followers you recruited are your hand now, for phase two."),
    ),
    "knights": About(
        _("Goblins and Knights"),
        _("Goblins are many and have no power. Knights beat them."),
        _(
            "A Knight that answers a Goblin beats it, whatever the two values are. But while you hold a Goblin "
            "yourself, you must follow with it."
        ),
        _("So the smallest Knight beats the highest Goblin, if it answers. A Knight that leads has no such power."),
    ),
    "undead": About(
        _("Undead"),
        _("They score in phase one, where all others are lost."),
        _(
            "Cards played in phase one are out of the game. Only the Undead are not: they go to the score pile of "
            "whoever wins the trick."
        ),
        _("Undead in a score pile count for their vote at the end, long before phase two begins."),
    ),
    "doppelgangers": About(
        _("Doppelgängers"),
        _("They may always be played, and count as another faction."),
        _(
            "A Doppelgänger may always be played. As an answer it counts as a card of the faction that was led, by "
            "its own value. It takes over no power."
        ),
        _("That is a Doppelgänger: always allowed, and worth its value. In the end they have a vote of their own."),
        _("You answered no other faction with a Doppelgänger. Start again and try it: you may at any time."),
    ),
    "dwarves": About(
        _("Phase two and the Dwarves"),
        _("The winner takes both cards, but the Dwarves go to the loser."),
        _(
            "In phase two the cards themselves are the prize: who wins a trick scores both. Only the Dwarves go the "
            "other way, to who loses it."
        ),
        _("So where Dwarves are played, losing a trick can pay."),
    ),
    "vote": About(
        _("Counting votes"),
        _("How the five factions choose who wins."),
        _(
            "Each faction votes for whoever scored more of its cards; with equally many, the highest card decides. The "
            "five shields show both counts. Two tricks are left."
        ),
    ),
    "game": About(
        _("A short game"),
        _("Five cards each, both phases, all the powers."),
        _("Now a whole game with five cards each: recruit five followers, then win the votes with them."),
    ),
}


def won_text(mine: int, theirs: int) -> str:
    """The end of a game that the learner won."""
    return str(_("You have won: %(mine)s votes to %(theirs)s.") % {"mine": mine, "theirs": theirs})
