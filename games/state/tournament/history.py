"""History of each entrant as the next pairing needs it: points, opponents, leads and byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.state.tournament.boards import EntrantPair, Round, iterate_boards


@dataclass(frozen=True, slots=True)
class EntrantHistory:
    """History of an entrant.

    ``met`` counts the games against each opponent, ``leads`` has for each game whether the entrant led the first trick.
    """

    entrant: int
    half_points: int
    met: Counter[int]
    leads: tuple[bool, ...]
    sat_out: int

    @property
    def lead_balance(self) -> int:
        """Return the number of games with the first lead minus those without."""
        return 2 * sum(self.leads) - len(self.leads)

    @property
    def lead_claim(self) -> tuple[int, bool]:
        """Return how strongly the entrant should lead the next game; the smaller, the more."""
        return self.lead_balance, bool(self.leads) and self.leads[-1]


def build_history(entrant: int, rounds: Sequence[Round]) -> EntrantHistory:
    """Return the history of an entrant. Forfeits are no games."""
    boards = list(iterate_boards(rounds, entrant))
    games = [board for board in boards if board.is_meeting]
    opponents = (other for board in games for other in board.entrants if other != entrant)
    return EntrantHistory(
        entrant,
        half_points=sum(board.get_half_points(entrant) for board in boards),
        met=Counter(opponents),
        leads=tuple(board.first == entrant for board in games),
        sat_out=sum(board.has_sat_out(entrant) for board in boards),
    )


def order_by_lead(one: EntrantHistory, other: EntrantHistory) -> EntrantPair:
    """Return two entrants, first the one who should lead: who led less often, then who followed last."""
    first, second = (one, other) if one.lead_claim <= other.lead_claim else (other, one)
    return first.entrant, second.entrant
