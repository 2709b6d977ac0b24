"""Matches between players of the engine's benchmarks: paired deals, results with intervals, CPU a card.

One pair is a deal that is played twice, with the seats changed.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from games.engine.card_choice import choose_card
from games.engine.endgame_solver import Solver, solve_outcome
from games.engine.levels import Level
from games.engine.position import build_position
from games.rules.cards import DECK, Card
from games.rules.moves import apply, deal, legal_moves
from games.rules.scoring import compute_outcome
from games.rules.state import State
from games.rules.visible_state import VisibleState, build_visible_state

Player = Callable[[Sequence[VisibleState], State, int], Card]
"""Chooses a card from the views of its seat; only a player that sees the other hand uses the state."""
MAX_NODES = 20_000_000
"""Limit of positions visited to find the exact result of a start of phase two."""
PHASE_ONE_PLIES = 26


@dataclass(slots=True)
class MatchResult:
    """Share of the games that the first player won in each pair, and the number of pairs with no known result."""

    shares: list[float] = field(default_factory=list)
    unknown: int = 0

    @property
    def mean(self) -> float:
        """Return the share of all games that the first player won; a draw is half a game."""
        return float(np.mean(self.shares))

    @property
    def margin(self) -> float:
        """Return half the width of the 95 % interval, over the pairs."""
        return 1.96 * float(np.std(self.shares)) / math.sqrt(len(self.shares))

    def __str__(self) -> str:
        low, high = (compute_elo(self.mean + sign * self.margin) for sign in (-1, 1))
        elo = f"Elo {compute_elo(self.mean):+.0f} ({low:+.0f} to {high:+.0f})"
        result = f"{100 * self.mean:.1f} +- {100 * self.margin:.1f} % of {2 * len(self.shares)} games, {elo}"
        return f"{result} ({self.unknown} deals not known)" if self.unknown else result


class LevelPlayer:
    """Player that chooses as the site's computer player of a level, with the CPU seconds of its cards."""

    def __init__(self, level: Level) -> None:
        self.level, self.seconds = level, list[float]()

    def __call__(self, views: Sequence[VisibleState], state: State, seed: int) -> Card:
        since = time.process_time()
        card = choose_card(views, self.level, seed)
        self.seconds.append(time.process_time() - since)
        return card

    def format_cpu(self) -> str:
        """Return the CPU of a card as text."""
        median, p95, worst = (1000 * np.percentile(self.seconds, percent) for percent in (50, 95, 100))
        mean = 1000 * np.mean(self.seconds)
        return f"CPU a card: mean {mean:.1f}, median {median:.1f}, p95 {p95:.1f}, worst {worst:.1f} ms"


def play_at_random(views: Sequence[VisibleState], state: State, seed: int) -> Card:
    """Play a random legal card."""
    return random.Random(f"{seed} {state.ply}").choice(legal_moves(state))


def deal_shuffled(seed: int, number: int) -> State:
    """Return the deal with this number."""
    chance = random.Random(f"{seed} {number}")
    return deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))


def play_game(state: State, players: tuple[Player, Player], seed: int, until: int | None = None) -> State:
    """Return the state after the players have played, to the end or to ``until`` cards."""
    views = list[VisibleState](), list[VisibleState]()
    while state.to_play is not None and (until is None or state.ply < until):
        for seat in (0, 1):
            views[seat].append(build_visible_state(state, seat))
        seat = state.to_play
        state = apply(state, players[seat](views[seat], state, 2 * seed + seat))
    return state


def score_game(state: State, players: tuple[Player, Player], seed: int, perfect: bool) -> float | None:
    """Return the result of seat 0: 1, 0.5 or 0; None where the ending is not known.

    With ``perfect``, the players play phase one, and the exact outcome of phase two is the result.
    """
    if not perfect:
        outcome = compute_outcome(play_game(state, players, seed))
        assert outcome is not None
        return 0.5 if outcome.winner is None else 1.0 - outcome.winner
    start = build_position(play_game(state, players, seed, PHASE_ONE_PLIES))
    ending = solve_outcome(Solver(start, MAX_NODES), start)
    return None if ending is None else (1 + (ending if start.to_play == 0 else -ending)) / 2


def play_match(first: Player, second: Player, pairs: int, seed: int, perfect: bool) -> MatchResult:
    """Return the result of a match of this many pairs."""
    result = MatchResult()
    for number in range(pairs):
        state = deal_shuffled(seed, number)
        one = score_game(state, (first, second), number, perfect)
        two = score_game(state, (second, first), number, perfect)
        if one is None or two is None:
            result.unknown += 1
        else:
            result.shares.append((one + 1 - two) / 2)
    return result


def compute_elo(share: float) -> float:
    """Return the difference in Elo points that predicts this share."""
    return -400 * math.log10(1 / min(max(share, 1e-4), 1 - 1e-4) - 1)
