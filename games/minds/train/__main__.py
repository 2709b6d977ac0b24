"""Writes the weights of phase one anew: ``python -m games.minds.train [FILE]``, in well under an hour on one core."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from games.minds.greedy import greedy
from games.minds.playout import Floats
from games.minds.position import NUMBERS
from games.minds.train import value
from games.minds.train.labels import Labels, all_from
from games.minds.train.played import deals, played
from games.minds.train.policy import Value, learned
from games.minds.weights import FILE, Parts, Weights, by_number

SEED = 11
GAMES = 50_000
LOOSE = (0.6, 5.0)
"""How much chance decides in the games that are labelled, at least and at most."""
ROUNDS = 500
AT_ONCE = 4096
KEPT = 10
"""One label in so many is kept to test the fit."""


def main() -> None:
    """Label games of the greedy player, fit the value, let the policy learn by it."""
    chance = np.random.default_rng(SEED)
    labels = labelled(greedy(knowing=True), GAMES, LOOSE, chance)
    data = fitted(labels, ROUNDS, chance)
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    path.write_text(json.dumps(data, indent=1) + "\n")


def labelled(weights: Weights, games: int, loose: tuple[float, float], chance: np.random.Generator) -> Labels:
    """Who wins after phase one of so many games that both seats play by these weights."""
    least, most = np.log(loose)
    heat = np.exp(chance.uniform(least, most, games))
    return all_from(played(deals(games, chance), weights, heat, chance))


def fitted(labels: Labels, rounds: int, chance: np.random.Generator) -> dict[str, Any]:
    """What the data file holds: value, policy, and the figures that they were made with."""
    rows = value.inputs(labels)
    kept = np.arange(len(rows)) % KEPT == 0
    trial = value.fitted(rows[~kept], labels.won[~kept])
    follower, early, leader = value.split(value.fitted(rows, labels.won))
    lead, answer = learned(Value(by_number(follower), by_number(early)), rounds, AT_ONCE, chance)
    return {
        "made_by": "python -m games.minds.train",
        "seed": SEED,
        "figures": {
            "labels": len(rows),
            "log_loss": round(value.loss(rows[kept], labels.won[kept], trial), 4),
            "rounds": rounds,
            "games_a_round": AT_ONCE,
        },
        "value": {"follower": follower, "early": early, "leader": leader},
        "policy": {"lead": _coded(lead), "answer": _coded(answer)},
    }


def _coded(parts: Parts) -> dict[str, dict[str, float]]:
    return {name: _by_code(part) for name, part in parts.items()}


def _by_code(numbers: Floats) -> dict[str, float]:
    return {str(card): round(float(numbers[at[0]]), 3) for card, at in NUMBERS.items()}


if __name__ == "__main__":
    main()
