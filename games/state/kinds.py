"""Registry of the state classes, by the mode of a game's row."""

from __future__ import annotations

from collections.abc import Mapping

from games.state.game_state import GameState
from games.state.match_state import MatchState
from games.state.table_state import TableState

STATE_CLASSES: Mapping[str, type[GameState]] = {kind.mode: kind for kind in (MatchState, TableState)}
