"""The page that says how the site judges a game: the figures of the data file, in words, a table and a drawing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import formats, translation

from games.minds.levels import LEVELS
from games.minds.review.calibrated import measured
from games.pages import engine
from games.pages.engine import Tenth, thinkers
from games.words.minds import OPPONENTS

pytestmark = pytest.mark.django_db


def page(client: Client, **headers: str) -> str:
    return " ".join(client.get("/about/engine/", headers=headers).content.decode().split())


def test_the_figures_are_those_that_were_measured(visitor: Client) -> None:
    told, figures = page(visitor), measured()
    assert f"played {figures['games']} games" in told
    assert f"{figures['points']} forecasts" in told
    assert f"(Brier score): {figures['brier']:.3f}." in told
    assert [int(found) for found in re.findall(r"<td>(\d+)</td>", told)] == [one["count"] for one in figures["bins"]]


def test_each_tenth_is_drawn_where_it_is(visitor: Client) -> None:
    told = page(visitor)
    assert told.count("<circle") == sum(one["count"] > 0 for one in measured()["bins"])
    tenth = Tenth(20, 30, said=25.0, true=30.0, least=20.0, most=42.5, count=7)
    assert tenth.drawn == {"x": "25.0", "y": "70.0", "top": "57.5", "bottom": "80.0"}


def test_numbers_are_written_as_the_language_does_and_those_of_the_drawing_never(visitor: Client) -> None:
    told = page(visitor, **{"Accept-Language": "nl"})
    with translation.override("nl"):
        assert formats.number_format(round(measured()["brier"], 3), 3) in told
    assert not re.search(r'(cx|cy|y1|y2)="[^"]*,', told)


def test_a_tenth_without_forecasts_says_nothing(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    empty: dict[str, Any] = {**measured()["bins"][0], "count": 0}
    monkeypatch.setattr(engine, "measured", lambda: {**measured(), "bins": [empty]})
    told = page(visitor)
    assert "<circle" not in told
    assert told.count("<td>–</td>") == 2


def test_every_level_is_told_with_how_far_it_looks(visitor: Client) -> None:
    told = page(visitor)
    for one, level in zip(thinkers(), LEVELS, strict=True):
        assert (one.opponent, one.worlds, one.exact) == (OPPONENTS[level.key], level.worlds, level.exact)
        assert one.opponent.name in told
        assert not level.worlds or f"tries its cards in {level.worlds} deals" in told
    assert told.count("Phase two: perfect.") == sum(one.all_exact for one in thinkers())


def test_it_can_be_found_from_every_page(visitor: Client) -> None:
    for address in ("/", "/rules/", "/privacy/"):
        assert 'href="/about/engine/"' in visitor.get(address).content.decode()
