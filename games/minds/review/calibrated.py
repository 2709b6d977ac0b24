"""Chances as they come true, by what ``games.minds.train.calibration`` measured in whole games."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from games.minds.playout import Floats
from games.minds.review.told import Sure

FILE = Path(__file__).parents[1] / "weights" / "calibration.json"
EDGE = 1e-4


@cache
def measured() -> dict[str, Any]:
    """What the data file says: the slope, and the figures of the games that it was found in."""
    found: dict[str, Any] = json.loads(FILE.read_text())
    return found


def calibrated(chance: float, slope: float | None = None) -> float:
    """A chance whose logit is multiplied by ``slope``, the measured one if none is given."""
    held = min(max(chance, EDGE), 1 - EDGE)
    steep = measured()["slope"] if slope is None else slope
    return float(1 / (1 + np.exp(-steep * np.log(held / (1 - held)))))


def mean_of(wins: Floats) -> Sure:
    """The calibrated chance over these worlds, with its standard error."""
    raw, error = float(wins.mean()), _error(wins)
    return Sure(calibrated(raw), error * _rise(raw))


def apart(more: Floats, less: Floats) -> Sure:
    """How much greater one calibrated chance is than another in the same worlds, with the paired standard error."""
    high, low = float(more.mean()), float(less.mean())
    return Sure(calibrated(high) - calibrated(low), _error(more - less) * _rise((high + low) / 2))


def _error(values: Floats) -> float:
    return float(values.std() / np.sqrt(len(values)))


def _rise(raw: float) -> float:
    """How much the calibrated chance grows with the raw one."""
    held = min(max(raw, EDGE), 1 - EDGE)
    found = calibrated(held)
    return float(measured()["slope"] * found * (1 - found) / (held * (1 - held)))
