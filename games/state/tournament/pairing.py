"""Pairing of the next round of a tournament, by its system."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.state.tournament.boards import EntrantPair, Round
from games.state.tournament.kinds import System
from games.state.tournament.round_robin import count_rounds, pair_round_robin
from games.state.tournament.swiss import count_recommended_rounds, pair_swiss


def pair_round(
    system: System, entrants: Sequence[int], active: Collection[int], rounds: Sequence[Round], planned: int
) -> list[EntrantPair]:
    """Return the pairs of the next round, the leader of the first trick first; none if nobody is left to meet.

    ``entrants`` are all who ever joined, in the order of their numbers, ``active`` those present.
    """
    if system == System.ROUND_ROBIN:
        return pair_round_robin(entrants, active, rounds)
    return pair_swiss(entrants, active, rounds, planned)


def recommend_rounds(system: System, size: int) -> int:
    """Return how many rounds a tournament of so many entrants should have."""
    return count_rounds(size) if system == System.ROUND_ROBIN else count_recommended_rounds(size)
