"""Texts of a series: its score, votes, streak and "best of"."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.state.series import BestOf, Pair, Standing, Streak

Names = tuple[str, str]
"""Names of both sides in the active language."""


def format_score(names: Names, wins: Pair) -> str:
    """Return the wins of both sides between their names."""
    texts = {"first": names[0], "wins": wins[0], "losses": wins[1], "second": names[1]}
    return _("%(first)s %(wins)s – %(losses)s %(second)s") % texts


def list_standing_texts(names: Names, standing: Standing) -> list[str]:
    """Return what is said of a standing beside its score: the "best of", the streak, the votes and the draws."""
    best_of = describe_best_of(names, standing.best_of)
    texts = [best_of, *list_total_texts(names, standing.votes, standing.draws, standing.streak)]
    return [text for text in texts if text]


def list_total_texts(names: Names, votes: Pair, draws: int, streak: Streak | None) -> list[str]:
    """Return what is said of some games beside their score: the streak, the votes and the draws."""
    return list(_iterate_total_texts(names, votes, draws, streak))


def _iterate_total_texts(names: Names, votes: Pair, draws: int, streak: Streak | None) -> Iterator[str]:
    if streak is not None and streak.length > 1:
        text = ngettext(
            "%(name)s has won %(count)d game in a row.", "%(name)s has won %(count)d games in a row.", streak.length
        )
        yield text % {"name": names[streak.side], "count": streak.length}
    if any(votes):
        yield format_votes(votes)
    if draws:
        yield ngettext("%(count)d draw", "%(count)d draws", draws) % {"count": draws}


def format_votes(votes: Pair) -> str:
    """Return the votes of both sides."""
    return _("Votes: %(first)s – %(second)s") % {"first": votes[0], "second": votes[1]}


def format_game_number(number: int) -> str:
    """Return the label of a game of a series."""
    return _("Game %(number)s") % {"number": number}


def describe_best_of(names: Names, best_of: BestOf) -> str:
    """Return the state of a "best of", empty where there is none."""
    if not best_of.length:
        return ""
    numbers = {"count": best_of.length, "first": best_of.wins[0], "second": best_of.wins[1]}
    if best_of.winner is None:
        return _("Best of %(count)s: %(first)s – %(second)s") % numbers
    return describe_best_of_winner(names, best_of)


def describe_best_of_winner(names: Names, best_of: BestOf) -> str:
    """Return who has won a "best of", empty while nobody has."""
    if best_of.winner is None:
        return ""
    return _("%(name)s wins the best of %(count)s!") % {"name": names[best_of.winner], "count": best_of.length}
