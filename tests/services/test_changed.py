"""The next story is a copy of one mapping: it equals what ``dataclasses.replace`` makes, and the old one stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.stories.online import Match, Options
from games.stories.story import Story
from games.stories.table import Table

CHANGES: list[dict[str, Any]] = [
    {},
    {"version": 3},
    {"version": 4, "answers": {"0:a": 4}},
    {"frozen": True, "code": "B"},
]


@pytest.mark.parametrize("changes", CHANGES)
@pytest.mark.parametrize(
    "story", [Match(1, "A"), Match(2, "C", options=Options(strict=True), asked=(True, False)), Table(3, "D")]
)
def test_equals_a_replaced_one(story: Story, changes: dict[str, Any]) -> None:
    before = replace(story)
    after = story.changed(**changes)
    assert (after, type(after), story) == (replace(story, **changes), type(story), before)


def test_refuses_a_name_that_is_no_field() -> None:
    with pytest.raises(TypeError, match="wiinner"):
        Match(1, "A").changed(wiinner=1)
