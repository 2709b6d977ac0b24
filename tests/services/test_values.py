"""What services, sockets and pages take and give are values."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import games
from games.live import face
from tests.values import values

pytestmark = pytest.mark.looks
HOUSE = Path(games.__file__).parent
LIVE = {"Listener", "Room", "Pace", "Told"}
"""What a socket is and holds changes as long as it is open, and what a process has told the database."""


@pytest.mark.parametrize(("room", "changing"), [("services", set()), ("live", LIVE), ("pages", set())])
def test_every_one_is_frozen_and_takes_no_other_fields(room: str, changing: set[str]) -> None:
    found = values(sorted((HOUSE / room).rglob("*.py")))
    assert len(found) > 5
    assert {one.__name__ for one in found if not one.__dataclass_params__.frozen} == changing  # type: ignore[attr-defined]
    assert [one.__name__ for one in found if "__slots__" not in vars(one)] == []
    assert all(map(dataclasses.is_dataclass, found))


def test_two_sockets_are_never_taken_for_one() -> None:
    assert [one.__hash__ for one in (face.Listener, face.Room)] == [object.__hash__] * 2
