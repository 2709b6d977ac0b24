"""Calibration of the win chances of a review: ``python -m games.engine.train.calibration [GAMES [FILE]]``.

It plays whole games between equal or neighbouring levels, estimates the win chance before each trick of phase one, and
compares the chances with the results.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from games.engine.card_choice import choose_card
from games.engine.determinization import Numbers
from games.engine.levels import LEVELS, Level
from games.engine.playout import Floats
from games.engine.position import CARDS
from games.engine.review import phase_one
from games.engine.review.calibration import FILE
from games.engine.review.finished_game import FinishedGame
from games.rules.moves import apply, deal
from games.rules.record import Record
from games.rules.scoring import compute_outcome
from games.rules.state import HAND_SIZE, Seat, State
from games.rules.visible_state import VisibleState, build_visible_state

SEED, GAMES, WORLDS = 11, 2_000, 300
BINS, RESAMPLES = 10, 1_000
EDGE = 1e-4
MIN_SLOPE, MAX_SLOPE = 0.2, 5.0
"""Bounds of the slope, which a fit to few games could otherwise exceed."""


@dataclass(frozen=True, slots=True)
class CalibrationData:
    """Points of curves, one per row: the game, the chance of seat 0 in the worlds, and its result (1, 0.5 or 0)."""

    game: Numbers
    chance: Floats
    won: Floats


def main() -> None:
    """Play the games, fit the slope and write the data file."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else FILE
    path.write_text(json.dumps(build_data(collect_points(games, SEED), SEED, WORLDS), indent=1) + "\n")


def collect_points(games: int, seed: int, worlds: int = WORLDS) -> CalibrationData:
    """Return the points of the curves of ``games`` games, with the results."""
    rows = [(number, *row) for number in range(games) for row in _build_points(*_play_game(seed, number), worlds)]
    game, chance, won = zip(*rows, strict=True)
    return CalibrationData(np.array(game), np.array(chance), np.array(won))


def build_data(points: CalibrationData, seed: int, worlds: int) -> dict[str, Any]:
    """Return the content of the data file; each half of the games is tested with the slope of the other half."""
    half = points.game % 2 == 0
    chance = np.where(half, _compute_held_out(points, ~half), _compute_held_out(points, half))
    return {
        "made_by": "python -m games.engine.train.calibration",
        "seed": seed,
        "games": len(set(points.game.tolist())),
        "points": len(points.game),
        "worlds": worlds,
        "slope": round(fit_slope(points.chance, points.won), 3),
        "brier": round(compute_brier_score(chance, points.won), 4),
        "constant": round(compute_brier_score(np.full(len(chance), 0.5), points.won), 4),
        "bins": build_bins(CalibrationData(points.game, chance, points.won), np.random.default_rng(seed)),
    }


def fit_slope(chance: Floats, won: Floats, rounds: int = 20) -> float:
    """Return the factor on the logits of these chances that predicts the results best, by Newton's method."""
    slope, logit = 1.0, _compute_logit(chance)
    for _ in range(rounds):
        predicted = 1 / (1 + np.exp(-slope * logit))
        slope += float((logit * (won - predicted)).sum() / (logit**2 * predicted * (1 - predicted)).sum())
        slope = min(max(slope, MIN_SLOPE), MAX_SLOPE)
    return slope


def compute_brier_score(chance: Floats, won: Floats) -> float:
    """Return the mean squared error of the chances: 0 is perfect, a constant chance of 0.5 has 0.25."""
    return float(((chance - won) ** 2).mean())


def build_bins(points: CalibrationData, rng: np.random.Generator) -> list[dict[str, float]]:
    """Return for each tenth of the chances its count, mean and share of wins, with a 95 % interval.

    The interval comes from resampling games, because the points of a game are not independent.
    """
    bin_numbers = np.minimum((points.chance * BINS).astype(int), BINS - 1)
    lows, highs = _compute_intervals(points, bin_numbers, rng)
    return [_build_bin(points, bin_numbers == number, number, lows[number], highs[number]) for number in range(BINS)]


def _build_bin(points: CalibrationData, is_inside: Any, number: int, low: float, high: float) -> dict[str, float]:
    has_points = bool(is_inside.any())
    shares = {"low": low, "high": high} if has_points else {"low": 0.0, "high": 1.0}
    middle = (number + 0.5) / BINS
    return {
        "from": number / BINS,
        "to": (number + 1) / BINS,
        "count": int(is_inside.sum()),
        "chance": round(float(points.chance[is_inside].mean()), 4) if has_points else middle,
        "won": round(float(points.won[is_inside].mean()), 4) if has_points else middle,
        **{name: round(float(share), 4) for name, share in shares.items()},
    }


def _compute_intervals(
    points: CalibrationData, bin_numbers: Numbers, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    games = len(set(points.game.tolist()))
    counts, wins = np.zeros((games, BINS)), np.zeros((games, BINS))
    np.add.at(counts, (points.game, bin_numbers), 1)
    np.add.at(wins, (points.game, bin_numbers), points.won)
    drawn = rng.integers(games, size=(RESAMPLES, games))
    shares = np.array([wins[rows].sum(axis=0) / np.maximum(1, counts[rows].sum(axis=0)) for rows in drawn])
    low, high = np.percentile(shares, [2.5, 97.5], axis=0)
    return low, high


def _compute_held_out(points: CalibrationData, is_half: Any) -> Floats:
    """Return all chances, calibrated with the slope of this half."""
    calibrated: Floats = 1 / (
        1 + np.exp(-fit_slope(points.chance[is_half], points.won[is_half]) * _compute_logit(points.chance))
    )
    return calibrated


def _compute_logit(chance: Floats) -> Floats:
    clipped = np.clip(chance, EDGE, 1 - EDGE)
    return np.asarray(np.log(clipped / (1 - clipped)))


def _build_points(record: Record, won: float, worlds: int) -> Iterator[tuple[float, float]]:
    """Yield the chance of seat 0 before each trick of phase one, from sampled worlds, with the result of the game."""
    game = FinishedGame(record)
    for ply in range(0, 2 * HAND_SIZE, 2):
        knowledge = game.build_knowledge(ply)
        expected = float(
            phase_one.compute_expected_wins(knowledge, phase_one.simulate_legal_cards(knowledge, worlds)).mean()
        )
        yield expected if knowledge.seat == 0 else 1 - expected, won


def _play_game(seed: int, number: int) -> tuple[Record, float]:
    """Return a game between two equal or neighbouring levels, and the result of seat 0."""
    rng = np.random.default_rng([seed, number])
    order, leader = rng.permutation(len(CARDS)), int(rng.integers(2))
    first = int(rng.integers(len(LEVELS)))
    second = int(np.clip(first + rng.integers(-1, 2), 0, len(LEVELS) - 1))
    dealt = deal(tuple(CARDS[card_number] for card_number in order), leader)
    final_state = _play_levels((LEVELS[first], LEVELS[second]), dealt, int(rng.integers(2**31)))
    plays = tuple(card for trick in final_state.tricks for card in (trick.lead, trick.follow))
    outcome = compute_outcome(final_state)
    winner = None if outcome is None else outcome.winner
    return Record(("", ""), leader, dealt.hands, dealt.deck, plays), 0.5 if winner is None else 1.0 - winner


def _play_levels(levels: tuple[Level, Level], state: State, seed: int) -> State:
    views: tuple[list[VisibleState], list[VisibleState]] = ([], [])
    while (seat := state.to_play) is not None:
        _add_views(views, state)
        state = apply(state, choose_card(views[seat], levels[seat], seed + seat))
    return state


def _add_views(views: tuple[list[VisibleState], list[VisibleState]], state: State) -> None:
    seats: tuple[Seat, Seat] = (0, 1)
    for seat in seats:
        views[seat].append(build_visible_state(state, seat))


if __name__ == "__main__":
    main()
