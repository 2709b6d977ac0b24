"""What is said of a puzzle: what there is to do, what happened, why it is won or lost, and what was kept of it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import Card, Faction
from games.rules.state import Seat
from games.words.table import card_text, faction_text
from games.words.together import listed, together

Settled = dict[Faction, Seat | None]
"""Who has a vote for certain; None: nobody gets it."""


def names() -> tuple[str, str]:
    """What the solver and the other seat are called at the table."""
    return _("Solver"), _("Opponent")


def who_text(seat: Seat, solver: Seat) -> str:
    """Whose a card is, for the solver."""
    return _("You") if seat == solver else _("Opponent")


def task_text(lead: Card | None) -> str:
    """What there is to do."""
    goal = _("Win from here: only one card does, whatever your opponent answers. You see both hands.")
    return together((goal, "" if lead is None else led_text(lead)))


def led_text(lead: Card) -> str:
    return _("Your opponent leads %(card)s.") % {"card": card_text(lead)}


def ask_text(lead: Card | None) -> str:
    """What the solver is to do now."""
    return _("Your lead: which card wins?") if lead is None else _("Your answer: which card wins?")


def where_text(number: int, last: int) -> str:
    return _("Trick %(number)s of %(last)s") % {"number": number, "last": last}


def right_text(card: Card, first: bool) -> str:
    """After a card that keeps the win."""
    texts = {"card": card_text(card)}
    return _("Right: %(card)s wins.") % texts if first else _("%(card)s keeps the win.") % texts


def slip_text(card: Card) -> str:
    """After a card that gave the win away, before it is played out why."""
    return _("%(card)s gives the win away. See how your opponent answers.") % {"card": card_text(card)}


def shown_text(card: Card) -> str:
    """Before the answer is played out."""
    return _("This is the card: %(card)s. See how it wins.") % {"card": card_text(card)}


def votes_text(before: Settled, after: Settled, solver: Seat) -> str:
    """Which votes have become certain from one stand to the next, in a sentence for each side; empty for none."""
    fresh = {faction: seat for faction, seat in after.items() if faction not in before}
    mine = [faction for faction, seat in fresh.items() if seat == solver]
    nobody = [faction for faction, seat in fresh.items() if seat is None]
    theirs = [faction for faction, seat in fresh.items() if seat == 1 - solver]
    return together((_mine(mine), _theirs(theirs), _nobody(nobody)))


def won_text(settled: Settled, solver: Seat) -> str:
    """Why it is won for certain."""
    held = [faction for faction, seat in settled.items() if seat == solver]
    return together((_("Won, whatever is played now."), _mine(held)))


def lost_text(settled: Settled, solver: Seat) -> str:
    """Why it cannot be won any more."""
    held = [faction for faction, seat in settled.items() if seat == 1 - solver]
    return together((_("Now you cannot win any more."), _theirs(held)))


def verdict_text(solved: bool, shown: bool) -> str:
    """The headline of the end."""
    if solved:
        return _("Solved.")
    return _("That is the answer.") if shown else _("Not solved.")


def kept_text(solved: bool, counts: bool, streak: int | None) -> str:
    """What the try came to: ``counts`` if it was the first one, ``streak`` for the puzzle of the day alone."""
    if not counts:
        return _("Only the first try counts, and this was a later one.")
    if not solved:
        return _("Your next streak begins tomorrow.") if streak is not None else ""
    if streak is None:
        return _("Solved at the first try.")
    days = ngettext("Streak: %(count)s day.", "Streak: %(count)s days.", streak) % {"count": streak}
    return together((_("Solved at the first try."), days))


def _mine(factions: Iterable[Faction]) -> str:
    found = [faction_text(faction) for faction in factions]
    told = ngettext(
        "You have the vote of the %(factions)s for certain.",
        "You have the votes of the %(factions)s for certain.",
        len(found),
    )
    return told % {"factions": listed(found)} if found else ""


def _theirs(factions: Iterable[Faction]) -> str:
    found = [faction_text(faction) for faction in factions]
    told = ngettext(
        "Your opponent has the vote of the %(factions)s for certain.",
        "Your opponent has the votes of the %(factions)s for certain.",
        len(found),
    )
    return told % {"factions": listed(found)} if found else ""


def _nobody(factions: Iterable[Faction]) -> str:
    found = [faction_text(faction) for faction in factions]
    told = ngettext(
        "Nobody gets the vote of the %(factions)s.", "Nobody gets the votes of the %(factions)s.", len(found)
    )
    return told % {"factions": listed(found)} if found else ""
