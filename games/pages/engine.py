"""How the site judges a game, and how sure it is: the figures that the data file has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.minds.levels import BY_KEY, STEPS, Level, Step
from games.minds.review.calibrated import measured
from games.minds.review.early import WORLDS
from games.minds.review.verdicts import LEAST, MISTAKE, PERHAPS
from games.rules.state import HAND
from games.words.minds import OPPONENTS, Opponent


@dataclass(frozen=True, slots=True)
class Tenth:
    """A tenth of the forecasts: from what to what, their mean, how often they came true and the range of that, all in
    percent; how many."""

    low: int
    high: int
    said: float
    true: float
    least: float
    most: float
    count: int

    @property
    def drawn(self) -> dict[str, str]:
        """Where its dot and its range are in the drawing, whose origin is at the top."""
        places = {"x": self.said, "y": 100 - self.true, "top": 100 - self.most, "bottom": 100 - self.least}
        return {name: f"{place:.1f}" for name, place in places.items()}


@dataclass(frozen=True, slots=True)
class Thinker:
    """An opponent of the site, and how it thinks: the deals that it tries in phase one, and the last tricks of phase
    two that it plays perfectly. ``reads``: it goes by what the other seat has played. ``step`` is how much stronger
    than the one before it is."""

    opponent: Opponent
    worlds: int
    exact: int
    reads: bool
    step: Step | None

    @property
    def all_exact(self) -> bool:
        return self.exact >= HAND


@require_safe
def engine(request: HttpRequest) -> HttpResponse:
    figures = measured()
    shown = {
        "figures": figures,
        "tenths": [_tenth(one) for one in figures["bins"]],
        "worlds": WORLDS,
        "mistake": round(100 * LEAST[MISTAKE]),
        "perhaps": round(100 * LEAST[PERHAPS]),
        "thinkers": list(thinkers()),
    }
    return render(request, "pages/engine.html", shown)


def thinkers() -> Iterator[Thinker]:
    """The levels from the weakest to the strongest."""
    for key, opponent in OPPONENTS.items():
        level: Level = BY_KEY[key]
        yield Thinker(opponent, level.worlds, level.exact, level.reads, STEPS.get(key))


def _tenth(one: dict[str, Any]) -> Tenth:
    said, true, least, most = (100 * one[name] for name in ("chance", "won", "low", "high"))
    return Tenth(round(100 * one["from"]), round(100 * one["to"]), said, true, least, most, one["count"])
