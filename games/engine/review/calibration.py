"""Calibrated win chances, with the slope that ``games.engine.train.calibration`` fitted to whole games."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from games.engine.playout import Floats
from games.engine.review.values import Estimate

FILE = Path(__file__).parents[1] / "weights" / "calibration.json"
MIN_CHANCE = 1e-4


@cache
def load_calibration() -> dict[str, Any]:
    """Return the content of the data file: the slope, and figures about the games to which it was fitted."""
    data: dict[str, Any] = json.loads(FILE.read_text())
    return data


def calibrate_chance(chance: float, slope: float | None = None) -> float:
    """Return the chance with its logit multiplied by ``slope``, by default the fitted slope."""
    clipped = min(max(chance, MIN_CHANCE), 1 - MIN_CHANCE)
    factor = load_calibration()["slope"] if slope is None else slope
    return float(1 / (1 + np.exp(-factor * np.log(clipped / (1 - clipped)))))


def compute_model_error() -> float:
    """Return the root mean square distance of forecasts from what came true, over the bins of the data file."""
    bins = load_calibration()["bins"]
    squares = sum(row["count"] * (row["won"] - row["chance"]) ** 2 for row in bins)
    return float(np.sqrt(squares / sum(row["count"] for row in bins)))


def compute_mean_chance(wins: Floats) -> Estimate:
    """Return the mean calibrated chance over these worlds, with the larger of the sampling and the model error."""
    raw, error = float(wins.mean()), _compute_error(wins)
    return Estimate(calibrate_chance(raw), max(error * _compute_slope(raw), compute_model_error()))


def compute_difference(more: Floats, less: Floats) -> Estimate:
    """Return the first calibrated chance minus the second, in the same worlds, with the paired standard error."""
    high, low = float(more.mean()), float(less.mean())
    return Estimate(
        calibrate_chance(high) - calibrate_chance(low), _compute_error(more - less) * _compute_slope((high + low) / 2)
    )


def _compute_error(values: Floats) -> float:
    return float(values.std() / np.sqrt(len(values)))


def _compute_slope(raw: float) -> float:
    """Return the derivative of the calibrated chance with respect to the raw chance."""
    clipped = min(max(raw, MIN_CHANCE), 1 - MIN_CHANCE)
    calibrated = calibrate_chance(clipped)
    return float(load_calibration()["slope"] * calibrated * (1 - calibrated) / (clipped * (1 - clipped)))
