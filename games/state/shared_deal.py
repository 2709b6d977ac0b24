"""Comparison of finished games of one deal, online or at a table: votes, matchpoints, and where two games differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.inference.record_conversion import build_dealt_record
from games.rules.cards import Faction
from games.rules.scoring import compute_votes
from games.rules.state import Cards, Seat, State, get_other_seat
from games.state.game_state import GameState, Mode
from games.state.match_state import MatchState
from games.state.series import SideCounts
from games.state.sheet import get_tally
from games.state.table_state import TableState

ALL_VOTES = len(Faction)


@dataclass(frozen=True, slots=True)
class DealGame:
    """Finished game of a deal as it is compared with others; ``is_early`` is whether it ended before its last card.

    ``plays`` are the cards in the order played. They are None for a table that did not log every card, or logged others
    than those of the deal.
    """

    game_id: int
    code: str
    mode: Mode
    names: tuple[str, str]
    votes: SideCounts
    plays: Cards | None
    is_early: bool = False


def build_deal_game(game_state: GameState, deal: State) -> DealGame | None:
    """Return a finished game of ``deal`` for the comparison, or None.

    A table is compared once both players have accepted its result, if all of its votes are certain.
    """
    if isinstance(game_state, MatchState) and game_state.deal is not None:
        match = game_state
        votes, is_early = count_votes(match), not match.played_out
        return DealGame(match.game_id, match.code, match.mode, match.names, votes, match.plays, is_early)
    return _build_table_game(game_state, deal) if isinstance(game_state, TableState) else None


def _build_table_game(table: TableState, deal: State) -> DealGame | None:
    factions = get_tally(table.public()).factions
    if not table.accepted or not all(faction.certain for faction in factions):
        return None
    seats = [faction.seat for faction in factions]
    votes = seats.count(0), seats.count(1)
    record = build_dealt_record(table.public(), deal)
    plays = None if record is None else record.plays
    return DealGame(table.game_id, table.code, table.mode, table.names, votes, plays)


def count_votes(match: MatchState) -> SideCounts:
    """Return the votes of both seats in a finished game.

    The loser of a game that ended early gets none and the winner all. An early draw is 0 to 0.
    """
    if match.state is not None and match.played_out:
        votes = [vote.seat for vote in compute_votes(match.state.score)]
        return votes.count(0), votes.count(1)
    if match.winner is None:
        return 0, 0
    return (ALL_VOTES, 0) if match.winner == 0 else (0, ALL_VOTES)


def compute_lead(votes: SideCounts, seat: Seat) -> int:
    """Return by how many votes a seat is ahead, which is its score in the comparison."""
    return votes[seat] - votes[get_other_seat(seat)]


def compute_matchpoints(scores: Sequence[int]) -> list[Fraction | None]:
    """Return the matchpoints of each table for one seat, as a share of the possible ones.

    Each other table with a lower score counts 1, and each with the same score 1/2. A single table has none.
    """
    if len(scores) < 2:
        return [None] * len(scores)
    return [Fraction(_count_points(score, scores), 2 * (len(scores) - 1)) for score in scores]


def _count_points(score: int, scores: Sequence[int]) -> int:
    """Return twice the matchpoints of a score; the table's own score is among ``scores``."""
    lower = sum(other < score for other in scores)
    same = sum(other == score for other in scores) - 1
    return 2 * lower + same


def find_difference(own: Cards, other: Cards) -> int | None:
    """Return the index of the first card that two games play differently, or None if no card differs.

    If one game ends early, that is where it ends.
    """
    shared = min(len(own), len(other))
    different = (index for index in range(shared) if own[index] != other[index])
    return next(different, None if len(own) == len(other) else shared)
