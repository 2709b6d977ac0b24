"""Texts of a series: its score, votes, streak and "best of"."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.state.series import BEST_OF_CHOICES, BestOf, SideCounts, Standing, Streak

Names = tuple[str, str]
"""Names of both sides in the active language."""


def format_best_of(length: int) -> str:
    """Return the label of a "best of"."""
    return _("Best of %(count)s") % {"count": length}


_lazy_best_of = lazy(format_best_of, str)
BEST_OF_LABELS: dict[int, str | Promise] = {
    0: gettext_lazy("No limit"),
    **{length: _lazy_best_of(length) for length in BEST_OF_CHOICES},
}
"""Labels of the lengths of a series, translated lazily."""


def list_best_of_rules(length: int) -> list[str]:
    """Return the rule of a "best of" as a sentence, or an empty list for a series without a limit."""
    text = _("Best of %(count)s: the first to win %(wins)s games wins the series.")
    return [text % {"count": length, "wins": length // 2 + 1}] if length else []


def format_score(names: Names, wins: SideCounts) -> str:
    """Return the wins of both sides between their names."""
    texts = {"first": names[0], "wins": wins[0], "losses": wins[1], "second": names[1]}
    return _("%(first)s %(wins)s – %(losses)s %(second)s") % texts


def list_standing_texts(names: Names, standing: Standing) -> list[str]:
    """Return the lines below a score: the "best of", the streak, the votes and the draws."""
    totals = list_total_texts(names, standing.votes, standing.draws, standing.streak)
    return [*_list_best_of_texts(standing), *totals]


def list_total_texts(names: Names, votes: SideCounts, draws: int, streak: Streak | None) -> list[str]:
    """Return the lines about totals: the streak, the votes and the draws."""
    return list(_iterate_total_texts(names, votes, draws, streak))


def _iterate_total_texts(names: Names, votes: SideCounts, draws: int, streak: Streak | None) -> Iterator[str]:
    if streak is not None and streak.length > 1:
        text = ngettext(
            "%(name)s has won %(count)d game in a row.", "%(name)s has won %(count)d games in a row.", streak.length
        )
        yield text % {"name": names[streak.side], "count": streak.length}
    if any(votes):
        yield format_votes(votes)
    if draws:
        yield ngettext("%(count)d draw", "%(count)d draws", draws) % {"count": draws}


def format_all_time(wins: SideCounts) -> str:
    """Return the wins of both sides in all their games."""
    return _("All time: %(first)s – %(second)s") % {"first": wins[0], "second": wins[1]}


def format_votes(votes: SideCounts) -> str:
    """Return the votes of both sides."""
    return _("Votes: %(first)s – %(second)s") % {"first": votes[0], "second": votes[1]}


def format_game_number(number: int) -> str:
    """Return the label of a game of a series."""
    return _("Game %(number)s") % {"number": number}


def _list_best_of_texts(standing: Standing) -> list[str]:
    """Return the "best of", with its own score where that differs from the score of the series."""
    best_of = standing.best_of
    if best_of.wins != standing.wins:
        numbers = {"count": best_of.length, "first": best_of.wins[0], "second": best_of.wins[1]}
        return [_("Best of %(count)s: %(first)s – %(second)s") % numbers] if best_of.length else []
    return [format_best_of(best_of.length)] if best_of.length and best_of.winner is None else []


def describe_best_of_winner(names: Names, best_of: BestOf) -> str:
    """Return the sentence about the winner of a "best of", or an empty string."""
    if best_of.winner is None:
        return ""
    return _("%(name)s wins the best of %(count)s!") % {"name": names[best_of.winner], "count": best_of.length}
