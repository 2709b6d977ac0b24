"""Choices of tournaments with labels, for the fields of models and forms."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.state.game_state import Mode
from games.state.tournament.boards import BoardOutcome
from games.state.tournament.kinds import ResultSource, System, TournamentActKind, TournamentPhase
from games.texts.choices import build_choices

SYSTEMS = build_choices({System.SWISS: _("Swiss"), System.ROUND_ROBIN: _("Round robin")})

BOARD_MODES = build_choices({Mode.ONLINE: _("online"), Mode.TABLE: _("at the table")})

TOURNAMENT_PHASES = build_choices(
    {
        TournamentPhase.REGISTERING: pgettext_lazy("tournament", "open for entries"),
        TournamentPhase.RUNNING: _("in progress"),
        TournamentPhase.FINISHED: _("finished"),
    }
)

BOARD_OUTCOMES = build_choices(
    {
        BoardOutcome.FIRST: _("first player won"),
        BoardOutcome.SECOND: _("second player won"),
        BoardOutcome.DRAW: _("draw"),
        BoardOutcome.NOBODY: _("both lost"),
        BoardOutcome.BYE: pgettext_lazy("tournament", "bye"),
    }
)

RESULT_SOURCES = build_choices(
    {
        ResultSource.REPORT: _("reported by one player"),
        ResultSource.PLAYERS: _("confirmed by both players"),
        ResultSource.GAME: _("from the game"),
        ResultSource.HOST: _("set by the host"),
        ResultSource.PAIRING: pgettext_lazy("tournament", "bye"),
    }
)

TOURNAMENT_ACTS = build_choices(
    {
        TournamentActKind.SET_RESULT: _("Set result"),
        TournamentActKind.ADD_ENTRANT: _("Add player"),
        TournamentActKind.RENAME_ENTRANT: _("Rename player"),
        TournamentActKind.REMOVE_ENTRANT: _("Remove player"),
        TournamentActKind.RESTORE_ENTRANT: _("Let player return"),
        TournamentActKind.RESTART_BOARD: _("Start board again"),
        TournamentActKind.SWAP: _("Swap players"),
        TournamentActKind.PAIR_AGAIN: _("Pair round again"),
        TournamentActKind.UNDO: pgettext_lazy("moderator action", "Undo"),
    }
)
