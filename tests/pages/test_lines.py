"""A line of a list knows for how long its other player is still here, where that is told at all."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Player
from games.pages.online.lines import Line
from games.store.clock import clock
from games.store.presence import LEASE


def heard(seconds: float) -> Player:
    return Player(seen_at=clock.now() - timedelta(seconds=seconds))


@pytest.mark.parametrize(
    "line",
    [
        Line(Game(), None, None),
        Line(Game(), None, Player()),
        Line(Game(), None, heard(LEASE.total_seconds() + 1)),
        Line(Game(), None, heard(0), ("Ana", "Bram")),
    ],
    ids=["nobody", "never here", "away", "a table"],
)
def test_nothing_is_told(line: Line) -> None:
    assert line.gone_in is None


def test_who_was_heard_just_now_stays_for_the_lease() -> None:
    left = Line(Game(), None, heard(0)).gone_in
    assert left is not None
    assert 0 < left <= LEASE.total_seconds()
