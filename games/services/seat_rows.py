"""Rows of the seats of a game of any kind, kept in line with its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.models import Game
from games.services.companion.seat_accounts import sync_seats
from games.services.matches.lobby import sync_players
from games.state.game_state import GameState, Mode

_SYNC_FUNCTIONS: Mapping[Mode, Callable[[Game, Any], None]] = {Mode.ONLINE: sync_players, Mode.TABLE: sync_seats}


def sync_rows(game: Game, state: GameState) -> None:
    """Bring the rows of the seats in line with the log."""
    _SYNC_FUNCTIONS[state.mode](game, state)
