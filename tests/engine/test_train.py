"""Tests of training: the same weights for the same seed, and better than nothing."""

from __future__ import annotations

import json

import numpy as np
import pytest

from games.engine.train import __main__ as train
from games.engine.train import value
from games.engine.train.greedy_policy import build_greedy_weights
from games.engine.weights import FILE, load_weights, parse_weights
from games.rules.cards import COPIES

LOOSE = (1.0, 3.0)


def small(monkeypatch: pytest.MonkeyPatch, seed: int = 3) -> dict[str, object]:
    monkeypatch.setattr(train, "BATCH_SIZE", 64)
    chance = np.random.default_rng(seed)
    return train.fit_weights(train.label_games(build_greedy_weights(knowing=True), 20, LOOSE, chance), 3, chance)


def test_the_same_seed_makes_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = small(monkeypatch), small(monkeypatch)
    assert json.dumps(one) == json.dumps(two)
    assert json.dumps(small(monkeypatch, 4)) != json.dumps(one)
    assert parse_weights(one).follower.shape == (52,)


def test_the_fit_finds_what_made_the_labels() -> None:
    chance = np.random.default_rng(1)
    true = chance.normal(size=6)
    rows = chance.integers(-1, 2, (20_000, 6)).astype(np.float32)
    won = (chance.random(20_000) < 1 / (1 + np.exp(-rows @ true))).astype(np.float32)
    found = value.fit_value(rows, won)
    assert np.abs(found - true).max() < 0.15
    assert value.compute_loss(rows, won, found) < value.compute_loss(rows, won, np.zeros(6))


def test_the_file_says_what_made_it_and_has_every_card() -> None:
    data = json.loads(FILE.read_text())
    assert (data["made_by"], data["seed"]) == ("python -m games.engine.train", train.SEED)
    assert data["figures"]["labels"] > 0.99 * train.GAMES
    assert data["figures"]["rounds"] == train.ROUNDS
    assert set(data["value"]["follower"]) == {str(card) for card in COPIES}


def test_a_high_wild_card_is_worth_most_and_a_goblin_zero_least() -> None:
    by_card = json.loads(FILE.read_text())["value"]["follower"]
    assert max(by_card, key=by_card.get) == "P9"
    assert min(by_card, key=by_card.get) == "G0"
    assert by_card["D0"] > 0 > by_card["D9"]
    assert len(set(load_weights().follower[:5].tolist())) == 1
