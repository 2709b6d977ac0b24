"""What happened in a trick, as the teacher explains it to a learner."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules.state import Trick
from games.stories.lessons.facts import Happened, gone, happened
from games.words.table import card_text
from games.words.together import listed, together

SENTENCES: Mapping[Happened, str] = {
    Happened.COPIED: _("%(follow)s counts as a card of the faction that was led."),
    Happened.HIGHER_MINE: _("%(high)s is higher than %(low)s, so you win the trick."),
    Happened.HIGHER_THEIRS: _("%(high)s is higher than %(low)s, so the teacher wins the trick."),
    Happened.EQUAL_MINE: _("With equal values the player who led wins: you."),
    Happened.EQUAL_THEIRS: _("With equal values the player who led wins: the teacher."),
    Happened.OTHER_FACTION_MINE: _("%(low)s is of another faction, so it loses to your %(high)s."),
    Happened.OTHER_FACTION_THEIRS: _("%(low)s is of another faction, so it loses to the teacher's %(high)s."),
    Happened.POWER_MINE: _("Your %(high)s answers a Goblin: a Knight wins then, whatever the values."),
    Happened.POWER_THEIRS: _("The teacher's %(high)s answers a Goblin: a Knight wins then, whatever the values."),
    Happened.RECRUITED: _("You recruit %(revealed)s, the teacher a card that you do not see."),
    Happened.BLIND: _("The teacher recruits %(revealed)s, you %(blind)s, which the teacher does not see."),
    Happened.UNDEAD_MINE: _("Undead that were played go to the winner: you score %(cards)s."),
    Happened.UNDEAD_THEIRS: _("Undead that were played go to the winner: the teacher scores %(cards)s."),
    Happened.SPENT: _("Out of the game: %(cards)s."),
    Happened.TAKEN_MINE: _("You score %(cards)s."),
    Happened.TAKEN_THEIRS: _("The teacher scores %(cards)s."),
    Happened.DWARVES_MINE: _("Dwarves go to the loser: you score %(cards)s."),
    Happened.DWARVES_THEIRS: _("Dwarves go to the loser: the teacher scores %(cards)s."),
}

_HIGHER = {Happened.HIGHER_MINE, Happened.HIGHER_THEIRS}
_PLAIN = _HIGHER | {Happened.OTHER_FACTION_MINE, Happened.OTHER_FACTION_THEIRS}
_RECRUITS = {Happened.RECRUITED, Happened.BLIND}
UNSAID: Mapping[str, set[Happened]] = {
    "following": _RECRUITS | {Happened.SPENT},
    "phase-one": _PLAIN | {Happened.SPENT},
    "knights": _RECRUITS | {Happened.SPENT},
    "undead": _PLAIN | _RECRUITS,
    "doppelgangers": _RECRUITS | {Happened.SPENT},
    "dwarves": _PLAIN,
    "vote": _PLAIN,
    "game": _PLAIN | {Happened.SPENT},
}
"""What a lesson keeps silent about, so that it says one thing at a time; the table shows it all the same."""


def told(lesson: str, trick: Trick) -> tuple[Happened, ...]:
    """What a lesson tells of a trick."""
    return tuple(one for one in happened(trick) if one not in UNSAID.get(lesson, ()))


def trick_text(lesson: str, trick: Trick) -> str:
    """The same in words."""
    return together(_sentence(trick, one) for one in told(lesson, trick))


def _sentence(trick: Trick, one: Happened) -> str:
    leads = trick.winner == trick.leader
    high, low = (trick.lead, trick.follow) if leads else (trick.follow, trick.lead)
    texts = {
        "follow": card_text(trick.follow),
        "high": card_text(high),
        "low": card_text(low),
        "revealed": trick.revealed and card_text(trick.revealed),
        "blind": trick.blind and card_text(trick.blind),
        "cards": listed([card_text(card) for card in gone(trick).get(one, ())]),
    }
    return gettext(SENTENCES[one]) % texts
