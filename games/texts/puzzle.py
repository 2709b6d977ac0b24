"""Texts of a puzzle: the task, what happened, why it is won or lost, and the score."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import Card, Faction
from games.rules.state import Seat
from games.texts.formatting import join_sentences, join_words
from games.texts.table import format_card, format_faction

SettledVotes = dict[Faction, Seat | None]
"""Who has a vote for certain; None: nobody gets it."""


def get_seat_names() -> tuple[str, str]:
    """Return what the solver and the other seat are called at the table."""
    return _("Solver"), _("Opponent")


def describe_seat(seat: Seat, solver: Seat) -> str:
    """Whose a card is, for the solver."""
    return _("You") if seat == solver else _("Opponent")


def describe_task(lead: Card | None) -> str:
    """Return what there is to do."""
    goal = _("Win from here: only one card does, whatever your opponent answers. You see both hands.")
    return join_sentences((goal, "" if lead is None else describe_lead(lead)))


def describe_lead(lead: Card) -> str:
    """Return the sentence about the card that the other seat leads."""
    return _("Your opponent leads %(card)s.") % {"card": format_card(lead)}


def describe_prompt(lead: Card | None) -> str:
    """Return what the solver is to do now."""
    return _("Your lead: which card wins?") if lead is None else _("Your answer: which card wins?")


def describe_place(number: int, last: int) -> str:
    """Return which trick of how many is played."""
    return _("Trick %(number)s of %(last)s") % {"number": number, "last": last}


def describe_right_card(card: Card, first: bool) -> str:
    """After a card that keeps the win."""
    texts = {"card": format_card(card)}
    return _("Right: %(card)s wins.") % texts if first else _("%(card)s keeps the win.") % texts


def describe_wrong_card(card: Card) -> str:
    """After a card that gave the win away, before it is played out why."""
    return _("%(card)s gives the win away. See how your opponent answers.") % {"card": format_card(card)}


def describe_shown_solution(card: Card) -> str:
    """Before the answer is played out."""
    return _("This is the card: %(card)s. See how it wins.") % {"card": format_card(card)}


def describe_settled_votes(before: SettledVotes, after: SettledVotes, solver: Seat) -> str:
    """Which votes have become certain from one stand to the next, in a sentence for each side; empty for none."""
    fresh = {faction: seat for faction, seat in after.items() if faction not in before}
    mine = [faction for faction, seat in fresh.items() if seat == solver]
    nobody = [faction for faction, seat in fresh.items() if seat is None]
    theirs = [faction for faction, seat in fresh.items() if seat == 1 - solver]
    return join_sentences((_describe_own_votes(mine), _describe_lost_votes(theirs), _describe_empty_votes(nobody)))


def describe_win(settled: SettledVotes, solver: Seat) -> str:
    """Why it is won for certain."""
    held = [faction for faction, seat in settled.items() if seat == solver]
    return join_sentences((_("Won, whatever is played now."), _describe_own_votes(held)))


def describe_loss(settled: SettledVotes, solver: Seat) -> str:
    """Why it cannot be won any more."""
    held = [faction for faction, seat in settled.items() if seat == 1 - solver]
    return join_sentences((_("Now you cannot win any more."), _describe_lost_votes(held)))


def describe_verdict(solved: bool, shown: bool) -> str:
    """Return the headline of the end."""
    if solved:
        return _("Solved.")
    return _("That is the answer.") if shown else _("Not solved.")


def describe_score(solved: bool, counts: bool, streak: int | None) -> str:
    """Return what the try came to: ``counts`` if it was the first one, ``streak`` for the puzzle of the day alone."""
    if not counts:
        return _("Only the first try counts, and this was a later one.")
    if not solved:
        return _("Your next streak begins tomorrow.") if streak is not None else ""
    if streak is None:
        return _("Solved at the first try.")
    days = ngettext("Streak: %(count)s day.", "Streak: %(count)s days.", streak) % {"count": streak}
    return join_sentences((_("Solved at the first try."), days))


def _describe_own_votes(factions: Iterable[Faction]) -> str:
    found = [format_faction(faction) for faction in factions]
    told = ngettext(
        "You have the vote of the %(factions)s for certain.",
        "You have the votes of the %(factions)s for certain.",
        len(found),
    )
    return told % {"factions": join_words(found)} if found else ""


def _describe_lost_votes(factions: Iterable[Faction]) -> str:
    found = [format_faction(faction) for faction in factions]
    told = ngettext(
        "Your opponent has the vote of the %(factions)s for certain.",
        "Your opponent has the votes of the %(factions)s for certain.",
        len(found),
    )
    return told % {"factions": join_words(found)} if found else ""


def _describe_empty_votes(factions: Iterable[Faction]) -> str:
    found = [format_faction(faction) for faction in factions]
    told = ngettext(
        "Nobody gets the vote of the %(factions)s.", "Nobody gets the votes of the %(factions)s.", len(found)
    )
    return told % {"factions": join_words(found)} if found else ""
