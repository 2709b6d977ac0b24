"""Pages about the site: engine figures and privacy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.levels import LEVEL_STEPS, LEVELS_BY_KEY, Level, LevelStep
from games.engine.review.calibration import compute_model_error, load_calibration
from games.engine.review.phase_one import INACCURACY, MIN_LOSS, MISTAKE, WORLD_COUNT
from games.rules.state import HAND_SIZE
from games.texts.opponents import OPPONENTS, Opponent


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Bin of the calibration chart, with all rates in percent.

    ``low`` and ``high`` are its bounds. ``forecast`` is the mean forecast of its ``count`` forecasts, ``observed`` the
    observed rate, and ``least`` and ``most`` are the bounds of that rate.
    """

    low: int
    high: int
    forecast: float
    observed: float
    least: float
    most: float
    count: int

    @property
    def coordinates(self) -> dict[str, str]:
        """Return the coordinates of its dot and its range in the chart, whose y axis points down."""
        places = {"x": self.forecast, "y": 100 - self.observed, "top": 100 - self.most, "bottom": 100 - self.least}
        return {name: f"{place:.1f}" for name, place in places.items()}


@dataclass(frozen=True, slots=True)
class OpponentFigures:
    """Bot and the settings of its engine.

    ``worlds`` is the number of deals that it samples in phase one, ``exact`` the number of last tricks of phase two
    that it plays perfectly. ``step`` is its strength against the level below, None for the lowest level.
    """

    opponent: Opponent
    worlds: int
    exact: int
    step: LevelStep | None

    @property
    def all_exact(self) -> bool:
        """Return whether it plays all of phase two perfectly."""
        return self.exact >= HAND_SIZE


@require_safe
def engine(request: HttpRequest) -> HttpResponse:
    """Show the levels of the engine and its calibration."""
    figures = load_calibration()
    context = {
        "figures": figures,
        "bins": [_build_calibration_bin(row) for row in figures["bins"]],
        "model_error": 200 * compute_model_error(),
        "worlds": WORLD_COUNT,
        "mistake": round(100 * MIN_LOSS[MISTAKE]),
        "perhaps": round(100 * MIN_LOSS[INACCURACY]),
        "opponents": list(list_opponent_figures()),
    }
    return render(request, "about/engine.html", context)


def list_opponent_figures() -> Iterator[OpponentFigures]:
    """Yield the figures of each bot, from the weakest to the strongest."""
    for key, opponent in OPPONENTS.items():
        level: Level = LEVELS_BY_KEY[key]
        yield OpponentFigures(opponent, level.worlds, level.exact_tricks, LEVEL_STEPS.get(key))


def _build_calibration_bin(row: dict[str, Any]) -> CalibrationBin:
    forecast, observed, least, most = (100 * row[name] for name in ("chance", "won", "low", "high"))
    return CalibrationBin(
        round(100 * row["from"]), round(100 * row["to"]), forecast, observed, least, most, row["count"]
    )


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show which data the site stores about people, for how long, and how they can export or delete it."""
    return render(request, "about/privacy.html")
