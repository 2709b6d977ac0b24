"""Enumerations of tournaments: systems, phases, sources of results, and acts of the host."""

from __future__ import annotations

from enum import StrEnum


class System(StrEnum):
    """Pairing system of a tournament."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class TournamentPhase(StrEnum):
    """Phase of a tournament."""

    REGISTERING = "registering"
    RUNNING = "running"
    FINISHED = "finished"


class ResultSource(StrEnum):
    """Source of a board's result. A result that is only reported does not count yet."""

    NONE = ""
    REPORT = "report"
    PLAYERS = "players"
    GAME = "game"
    HOST = "host"
    PAIRING = "pairing"


UNCOUNTED_SOURCES = (ResultSource.NONE, ResultSource.REPORT)
"""Sources of boards without a result that counts."""


class TournamentActKind(StrEnum):
    """Kind of an act by which the host corrects a tournament."""

    SET_RESULT = "set_result"
    ADD_ENTRANT = "add_entrant"
    RENAME_ENTRANT = "rename_entrant"
    REMOVE_ENTRANT = "remove_entrant"
    RESTORE_ENTRANT = "restore_entrant"
    RESTART_BOARD = "restart_board"
    SWAP = "swap"
    PAIR_AGAIN = "pair_again"
    UNDO = "undo"


UNDOABLE_ACTS = frozenset(
    {
        TournamentActKind.SET_RESULT,
        TournamentActKind.RENAME_ENTRANT,
        TournamentActKind.REMOVE_ENTRANT,
        TournamentActKind.RESTORE_ENTRANT,
    }
)
"""Acts that can be undone, as long as nothing later changed the same thing."""
