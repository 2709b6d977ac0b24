"""Log of the corrections of a tournament as its host sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import TournamentAct
from games.queries.tournaments import TournamentSheet, list_acts
from games.services.tournaments.corrections import can_undo
from games.texts.formatting import join_words
from games.texts.names import translate_name
from games.texts.series import Names
from games.texts.tournament_host import describe_board, describe_change
from games.views.tournaments.sheet import get_names

MAX_ACTS = 40
"""Maximum number of corrections on the page."""


@dataclass(frozen=True, slots=True)
class ActRow:
    """Correction: what it was about, and what it changed."""

    act: TournamentAct
    subject: str
    change: str
    is_undone: bool
    can_undo: bool


def list_act_rows(sheet: TournamentSheet) -> list[ActRow]:
    """Return the corrections of a tournament, latest first."""
    return [_build_row(act, sheet) for act in list_acts(sheet.tournament)[:MAX_ACTS]]


def _build_row(act: TournamentAct, sheet: TournamentSheet) -> ActRow:
    return ActRow(
        act=act,
        subject=_describe_subject(act, sheet),
        change=describe_change(act.before, act.after, _get_names(act)),
        is_undone=hasattr(act, "undone_by"),
        can_undo=can_undo(act),
    )


def _describe_subject(act: TournamentAct, sheet: TournamentSheet) -> str:
    if act.pairing:
        return describe_board(act.pairing.round.number, act.pairing.board, _get_names(act))
    others: list[Any] = [act.entrant, sheet.entrants.get(act.after.get("other", 0))]
    people = join_words([translate_name(entrant.name) for entrant in others if entrant])
    if "round" not in act.after:
        return people
    place = _("Round %(number)s") % {"number": act.after["round"]}
    return f"{place}: {people}" if people else place


def _get_names(act: TournamentAct) -> Names:
    return get_names(act.pairing) if act.pairing else ("", "")
