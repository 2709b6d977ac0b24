"""Swiss pairings by the FIDE Dutch system (FIDE Handbook C.04.3), as implemented by ``py4swiss``.

The leader of the first trick has the white pieces. Where the rules allow no pairing, which happens when few entrants
play many rounds, and where the library is not installed, ``weighted_matching.pair_by_score`` pairs the round.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from games.state.tournament.boards import Board, BoardOutcome, EntrantPair, Round, find_board
from games.state.tournament.history import build_history
from games.state.tournament.weighted_matching import pair_by_score

if TYPE_CHECKING:
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import RoundResult

TENTHS_PER_HALF_POINT = 5


def pair_swiss(
    entrants: Sequence[int], active: Collection[int], rounds: Sequence[Round], planned: int
) -> list[EntrantPair]:
    """Return the pairs of the next round, the leader first, in the order of their boards.

    ``entrants`` are all who ever joined, in the order of their pairing numbers, ``active`` those present, ``planned``
    the number of rounds.
    """
    if len(active) < 2:
        return [(entrant, None) for entrant in entrants if entrant in active]
    pairs = pair_by_dutch_system(entrants, active, rounds, planned)
    if pairs is not None:
        return pairs
    return pair_by_score([build_history(entrant, rounds) for entrant in entrants if entrant in active])


def pair_by_dutch_system(
    entrants: Sequence[int], active: Collection[int], rounds: Sequence[Round], planned: int
) -> list[EntrantPair] | None:
    """Return the pairs by the Dutch system, or None if there is no legal pairing or no library."""
    if find_spec("py4swiss") is None:
        return None
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError

    try:
        pairings = DutchEngine.generate_pairings(_build_report(entrants, active, rounds, planned))
    except PairingError:
        return None
    by_number = {0: None, **dict(enumerate(entrants, 1))}
    return [(entrants[pairing.white - 1], by_number[pairing.black]) for pairing in pairings]


def count_recommended_rounds(size: int) -> int:
    """Return the number of rounds that finds a winner: one more than a knock-out has, but nobody meets twice."""
    return max(1, min(size.bit_length() + (size.bit_count() > 1), size - 1)) if size > 1 else 1


def _build_report(entrants: Sequence[int], active: Collection[int], rounds: Sequence[Round], planned: int) -> ParsedTrf:
    """Return the tournament report (TRF) from which the library pairs."""
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.sections import PlayerSection, XSection

    numbers = {entrant: number for number, entrant in enumerate(entrants, 1)}
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=numbers[entrant],
            rank=numbers[entrant],
            points_times_ten=TENTHS_PER_HALF_POINT * build_history(entrant, rounds).half_points,
            results=[_build_result(find_board(boards, entrant), entrant, numbers) for boards in rounds],
        )
        for entrant in entrants
    ]
    absent = {numbers[entrant] for entrant in entrants if entrant not in active}
    return ParsedTrf(
        player_sections=sections,
        x_section=XSection(number_of_rounds=max(planned, len(rounds) + 1), zeroed_ids=absent),
    )


def _build_result(board: Board | None, entrant: int, numbers: dict[int, int]) -> RoundResult:
    """Return a round of an entrant as a result of the report; an absence brings no points."""
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

    if board is None or board.second is None:
        token = ResultToken.ZERO_POINT_BYE if board is None else ResultToken.PAIRING_ALLOCATED_BYE
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)
    is_first = board.first == entrant
    opponent = board.second if is_first else board.first
    color = ColorToken.WHITE if is_first else ColorToken.BLACK
    won = board.get_half_points(entrant) > board.get_half_points(opponent)
    if not board.is_meeting:
        token = ResultToken.FORFEIT_WIN if won else ResultToken.FORFEIT_LOSS
    elif board.result is not None and board.result.outcome == BoardOutcome.DRAW:
        token = ResultToken.DRAW
    else:
        token = ResultToken.WIN if won else ResultToken.LOSS
    return RoundResult(id=numbers[opponent], color=color, result=token)
