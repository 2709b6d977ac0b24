"""Results in words and corrections, for the host of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.state.tournament.boards import BoardOutcome, BoardResult
from games.texts.series import Names
from games.texts.tournament_boards import format_pair


def describe_result(result: BoardResult | None, names: Names) -> str:
    """Return the outcome of a board, with its votes and cards if they are known."""
    if result is None:
        return _("no result")
    parts = [describe_outcome(result.outcome, names)]
    if result.forfeit:
        parts.append(_("not played"))
    if result.votes:
        parts.append(_("votes %(votes)s") % {"votes": format_pair(result.votes)})
    if result.cards:
        parts.append(_("cards %(pair)s") % {"pair": format_pair(result.cards)})
    return ", ".join(parts)


def describe_outcome(outcome: BoardOutcome, names: Names) -> str:
    """Return the outcome of a board with the name of the winner."""
    match outcome:
        case BoardOutcome.FIRST:
            return _("%(name)s won") % {"name": names[0]}
        case BoardOutcome.SECOND:
            return _("%(name)s won") % {"name": names[1]}
        case BoardOutcome.DRAW:
            return _("draw")
        case BoardOutcome.NOBODY:
            return _("both lost")
    return pgettext("tournament", "bye")


def describe_board(round_number: int, board: int, names: Names) -> str:
    """Return the place of a board in the tournament, and its players."""
    texts = {"round": round_number, "board": board, "first": names[0], "second": names[1]}
    return _("Round %(round)s, board %(board)s: %(first)s – %(second)s") % texts


def describe_report(reporter: str, result: BoardResult | None, names: Names) -> str:
    """Return what a player reported, for the host who may confirm it."""
    return _("%(name)s reports: %(result)s") % {"name": reporter, "result": describe_result(result, names)}


def describe_turn(phase: int, trick: int, name: str) -> str:
    """Return how far an online game is, and who is to play."""
    return _("phase %(phase)s, trick %(trick)s: %(name)s to play") % {"phase": phase, "trick": trick, "name": name}


def describe_change(before: Mapping[str, Any], after: Mapping[str, Any], names: Names) -> str:
    """Return what a correction changed, from the columns that it recorded."""
    return " → ".join(text for text in (_describe_columns(before, names), _describe_columns(after, names)) if text)


def _describe_columns(columns: Mapping[str, Any], names: Names) -> str:
    if "outcome" in columns:
        return describe_result(_read_result(columns), names)
    if "name" in columns:
        return str(columns["name"])
    if "removed" in columns:
        return _describe_presence(columns)
    return ""


def _describe_presence(columns: Mapping[str, Any]) -> str:
    if columns["removed"]:
        return _("removed")
    return _("left") if columns["left_at"] else _("takes part")


def _read_result(columns: Mapping[str, Any]) -> BoardResult | None:
    if not columns["outcome"]:
        return None
    votes, cards = ((columns[f"first_{name}"], columns[f"second_{name}"]) for name in ("votes", "cards"))
    return BoardResult(
        BoardOutcome(columns["outcome"]),
        votes if None not in votes else None,
        cards if None not in cards else None,
        columns["forfeit"],
    )
