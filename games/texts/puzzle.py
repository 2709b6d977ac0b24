"""Texts of a puzzle: the task, comments on cards and votes, the verdict and the score."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import Card, Faction
from games.rules.state import Seat
from games.texts.formatting import join_sentences, join_words
from games.texts.table import format_card, format_faction

SettledVotes = dict[Faction, Seat | None]
"""Seats that are certain to get the vote of a faction; None if no seat can get it."""


def get_seat_names() -> tuple[str, str]:
    """Return the names of the solver and the opponent at the table."""
    return _("You"), _("Opponent")


def describe_seat(seat: Seat, solver: Seat) -> str:
    """Return the label of a seat, as the solver reads it."""
    return _("You") if seat == solver else _("Opponent")


def describe_task(lead: Card | None) -> str:
    """Return the task of a puzzle, with the card that the opponent leads, if any."""
    goal = _("Only one card wins, whatever your opponent does. You can see both hands.")
    return join_sentences((goal, "" if lead is None else describe_lead(lead)))


def describe_lead(lead: Card) -> str:
    """Return the sentence about the card that the opponent leads."""
    return _("Your opponent leads %(card)s.") % {"card": format_card(lead)}


def describe_prompt(lead: Card | None) -> str:
    """Return the prompt for the solver's next card."""
    return _("You lead: which card wins?") if lead is None else _("You follow: which card wins?")


def describe_place(number: int, last: int) -> str:
    """Return the number of the current trick and of the last one."""
    return _("Trick %(number)s of %(last)s") % {"number": number, "last": last}


def describe_right_card(card: Card, first: bool) -> str:
    """Return the comment on a card that keeps the win; ``first`` if it is the solver's first card."""
    texts = {"card": format_card(card)}
    return _("Correct: %(card)s wins.") % texts if first else _("%(card)s still wins.") % texts


def describe_wrong_card(card: Card) -> str:
    """Return the comment on a card that gives the win away, before its refutation is played out."""
    return _("%(card)s throws away the win. Here's why.") % {"card": format_card(card)}


def describe_shown_solution(card: Card) -> str:
    """Return the comment on the card that solves the puzzle, before the solution is played out."""
    return _("%(card)s wins. Here's how.") % {"card": format_card(card)}


def describe_settled_votes(before: SettledVotes, after: SettledVotes, solver: Seat) -> str:
    """Return the votes that became certain between two states; empty without any."""
    new = {faction: seat for faction, seat in after.items() if faction not in before}
    own = [faction for faction, seat in new.items() if seat == solver]
    empty = [faction for faction, seat in new.items() if seat is None]
    lost = [faction for faction, seat in new.items() if seat == 1 - solver]
    return join_sentences((_describe_own_votes(own), _describe_lost_votes(lost), _describe_empty_votes(empty)))


def describe_win(settled: SettledVotes, solver: Seat) -> str:
    """Return the reason why the puzzle is won for certain."""
    own = [faction for faction, seat in settled.items() if seat == solver]
    return join_sentences((_("You're certain to win now."), _describe_own_votes(own)))


def describe_loss(settled: SettledVotes, solver: Seat) -> str:
    """Return the reason why the puzzle can no longer be won."""
    lost = [faction for faction, seat in settled.items() if seat == 1 - solver]
    return join_sentences((_("You can no longer win."), _describe_lost_votes(lost)))


def describe_verdict(solved: bool, shown: bool) -> str:
    """Return the headline at the end of a puzzle; ``shown`` is whether the solver asked for the solution."""
    if solved:
        return _("Solved!")
    return _("That's the solution.") if shown else _("Not solved.")


def describe_score(solved: bool, counts: bool, streak: int | None) -> str:
    """Return the score of an attempt.

    ``counts`` is whether it was the first attempt; ``streak`` is the streak in days, None except for the puzzle of the
    day.
    """
    if not counts:
        return _("Only your first try counts.")
    if not solved:
        return _("You can start a new streak tomorrow.") if streak is not None else ""
    if streak is None:
        return _("Solved on the first try.")
    days = ngettext("Streak: %(count)s day.", "Streak: %(count)s days.", streak) % {"count": streak}
    return join_sentences((_("Solved on the first try."), days))


def _describe_own_votes(factions: Iterable[Faction]) -> str:
    names = [format_faction(faction) for faction in factions]
    template = ngettext(
        "The vote of the %(factions)s is yours.",
        "The votes of the %(factions)s are yours.",
        len(names),
    )
    return template % {"factions": join_words(names)} if names else ""


def _describe_lost_votes(factions: Iterable[Faction]) -> str:
    names = [format_faction(faction) for faction in factions]
    template = ngettext(
        "The vote of the %(factions)s goes to your opponent.",
        "The votes of the %(factions)s go to your opponent.",
        len(names),
    )
    return template % {"factions": join_words(names)} if names else ""


def _describe_empty_votes(factions: Iterable[Faction]) -> str:
    names = [format_faction(faction) for faction in factions]
    template = ngettext(
        "Nobody gets the vote of the %(factions)s.", "Nobody gets the votes of the %(factions)s.", len(names)
    )
    return template % {"factions": join_words(names)} if names else ""
