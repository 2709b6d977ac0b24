"""Training of the weights of phase one: ``python -m games.engine.train [FILE]``, within an hour on one core."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from games.engine.playout import Floats
from games.engine.position import NUMBERS
from games.engine.train import value
from games.engine.train.greedy_policy import build_greedy_weights
from games.engine.train.policy import Value, learn_policy
from games.engine.train.self_play import play_phase_one, shuffle_decks
from games.engine.train.value import Labels, label_all
from games.engine.weights import FILE, Parts, Weights, order_by_number

SEED = 11
GAMES = 50_000
NOISE_RANGE = (0.6, 5.0)
"""Range of the noise scales in the labelled games."""
ROUNDS = 500
BATCH_SIZE = 4096
HELD_OUT_EVERY = 10
"""One label in this many is held out to test the fit."""


def main() -> None:
    """Label games of the greedy player, fit the value to them and train the policy with the value."""
    rng = np.random.default_rng(SEED)
    labels = label_games(build_greedy_weights(knowing=True), GAMES, NOISE_RANGE, rng)
    data = fit_weights(labels, ROUNDS, rng)
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    path.write_text(json.dumps(data, indent=1) + "\n")


def label_games(weights: Weights, games: int, noise_range: tuple[float, float], rng: np.random.Generator) -> Labels:
    """Return the labels of ``games`` games in which both seats play phase one by these weights."""
    low, high = np.log(noise_range)
    noise_scales = np.exp(rng.uniform(low, high, games))
    return label_all(play_phase_one(shuffle_decks(games, rng), weights, noise_scales, rng))


def fit_weights(labels: Labels, rounds: int, rng: np.random.Generator) -> dict[str, Any]:
    """Return the content of the data file: value, policy, and figures about the training."""
    rows = value.build_inputs(labels)
    is_held_out = np.arange(len(rows)) % HELD_OUT_EVERY == 0
    trial = value.fit_value(rows[~is_held_out], labels.won[~is_held_out])
    follower, early, leader = value.split_weights(value.fit_value(rows, labels.won))
    lead, answer = learn_policy(Value(order_by_number(follower), order_by_number(early)), rounds, BATCH_SIZE, rng)
    return {
        "made_by": "python -m games.engine.train",
        "seed": SEED,
        "figures": {
            "labels": len(rows),
            "log_loss": round(value.compute_loss(rows[is_held_out], labels.won[is_held_out], trial), 4),
            "rounds": rounds,
            "games_a_round": BATCH_SIZE,
        },
        "value": {"follower": follower, "early": early, "leader": leader},
        "policy": {"lead": _key_by_code(lead), "answer": _key_by_code(answer)},
    }


def _key_by_code(parts: Parts) -> dict[str, dict[str, float]]:
    return {name: _order_by_code(part) for name, part in parts.items()}


def _order_by_code(numbers: Floats) -> dict[str, float]:
    return {str(card): round(float(numbers[ids[0]]), 3) for card, ids in NUMBERS.items()}


if __name__ == "__main__":
    main()
