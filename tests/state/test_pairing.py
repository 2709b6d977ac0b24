"""Pairings: Berger tables, published Swiss tournaments, and thousands of random evenings."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from itertools import combinations

import pytest

from games.state.tournament import swiss
from games.state.tournament.boards import BYE, Board, BoardOutcome, BoardResult
from games.state.tournament.kinds import System
from games.state.tournament.pairing import pair_round, recommend_rounds
from games.state.tournament.round_robin import list_berger_pairs
from games.state.tournament.standings import compute_standings
from games.state.tournament.swiss import pair_by_dutch_system, pair_swiss
from tests.repetitions import sample_size
from tests.state.tournament_histories import has_perfect_matching, parse_crosstable, play_board

Rounds = Sequence[Sequence[Board]]

EVENINGS = 1000 if os.environ.get("TOURNAMENTS") == "all" else sample_size(60)
needs_library = pytest.mark.skipif(find_spec("py4swiss") is None, reason="there is no py4swiss for this machine")

BERGER_8 = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""
"""The table for seven or eight players in the FIDE Handbook, C.05, annex 1."""

PUBLISHED = {
    "bbpPairings 6, seed 1001": """
        1  5w1 9b1 3w1
        2  6b1 3w0 8b1
        3  7w1 2b1 1b0
        4  8b= 6w1 7b1
        5  1b0 8w1 9w1
        6  2w0 4b0 U
        7  3b0 U   4w0
        8  4w= 5b0 2w0
        9  U   1w0 5b0
    """,
    "bbpPairings 6, seed 1005": """
        1  5w1 9b1 3w1
        2  6b1 3w1 8b1
        3  7w1 2b0 1b0
        4  8b0 6w0 U
        5  1b0 8w0 6b1
        6  2w0 4b1 5w0
        7  3b0 U   9w0
        8  4w1 5b1 2w0
        9  U   1w0 7b1
    """,
}
"""Tournaments of the random generator of bbpPairings, published with its pairings by the Dutch system."""


def test_round_robin_follows_the_published_berger_table() -> None:
    for number, line in enumerate(BERGER_8.strip().splitlines(), 1):
        published = {tuple(map(int, pair.split("-"))) for pair in line.split()}
        assert set(list_berger_pairs(8, number)) == published
    assert list_berger_pairs(8, 8) == []


@needs_library
@pytest.mark.parametrize("name", PUBLISHED)
def test_swiss_pairs_published_tournaments_as_they_were_paired(name: str) -> None:
    entrants, rounds = parse_crosstable(PUBLISHED[name])
    for number, boards in enumerate(rounds):
        paired = pair_by_dutch_system(entrants, entrants, rounds[:number], len(rounds))
        assert paired is not None
        assert set(paired) == {(board.first, board.second) for board in boards}


@needs_library
def test_swiss_pairs_on_when_the_rules_allow_no_pairing() -> None:
    entrants = [1, 2, 3, 4]
    rounds: list[list[Board]] = []
    for _ in range(6):
        pairs = pair_swiss(entrants, entrants, rounds, 6)
        rounds.append([Board(*pair, BoardResult(BoardOutcome.FIRST)) for pair in pairs])
    assert pair_by_dutch_system(entrants, entrants, rounds, 7) is None
    assert {len(boards) for boards in rounds} == {2}
    assert set(count_meetings(rounds).values()) == {2}


def test_late_comer_in_a_round_robin_meets_everybody() -> None:
    rounds: list[list[Board]] = []
    active = [1, 2, 3, 4]
    while pairs := pair_round(System.ROUND_ROBIN, active, active, rounds, 0):
        rounds.append([Board(*pair, BYE if pair[1] is None else BoardResult(BoardOutcome.DRAW)) for pair in pairs])
        active = [1, 2, 3, 4, 5]
    assert count_meetings(rounds) == dict.fromkeys(combinations([1, 2, 3, 4, 5], 2), 1)


def test_opponents_of_a_leaver_in_a_round_robin_have_a_bye() -> None:
    rounds: list[list[Board]] = []
    while pairs := pair_round(System.ROUND_ROBIN, [1, 2, 3, 4], [1, 2, 3], rounds, 0):
        rounds.append([Board(*pair, BYE if pair[1] is None else BoardResult(BoardOutcome.DRAW)) for pair in pairs])
    assert count_meetings(rounds) == dict.fromkeys(combinations([1, 2, 3], 2), 1)
    assert sorted(board.first for boards in rounds for board in boards if board.second is None) == [1, 2, 3]


def test_level_entrants_share_their_rank() -> None:
    boards = [
        Board(1, 2, BoardResult(BoardOutcome.FIRST, (3, 2), (14, 12))),
        Board(3, 4, BoardResult(BoardOutcome.SECOND, (2, 3), (12, 14))),
        Board(5, 6, BoardResult(BoardOutcome.FIRST, (4, 1), (10, 16))),
        Board(7, 8, BoardResult(BoardOutcome.DRAW, (2, 2))),
        Board(9, None, BYE),
    ]
    standings = compute_standings(range(1, 10), [boards])
    assert [(each.rank, each.entrant) for each in standings] == [
        *((1, 5), (2, 1), (2, 4), (4, 9)),
        *((5, 7), (5, 8)),
        *((7, 2), (7, 3), (9, 6)),
    ]
    assert [each.points for each in standings[3:5]] == [1, Fraction(1, 2)]


@pytest.mark.parametrize(
    ("system", "library", "share"),
    [
        pytest.param(System.SWISS, True, 0.5, marks=needs_library, id="dutch system"),
        pytest.param(System.SWISS, False, 0.2, id="simple form"),
        pytest.param(System.ROUND_ROBIN, False, 0.3, id="round robin"),
    ],
)
def test_random_evenings(system: System, library: bool, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays twice a round, meets again or sits out again while that is avoidable, and the points add up.

    All thousand run with ``TOURNAMENTS=all``.
    """
    if not library:
        monkeypatch.setattr(swiss, "pair_by_dutch_system", lambda *_: None)
    for seed in range(int(EVENINGS * share)):
        evening = Evening(system, random.Random(f"{system} {library} {seed}"))
        evening.run()
        assert evening.list_standings() == evening.count_independently()


class Evening:
    """A random tournament, in which entrants leave, return and come late."""

    def __init__(self, system: System, chance: random.Random) -> None:
        self.system, self.chance = system, chance
        count = min(64, 3 + int(chance.expovariate(1 / 12)))
        self.entrants = [chance.randrange(1000) * 100 + number for number in range(count)]
        self.active = set(self.entrants)
        self.rounds: list[list[Board]] = []
        self.planned = min(recommend_rounds(system, count) + chance.randrange(3), 9)

    def run(self) -> None:
        """Play all rounds, and check each pairing before it is played."""
        for _ in range(self.planned):
            pairs = pair_round(self.system, self.entrants, self.active, self.rounds, self.planned)
            self.check_pairs(pairs)
            self.rounds.append([play_board(pair, self.chance) for pair in pairs])
            self.change_field()

    def list_standings(self) -> list[tuple[int, ...]]:
        """Return the standings of the site, as ``count_independently`` does."""
        return [describe(each) for each in compute_standings(self.entrants, self.rounds)]

    def change_field(self) -> None:
        for entrant in self.entrants:
            if self.chance.random() < 0.04 and len(self.active) > 3:
                self.active ^= {entrant}
        if self.chance.random() < 0.2 and len(self.active) < 64:
            late = max(self.entrants) + 100
            self.entrants.append(late)
            self.active.add(late)

    def check_pairs(self, pairs: Sequence[tuple[int, int | None]]) -> None:
        seated = [entrant for pair in pairs for entrant in pair if entrant is not None]
        assert len(seated) == len(set(seated))
        assert set(seated) <= self.active
        met = count_meetings(self.rounds)
        repeats = [first for first, second in pairs if second is not None and meeting(first, second) in met]
        if self.system == System.ROUND_ROBIN:
            assert repeats == []
            return
        assert set(seated) == self.active
        byes = [first for first, second in pairs if second is None]
        assert len(byes) == len(self.active) % 2
        self.check_bye(byes)
        if repeats:
            assert not self.could_avoid_repeats(met, byes)

    def check_bye(self, byes: Sequence[int]) -> None:
        """Require that nobody sits out who has sat out more often than another, unless the others must meet again."""
        for entrant in byes:
            assert self.count_idle(entrant) == min(map(self.count_idle, self.active))

    def could_avoid_repeats(self, met: dict[tuple[int, int], int], byes: Sequence[int]) -> bool:
        """Return whether a pairing exists in which nobody meets again, and nobody sits out more often than in this."""
        idle = self.count_idle(byes[0]) if byes else 0
        edges = [pair for pair in combinations(sorted(self.active), 2) if pair not in met]
        people = [*self.active, -1] if byes else [*self.active]
        free = [(-1, entrant) for entrant in self.active if self.count_idle(entrant) <= idle] if byes else []
        return has_perfect_matching(people, [*edges, *free], self.chance)

    def count_idle(self, entrant: int) -> int:
        boards = (board for boards in self.rounds for board in boards if entrant in (board.first, board.second))
        return sum(board.second is None or is_walkover_of(board, entrant) for board in boards)

    def count_independently(self) -> list[tuple[int, ...]]:
        """Return entrants with points, votes and cards, summed up board by board, best first."""
        sums = {entrant: [0.0, 0, 0] for entrant in self.entrants}
        for board in (board for boards in self.rounds for board in boards):
            result = board.result
            assert result is not None
            if board.second is None:
                sums[board.first][0] += 1
                continue
            gains = {"first": (1, 0), "second": (0, 1), "draw": (0.5, 0.5)}[result.outcome.value]
            for seat, entrant in enumerate((board.first, board.second)):
                sums[entrant][0] += gains[seat]
                sums[entrant][1] += result.votes[seat] if result.votes else 0
                sums[entrant][2] += result.cards[seat] if result.cards else 0
        order = sorted(sums, key=lambda entrant: sums[entrant], reverse=True)
        best = [sums[entrant] for entrant in order]
        return [
            (best.index(sums[entrant]) + 1, entrant, *(int(2 * value) for value in sums[entrant])) for entrant in order
        ]


def describe(standing: object) -> tuple[int, ...]:
    names = ("rank", "entrant", "half_points", "votes", "cards")
    rank, entrant, half_points, votes, cards = (int(getattr(standing, name)) for name in names)
    return rank, entrant, half_points, 2 * votes, 2 * cards


def is_walkover_of(board: Board, entrant: int) -> bool:
    winner = board.first if board.result and board.result.outcome == BoardOutcome.FIRST else board.second
    return board.result is not None and board.result.forfeit and winner == entrant


def meeting(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def count_meetings(rounds: Rounds) -> dict[tuple[int, int], int]:
    """Return how often two entrants played each other."""
    counts: dict[tuple[int, int], int] = {}
    for board in (board for boards in rounds for board in boards if board.second is not None):
        if not (board.result and board.result.forfeit) and board.second is not None:
            pair = meeting(board.first, board.second)
            counts[pair] = counts.get(pair, 0) + 1
    return counts
