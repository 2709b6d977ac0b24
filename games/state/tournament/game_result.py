"""Result of a board from the state of its game."""

from __future__ import annotations

from games.rules.cards import Faction
from games.state.game_state import GameState
from games.state.match_state import MatchState
from games.state.result import Result, build_result
from games.state.series import SideCounts
from games.state.shared_deal import count_votes
from games.state.sheet import get_tally
from games.state.table_state import TableState
from games.state.tournament.boards import BoardResult


def build_board_result(state: GameState) -> BoardResult | None:
    """Return the result of a board; None while its game is not decided, or was cancelled.

    In an online game that ended early, the winner gets all votes, and the score piles count as they are.
    """
    result = build_result(state)
    if result is None:
        return None
    if isinstance(state, MatchState):
        return BoardResult.of_winner(result.winner, count_votes(state), _count_match_cards(state))
    if isinstance(state, TableState):
        return BoardResult.of_winner(result.winner, _count_table_votes(state, result), _count_table_cards(state))
    return None


def _count_match_cards(match: MatchState) -> SideCounts | None:
    if match.state is None:
        return None
    first, second = match.state.score
    return len(first), len(second)


def _count_table_votes(table: TableState, result: Result) -> SideCounts | None:
    """Return the votes of a table, None if a ruling decided it before all votes were certain."""
    if not all(vote.certain for vote in get_tally(table.public()).factions):
        return None
    first, second = result.votes
    return len(first), len(second)


def _count_table_cards(table: TableState) -> SideCounts | None:
    """Return the cards in the score piles: as counted, or as logged if no card is missing."""
    record = table.public()
    if len(record.piles) == len(Faction):
        counts = [pile.counts for _, pile in record.piles]
        return sum(first for first, _ in counts), sum(second for _, second in counts)
    if not table.sheet.gapless:
        return None
    first, second = get_tally(record).score
    return len(first), len(second)
