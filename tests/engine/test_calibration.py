"""Tests of the calibration of forecasts, and that the data file is what the command writes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from games.engine.review import calibration as calibrated
from games.engine.review.calibration import FILE, compute_difference, compute_mean_chance, load_calibration
from games.engine.train import calibration
from games.engine.train.calibration import (
    CalibrationData,
    build_bins,
    build_data,
    collect_points,
    compute_brier_score,
    fit_slope,
)

CHANCE = np.random.default_rng(5)
TRUE = CHANCE.random(20_000)
WON = (CHANCE.random(20_000) < TRUE).astype(float)
EACH = np.arange(2_000)
SOME, CAME = TRUE[:2_000], WON[:2_000]


def logit(chance: np.ndarray) -> np.ndarray:
    return np.asarray(np.log(chance / (1 - chance)))


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.6])
def test_forecasts_that_are_too_bold_or_too_careful_are_found_out(factor: float) -> None:
    said = 1 / (1 + np.exp(-logit(TRUE) / factor))
    assert fit_slope(said, WON) == pytest.approx(factor, rel=0.05)


def test_the_score_is_nought_for_who_knows_and_a_quarter_for_one_in_two() -> None:
    assert compute_brier_score(WON, WON) == 0
    assert compute_brier_score(np.full(len(WON), 0.5), WON) == 0.25
    assert compute_brier_score(TRUE, WON) == pytest.approx(1 / 6, abs=0.01)


def test_a_tenth_has_its_mean_and_the_interval_in_which_the_true_share_lies() -> None:
    found = build_bins(CalibrationData(EACH, SOME, CAME), np.random.default_rng(1))
    assert sum(one["count"] for one in found) == len(SOME)
    for at, one in enumerate(found):
        assert (one["from"], one["to"]) == (at / 10, (at + 1) / 10)
        assert one["chance"] == pytest.approx((at + 0.5) / 10, abs=0.02)
        assert one["low"] < one["won"] < one["high"] < one["low"] + 0.2
    inside = [one["low"] < one["chance"] < one["high"] for one in found]
    assert sum(inside) >= 8


def test_points_of_one_game_do_not_count_as_many() -> None:
    """Twenty games in which all that is said comes true, or nothing."""
    games = EACH // 100
    alike = CalibrationData(games, SOME, np.repeat(CAME[::100], 100))
    one, many = (
        build_bins(points, np.random.default_rng(1))[4] for points in (alike, CalibrationData(EACH, SOME, CAME))
    )
    assert one["high"] - one["low"] > 2 * (many["high"] - many["low"])


def test_nothing_is_known_of_a_tenth_without_forecasts() -> None:
    few = CalibrationData(np.array([0, 1]), np.array([0.51, 0.52]), np.array([1.0, 0.0]))
    first = build_bins(few, np.random.default_rng(1))[0]
    assert (first["count"], first["low"], first["high"]) == (0, 0, 1)


def build_file(error: float) -> dict[str, Any]:
    """Return a data file in which all forecasts are off by ``error``."""
    return {"slope": 2.0, "bins": [{"count": 9, "chance": 0.5, "won": 0.5 + error}]}


def test_a_calibrated_chance_has_the_slope_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrated, "load_calibration", lambda: build_file(0.0))
    wins, other = np.full(100, 0.6), np.full(100, 0.5)
    assert compute_mean_chance(wins).chance == pytest.approx(1 / (1 + (0.4 / 0.6) ** 2))
    assert compute_mean_chance(wins).error == pytest.approx(0)
    assert compute_difference(wins, other).chance == pytest.approx(compute_mean_chance(wins).chance - 0.5)
    spread = np.array([0.5, 0.7] * 50)
    assert compute_mean_chance(spread).error == pytest.approx(0.01 * 2 * 0.692 * 0.308 / 0.24, rel=0.01)


def test_a_chance_has_the_larger_of_the_sampling_and_the_model_error(monkeypatch: pytest.MonkeyPatch) -> None:
    spread = np.array([0.4, 0.6] * 50)
    for model in (0.001, 0.1):
        monkeypatch.setattr(calibrated, "load_calibration", lambda model=model: build_file(model))
        assert compute_mean_chance(spread).error == pytest.approx(max(model, 0.02))


def test_differences_in_the_same_worlds_are_more_certain_than_the_chances_are() -> None:
    worlds = np.random.default_rng(2).random(1000)
    assert compute_difference(worlds * 0.9 + 0.05, worlds * 0.9).error < 1e-9 < compute_mean_chance(worlds).error


def test_the_command_writes_what_the_page_reads_and_the_same_for_its_seed() -> None:
    points = collect_points(2, seed=3, worlds=5)
    assert np.array_equal(collect_points(1, seed=3, worlds=5).chance, points.chance[:13])
    assert len(points.game) == 26
    assert {one.size for one in (points.game, points.chance, points.won)} == {26}
    assert all(len(set(points.won[points.game == game])) == 1 for game in (0, 1))
    assert build_data(points, 3, 5).keys() == load_calibration().keys()


def test_the_file_holds_at_least_a_thousand_games() -> None:
    kept = json.loads(FILE.read_text())
    assert kept["games"] >= 1_000
    assert kept["points"] == 13 * kept["games"] == sum(one["count"] for one in kept["bins"])
    assert (kept["seed"], kept["worlds"]) == (calibration.SEED, calibration.WORLDS)
    assert kept["brier"] < kept["constant"]
