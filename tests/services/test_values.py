"""What services take and give are values."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import games.services
from tests.values import values


def test_every_one_is_frozen_and_takes_no_other_fields() -> None:
    found = values(sorted(Path(games.services.__file__).parent.rglob("*.py")))
    assert len(found) > 10
    assert [one.__name__ for one in found if not one.__dataclass_params__.frozen] == []  # type: ignore[attr-defined]
    assert [one.__name__ for one in found if "__slots__" not in vars(one)] == []
    assert all(map(dataclasses.is_dataclass, found))
