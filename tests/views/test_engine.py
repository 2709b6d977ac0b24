"""The page about the engine: measured calibration and the levels."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import formats, translation

from games.engine.levels import LEVELS
from games.engine.review.calibration import load_calibration
from games.texts.opponents import OPPONENTS
from games.views.about import CalibrationBin, list_opponent_figures

pytestmark = pytest.mark.django_db


def page(client: Client, **headers: str) -> str:
    return " ".join(client.get("/about/engine/", headers=headers).content.decode().split())


def test_the_page_has_the_measured_figures(visitor: Client) -> None:
    told, figures = page(visitor), load_calibration()
    assert f"played {figures['games']} games" in told
    assert f"{figures['points']} forecasts" in told
    assert f"(Brier score): {figures['brier']:.3f}." in told
    assert [int(found) for found in re.findall(r"<td>(\d+)</td>", told)] == [one["count"] for one in figures["bins"]]


def test_each_bin_is_drawn_at_its_place(visitor: Client) -> None:
    told = page(visitor)
    assert told.count("<circle") == sum(one["count"] > 0 for one in load_calibration()["bins"])
    calibration_bin = CalibrationBin(20, 30, forecast=25.0, observed=30.0, least=20.0, most=42.5, count=7)
    assert calibration_bin.coordinates == {"x": "25.0", "y": "70.0", "top": "57.5", "bottom": "80.0"}


def test_numbers_are_localized_except_in_the_drawing(visitor: Client) -> None:
    told = page(visitor, **{"Accept-Language": "nl"})
    with translation.override("nl"):
        assert formats.number_format(round(load_calibration()["brier"], 3), 3) in told
    assert not re.search(r'(cx|cy|y1|y2)="[^"]*,', told)


def test_every_level_is_described(visitor: Client) -> None:
    told = page(visitor)
    for one, level in zip(list_opponent_figures(), LEVELS, strict=True):
        assert (one.opponent, one.worlds, one.exact) == (OPPONENTS[level.key], level.worlds, level.exact_tricks)
        assert one.opponent.name in told
        assert not level.worlds or f"tries its cards in {level.worlds} deals" in told
    assert told.count("Phase two: perfect.") == sum(one.all_exact for one in list_opponent_figures())
