"""How well the curve of a review foretells who wins: ``python -m games.minds.train.calibration [GAMES [FILE]]``.

Plays whole games of levels against their like, asks before each trick of phase one what the seat to lead may hope
for, and writes down how often it came true.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from games.minds.choice import choose
from games.minds.levels import LEVELS, Level
from games.minds.playout import Floats
from games.minds.position import CARDS
from games.minds.review import early
from games.minds.review.calibrated import FILE
from games.minds.review.played import Played
from games.minds.worlds import Numbers
from games.rules.moves import apply, deal
from games.rules.record import Record
from games.rules.scoring import outcome
from games.rules.state import HAND, Seat, State
from games.rules.visible import Visible, visible

SEED, GAMES, WORLDS = 11, 2_000, 300
BINS, RESAMPLES = 10, 1_000
EDGE = 1e-4
FLATTEST, STEEPEST = 0.2, 5.0
"""Of a slope: a few games alone could make it anything."""


@dataclass(frozen=True, slots=True)
class Told:
    """A row for each point of a curve: its game, the chance of seat 0 by the worlds, and what seat 0 got: 1, 0.5
    or 0."""

    game: Numbers
    chance: Floats
    won: Floats


def main() -> None:
    """Play, measure, write."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else FILE
    path.write_text(json.dumps(data(told(games, SEED), SEED, WORLDS), indent=1) + "\n")


def told(games: int, seed: int, worlds: int = WORLDS) -> Told:
    """The curves of so many games, and how these ended."""
    rows = [(number, *row) for number in range(games) for row in _points(*_game(seed, number), worlds)]
    game, chance, won = zip(*rows, strict=True)
    return Told(np.array(game), np.array(chance), np.array(won))


def data(points: Told, seed: int, worlds: int) -> dict[str, Any]:
    """What the data file holds. The figures are of chances whose slope was fitted to the other half of the games."""
    half = points.game % 2 == 0
    chance = np.where(half, _held_out(points, ~half), _held_out(points, half))
    return {
        "made_by": "python -m games.minds.train.calibration",
        "seed": seed,
        "games": len(set(points.game.tolist())),
        "points": len(points.game),
        "worlds": worlds,
        "slope": round(slope(points.chance, points.won), 3),
        "brier": round(brier(chance, points.won), 4),
        "constant": round(brier(np.full(len(chance), 0.5), points.won), 4),
        "bins": bins(Told(points.game, chance, points.won), np.random.default_rng(seed)),
    }


def slope(chance: Floats, won: Floats, rounds: int = 20) -> float:
    """By what the logits of these chances have to be multiplied to foretell best, by Newton's steps."""
    found, logit = 1.0, _logit(chance)
    for _ in range(rounds):
        now = 1 / (1 + np.exp(-found * logit))
        found += float((logit * (won - now)).sum() / (logit**2 * now * (1 - now)).sum())
        found = min(max(found, FLATTEST), STEEPEST)
    return found


def brier(chance: Floats, won: Floats) -> float:
    """The mean square of what a chance was off: 0 knows all, 0.25 is what a constant half has."""
    return float(((chance - won) ** 2).mean())


def bins(points: Told, chance: np.random.Generator) -> list[dict[str, float]]:
    """For each tenth of the chances: how many, their mean, and how often it came true, with a 95 % interval over
    games drawn anew, since the points of a game are not independent."""
    place = np.minimum((points.chance * BINS).astype(int), BINS - 1)
    lows, highs = _intervals(points, place, chance)
    return [_bin(points, place == at, at, lows[at], highs[at]) for at in range(BINS)]


def _bin(points: Told, inside: Any, at: int, low: float, high: float) -> dict[str, float]:
    some = bool(inside.any())
    shares = {"low": low, "high": high} if some else {"low": 0.0, "high": 1.0}
    middle = (at + 0.5) / BINS
    return {
        "from": at / BINS,
        "to": (at + 1) / BINS,
        "count": int(inside.sum()),
        "chance": round(float(points.chance[inside].mean()), 4) if some else middle,
        "won": round(float(points.won[inside].mean()), 4) if some else middle,
        **{name: round(float(share), 4) for name, share in shares.items()},
    }


def _intervals(points: Told, place: Numbers, chance: np.random.Generator) -> tuple[Floats, Floats]:
    games = len(set(points.game.tolist()))
    counts, wins = np.zeros((games, BINS)), np.zeros((games, BINS))
    np.add.at(counts, (points.game, place), 1)
    np.add.at(wins, (points.game, place), points.won)
    drawn = chance.integers(games, size=(RESAMPLES, games))
    shares = np.array([wins[rows].sum(axis=0) / np.maximum(1, counts[rows].sum(axis=0)) for rows in drawn])
    low, high = np.percentile(shares, [2.5, 97.5], axis=0)
    return low, high


def _held_out(points: Told, half: Any) -> Floats:
    """All chances by the slope of this half."""
    found: Floats = 1 / (1 + np.exp(-slope(points.chance[half], points.won[half]) * _logit(points.chance)))
    return found


def _logit(chance: Floats) -> Floats:
    held = np.clip(chance, EDGE, 1 - EDGE)
    return np.asarray(np.log(held / (1 - held)))


def _points(record: Record, won: float, worlds: int) -> Iterator[tuple[float, float]]:
    """The chance of seat 0 before each trick of phase one, as the worlds have it, and what it got."""
    played = Played(record)
    for ply in range(0, 2 * HAND, 2):
        knowledge = played.knowledge(ply)
        hope = float(early.hope(knowledge, early.wins_after(knowledge, worlds)).mean())
        yield hope if knowledge.seat == 0 else 1 - hope, won


def _game(seed: int, number: int) -> tuple[Record, float]:
    """A game of two levels, the same or next to each other, and what seat 0 got."""
    chance = np.random.default_rng([seed, number])
    order, leader = chance.permutation(len(CARDS)), int(chance.integers(2))
    first = int(chance.integers(len(LEVELS)))
    second = int(np.clip(first + chance.integers(-1, 2), 0, len(LEVELS) - 1))
    dealt = deal(tuple(CARDS[at] for at in order), leader)
    ended = _played_by((LEVELS[first], LEVELS[second]), dealt, int(chance.integers(2**31)))
    plays = tuple(card for trick in ended.tricks for card in (trick.lead, trick.follow))
    end = outcome(ended)
    winner = None if end is None else end.winner
    return Record(("", ""), leader, dealt.hands, dealt.deck, plays), 0.5 if winner is None else 1.0 - winner


def _played_by(levels: tuple[Level, Level], state: State, seed: int) -> State:
    views: tuple[list[Visible], list[Visible]] = ([], [])
    while (seat := state.to_play) is not None:
        _look(views, state)
        state = apply(state, choose(views[seat], levels[seat], seed + seat))
    return state


def _look(views: tuple[list[Visible], list[Visible]], state: State) -> None:
    seats: tuple[Seat, Seat] = (0, 1)
    for seat in seats:
        views[seat].append(visible(state, seat))


if __name__ == "__main__":
    main()
